import { useContext, useEffect, useState } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import type { Role } from '#domain/account/account.ts'
import { loginHref } from '#domain/account/return-path.ts'
import { type FormProblem, typedIn } from '#domain/form.ts'
import { statusWording } from '#domain/listing/listing.ts'
import { formatPeso } from '#domain/money.ts'
import { daysText, deliveryFeeOf, durations, type DurationDays, rentOf } from '#domain/pricing/pricing.ts'
import { FavoriteButton } from '#app/ui/favorite-button.tsx'
import { Link } from '#app/ui/link.tsx'
import { LoginContext } from '#app/ui/login-context.ts'
import { ListingStatusBadge } from '#app/ui/status-badge.tsx'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { FormError, RadioCards } from '#app/ui/primitives/field.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useProblemToast } from '#app/ui/use-problem-toast.ts'
import type { Hidden, ShownListing } from './shown-listing.ts'
import { StartDateField } from './start-date-field.tsx'

type Choices = { start: string; days: DurationDays; delivery: string }

type Props = {
  listing: ShownListing
  hidden: Hidden | null
  today: string
  until: string
  firstFree: string
  /** The choices in the address. */
  initial: Choices
  viewer: { role: Role; isOwner: boolean } | null
  obstacle: string | null
  problem: FormProblem | undefined
}

/** Title, price and the choices: duration, delivery, and start date. */
export function RentalForm({
  listing,
  hidden,
  today,
  until,
  firstFree,
  initial,
  viewer,
  obstacle,
  problem,
}: Props) {
  const typed = (name: string) => typedIn(problem, name)
  const [choices, choose] = useKeptChoices({
    days: durations.find((n) => String(n) === typed('durationDays')) ?? initial.days,
    delivery: typed('deliveryOption') ?? initial.delivery,
    start: typed('startDate') ?? initial.start,
  })
  const { days, delivery, start } = choices
  const busy = useNavigation().formData?.has('deliveryOption')
  // The error disappears once something else is chosen.
  const refused = start === (typed('startDate') ?? '') && String(days) === (typed('durationDays') ?? '1')
  const form = useFirstInvalidField(problem)
  useProblemToast(problem, problem?.formError)

  return (
    <section aria-labelledby="listing-title" className="grid grid-cols-1 gap-6">
      <ListingHeading listing={listing} days={days} />
      {hidden ? <HiddenAlert {...hidden} /> : null}
      {viewer?.isOwner ? (
        <OwnListing id={listing.id} />
      ) : viewer?.role === 'admin' ? null : obstacle ? (
        <Alert tone="info">{obstacle}</Alert>
      ) : (
        <Form
          ref={form}
          method="post"
          state={{ choices }}
          className="grid grid-cols-1 gap-6"
          noValidate
          preventScrollReset
        >
          <input type="hidden" name="listingId" value={listing.id} />
          <input type="hidden" name="shownPrice" value={listing.pricePerDayCentavos} />
          {problem?.formError ? (
            <FormError>
              {problem.formError} {viewer ? null : <LogIn to={choicesHref(listing.id, choices)} />}
            </FormError>
          ) : null}
          <RadioCards
            legend="Rental duration"
            name="durationDays"
            columns={3}
            value={String(days)}
            onChange={(value) => choose({ days: Number(value) as DurationDays })}
            error={problem?.errors.durationDays}
            options={durations.map((n) => ({
              value: String(n),
              label: daysText(n),
              hint: formatPeso(rentOf({ pricePerDayCentavos: listing.pricePerDayCentavos, durationDays: n })),
            }))}
          />
          <RadioCards
            legend="Delivery"
            name="deliveryOption"
            columns={2}
            value={delivery}
            onChange={(value) => choose({ delivery: value })}
            error={problem?.errors.deliveryOption}
            options={[
              { value: 'pickup', label: 'Pick-up', hint: `Free, in ${listing.location}` },
              { value: 'delivery', label: 'Delivery', hint: formatPeso(deliveryFeeOf('delivery')) },
            ]}
          />
          <StartDateField
            taken={listing.takenPeriods}
            today={today}
            until={until}
            firstFree={firstFree}
            start={start}
            days={days}
            refusal={refused ? problem?.errors.startDate : undefined}
            hrefOf={(day) => choicesHref(listing.id, { ...choices, start: day })}
            onChange={(day) => choose({ start: day })}
          />
          <Button size="lg" busy={busy} busyText="Adding...">
            Add to Cart
          </Button>
        </Form>
      )}
    </section>
  )
}

/** Title and price of the listing, for these days. */
function ListingHeading({ listing, days }: { listing: ShownListing; days: DurationDays }) {
  return (
    <div>
      <p className="text-muted">{listing.categoryName}</p>
      <div className="mt-1 flex items-start justify-between gap-4">
        <h1 id="listing-title" tabIndex={-1} className="min-w-0 text-3xl text-balance">
          <Unbroken>{listing.title}</Unbroken>
        </h1>
        {listing.isFavorite === null || !listing.isPublic ? null : (
          <FavoriteButton listing={listing} isFavorite={listing.isFavorite} className="shrink-0" />
        )}
      </div>
      <p className="mt-4" aria-live="polite">
        <span className="text-2xl font-bold tabular-nums">
          {formatPeso(rentOf({ pricePerDayCentavos: listing.pricePerDayCentavos, durationDays: days }))}
        </span>
        <span className="text-muted"> for {daysText(days)}</span>
      </p>
      <p className="mt-1 text-muted">{formatPeso(listing.pricePerDayCentavos)} a day</p>
      {listing.depositCentavos > 0 ? (
        <p className="mt-1 text-muted">
          plus {formatPeso(listing.depositCentavos)} as a deposit, which comes back after the return
        </p>
      ) : null}
    </div>
  )
}

/** A link to the log-in, which then leads to this address. */
function LogIn({ to }: { to: string }) {
  const openLogin = useContext(LoginContext)
  return (
    <Link to={loginHref(to)} onClick={openLogin} className="underline">
      Log in
    </Link>
  )
}

function OwnListing({ id }: { id: string }) {
  return (
    <Alert tone="info" title="This is your listing">
      <p className="mb-3">You cannot rent your own item.</p>
      <ButtonLink to={`/profile/listings?edit=${id}`} variant="secondary" size="sm">
        Edit
      </ButtonLink>
    </Alert>
  )
}

/** Tells the owner and admins why nobody else finds a listing. */
function HiddenAlert({ status, pausedAt, takenDownAt, ownerSuspended, isShownToPastRenters }: Hidden) {
  const [paused, takenDown] = [pausedAt !== null, takenDownAt !== null]
  return (
    <Alert
      tone="info"
      title={ownerSuspended ? 'Its owner is suspended' : statusWording(status, paused, takenDown)}
    >
      <ListingStatusBadge status={status} paused={paused} takenDown={takenDown} />{' '}
      {isShownToPastRenters
        ? 'Only you, admins and whoever rented it before can see this page.'
        : 'Only you and admins can see this page.'}
    </Alert>
  )
}

/** What this entry of the browser's history keeps for its page; React Router writes it with the entry. */
type EntryState = { usr?: { choices?: Choices } | null } | null
const keptState = () => (history.state as EntryState)?.usr
const keep = (choices: Choices) =>
  history.replaceState({ ...history.state, usr: { ...keptState(), choices } }, '')

/** Choices that stay in this entry of the browser's history: Back and a reload show them again. */
function useKeptChoices(first: Choices) {
  const hydrated = useHydrated()
  const [choices, setChoices] = useState(first)
  const [isRestored, setRestored] = useState(false)
  if (hydrated && !isRestored) {
    setRestored(true)
    setChoices({ ...choices, ...keptState()?.choices })
  }
  // The answer to another form of the page replaces the entry, which loses its choices; `key` changes with it.
  const { key } = useLocation()
  useEffect(() => {
    if (isRestored) keep(choices)
  }, [key, isRestored, choices])
  const choose = (chosen: Partial<Choices>) => {
    setChoices((all) => ({ ...all, ...chosen }))
    // Also before the effect runs: while the page hydrates, what is chosen counts more than what was kept.
    keep({ ...choices, ...keptState()?.choices, ...chosen })
  }
  return [choices, choose] as const
}

/** The address of the listing's page with these choices. */
function choicesHref(listingId: string, { start, days, delivery }: Choices) {
  return `/listing/${listingId}?${new URLSearchParams({ start, days: String(days), delivery })}`
}
