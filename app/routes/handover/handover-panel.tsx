import { Handshake } from 'lucide-react'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import type { Tracked } from '#app/tracked.ts'
import { wordText } from './word-text.ts'

type HandoverPanelProps = { rental: Tracked; view: 'lent' | 'rented' }

/** What is to do about the handover or return of a rental, with a link to its page. */
export function HandoverPanel({ rental, view }: HandoverPanelProps) {
  const { direction, word } = rental.handover
  const side = view === 'lent' ? 'owner' : 'renter'
  const asked = word?.asks === side ? word : null
  if (!direction && !asked) return null
  const shows = (direction === 'out') === (side === 'renter')
  const when = direction === 'out' ? 'handover' : 'return'
  return (
    <section
      aria-label="Handover and return"
      data-print="hide"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-accent-soft px-4 py-3.5"
    >
      <p className="flex min-w-0 grow basis-72 items-start gap-2.5 wrap-anywhere">
        <Handshake aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
        {asked
          ? `${wordText(asked.about, rental.partnerName)} Is that right?`
          : shows
            ? `At the ${when} you show a code, and ${rental.partnerName} enters it.`
            : `At the ${when} ${rental.partnerName} shows a code, and you enter it.`}
      </p>
      <ButtonLink to={`/handover/${rental.id}`} size="sm">
        {asked ? 'Answer' : shows ? 'Show the code' : 'Enter the code'}
      </ButtonLink>
    </section>
  )
}
