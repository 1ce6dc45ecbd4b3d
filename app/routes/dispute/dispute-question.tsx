import { useSearchParams } from 'react-router'
import { demandOf } from '#domain/dispute/stage.ts'
import { formatPeso } from '#domain/money.ts'
import { otherSide } from '#domain/side.ts'
import { Question } from '#app/ui/question.tsx'
import { returnLabel } from '../deposit/deposit-state.tsx'
import type { DisputePageView, DisputeView } from './view-dispute-page.ts'

/** The question before the deposit is returned, or something accepted, as the address of the page asks it. */
export function DisputeQuestion({ page, here }: { page: DisputePageView; here: string }) {
  const [query] = useSearchParams()
  const { side, partner, depositStatus, mayReturn, may } = page
  const asked = query.get('ask')
  const last = page.disputes.at(-1)
  const answers = { cancelLabel: 'Go back', danger: false, cancelTo: here }
  if (asked === 'return' && depositStatus && mayReturn)
    return (
      <Question
        {...answers}
        title={returnLabel(depositStatus, side)}
        message={returnText(page, depositStatus)}
        confirmLabel={returnLabel(depositStatus, side)}
        hidden={{ intent: 'return' }}
      />
    )
  if (asked !== 'accept' || !last || !(may.acceptDemand || may.acceptDecision)) return null
  return (
    <Question
      {...answers}
      title={may.acceptDecision ? 'Accept the decision?' : `Accept what ${partner} asks for?`}
      message={
        may.acceptDecision
          ? 'You can’t appeal after that. Once both accept it, it takes effect at once.'
          : demandText(last, page)
      }
      confirmLabel="Accept"
      hidden={{
        intent: 'accept',
        accepts: may.acceptDecision ? 'decision' : 'demand',
        demand: demandOf(last, otherSide(side)) ?? '',
        neverGot: may.acceptDemand && may.neverGot ? 'yes' : undefined,
      }}
    />
  )
}

function returnText(
  { side, partner }: DisputePageView,
  { inCash, returnableCentavos }: NonNullable<DisputePageView['depositStatus']>,
): string {
  const amount = formatPeso(returnableCentavos)
  if (!inCash) return `${amount} goes back to ${partner} now. You can’t claim any of it after that.`
  return side === 'owner'
    ? `You have handed ${amount} back to ${partner} in cash. They are told.`
    : `${partner} has handed ${amount} back to you in cash. They are told.`
}

/** What accepting gives the other side, and what one does not get then. */
function demandText(dispute: DisputeView, { side, partner, may }: DisputePageView): string {
  const centavos = demandOf(dispute, otherSide(side))
  if (may.neverGot)
    return (
      `You agree that ${partner} never got it, and the rental ends as never handed over. ` +
      (centavos === null ? '' : `They get ${formatPeso(centavos)} of the rent. `) +
      'What they paid online goes back to them, and nothing counts as paid in cash at a hand-over.'
    )
  const own = demandOf(dispute, side)
  const lost = own ? ` You get nothing of the ${formatPeso(own)} that you ask for.` : ''
  return centavos === null
    ? `${partner} asks for no money. This closes it.${lost}`
    : `${partner} gets ${formatPeso(centavos)}, and this is closed at once.${lost} ` +
        'What is not held or paid is owed between you.'
}
