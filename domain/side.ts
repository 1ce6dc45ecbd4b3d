import { refuse, type Refusal } from './verdict.ts'

/** One of the two people of a rental, or of a thread. */
export type Side = 'renter' | 'owner'

/** The other one of the two. */
export const otherSide = (side: Side): Side => (side === 'owner' ? 'renter' : 'owner')

/** The refusal (`side`) of what only one of them can do. */
export const onlyFor = (side: Side): Refusal => refuse('side', `Only the ${side} can do this.`)
