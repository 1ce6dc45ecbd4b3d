import type { Tx } from '../context.ts'

/**
 * Erases what a person wrote in timelines as renter or owner; the entries stay, and their hashes remain right. What
 * they wrote as an admin stays: the reason that the two people of the rental were given is stored nowhere else.
 */
export async function eraseTexts(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('rentalEntry')
    .set({ text: null, textSalt: null })
    .where('byId', '=', accountId)
    .where('side', 'in', ['renter', 'owner'])
    .where('text', 'is not', null)
    .execute()
}
