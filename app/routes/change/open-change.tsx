import { CalendarSync } from 'lucide-react'
import type { Side } from '#domain/side.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import type { OpenChange as Change } from '#server/rental/tracked.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { ButtonLink, type ButtonSize } from '#app/ui/primitives/button.tsx'
import { openText } from './change-words.ts'

type OpenChangeProps = {
  change: Change
  rental: { id: string; title: string; partnerName: string }
  view: 'lent' | 'rented'
}

/** A change of a rental's days that is open, with what its viewer can do about it. */
export function OpenChange({ change, rental, view }: OpenChangeProps) {
  const side = view === 'lent' ? 'owner' : 'renter'
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-sunken px-4 py-3 text-sm">
      <p className="flex min-w-0 grow basis-72 items-start gap-2.5 wrap-anywhere">
        <CalendarSync aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
        {openText(change, side, rental.partnerName)}
      </p>
      <div className="flex flex-wrap gap-2" data-print="hide">
        <ChangeButtons change={change} rental={rental} side={side} size="sm" />
        <ButtonLink
          to={rentalPath(rental.id, 'change')}
          variant="quiet"
          size="sm"
          aria-label={`See the request about ${rental.title}`}
        >
          See the request
        </ButtonLink>
      </div>
    </div>
  )
}

type ChangeButtonsProps = {
  change: Pick<Change, 'id' | 'state' | 'orderNumber'>
  rental: { id: string; title: string }
  side: Side
  size?: ButtonSize
}

/** Yes and no for the owner; taking it back, or paying, for the renter. */
export function ChangeButtons({ change, rental, side, size = 'md' }: ChangeButtonsProps) {
  if (change.state === 'paying')
    return side === 'renter' && change.orderNumber ? (
      <ButtonLink
        to={`/checkout/return?order=${change.orderNumber}&left=1`}
        size={size}
        aria-label={`Pay for the new days of ${rental.title}`}
      >
        Pay for the new days
      </ButtonLink>
    ) : null
  const buttons =
    side === 'owner'
      ? ([
          ['approve', 'Agree', 'primary'],
          ['decline', 'Decline', 'secondary'],
        ] as const)
      : ([['withdraw', 'Take it back', 'secondary']] as const)
  return buttons.map(([intent, label, variant]) => (
    <AnswerButton key={intent} {...{ intent, label, variant, change, rental, size }} />
  ))
}

type AnswerButtonProps = Pick<ChangeButtonsProps, 'change' | 'rental' | 'size'> & {
  intent: string
  label: string
  variant: 'primary' | 'secondary'
}

function AnswerButton({ intent, label, variant, change, rental, size }: AnswerButtonProps) {
  return (
    <ButtonForm
      hidden={{ intent, changeId: change.id }}
      postTo={rentalPath(rental.id, 'change')}
      variant={variant}
      size={size}
      aria-label={`${label}: ${rental.title}`}
      busyText="Saving..."
    >
      {label}
    </ButtonForm>
  )
}
