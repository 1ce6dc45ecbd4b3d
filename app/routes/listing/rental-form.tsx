import { useContext, useEffect, useRef, useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { loginHref } from '#domain/account/come-back.ts'
import type { FormProblem } from '#domain/form.ts'
import { statusWording } from '#domain/listing/listing.ts'
import { formatPeso } from '#domain/money.ts'
import { formatPeriod, isDay, overlaps, type Period, periodOf } from '#domain/period.ts'
import { daysText, deliveryFeeOf, durations, type DurationDays, rentOf } from '#domain/pricing/pricing.ts'
import type { ListingPage } from '#server/listing/queries.ts'
import { FavoriteButton } from '#app/ui/favorite-button.tsx'
import { LoginContext } from '#app/ui/login-context.ts'
import { ListingStatusBadge } from '#app/ui/status-badge.tsx'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Field, FormError, RadioCards } from '#app/ui/primitives/field.tsx'
import { useToast } from '#app/ui/toasts.tsx'

type Props = {
  listing: ListingPage
  today: string
  until: string
  firstFree: string
  viewer: { role: 'renter' | 'owner' | 'admin'; isOwner: boolean } | null
  obstacle: string | null
  problem: FormProblem | undefined
}

/** Title, price and the choices: how long, how it gets there, and when. */
export function RentalForm({ listing, today, until, firstFree, viewer, obstacle, problem }: Props) {
  const kept = (name: string) =>
    typeof problem?.values[name] === 'string' ? (problem.values[name] as string) : undefined
  const [days, setDays] = useState<DurationDays>(
    durations.find((n) => String(n) === kept('durationDays')) ?? 1,
  )
  const [start, setStart] = useState(kept('startDate') ?? '')
  const busy = useNavigation().formAction?.startsWith(`/listing/${listing.id}`) ?? false
  const clash = takenBy(listing.takenPeriods, start, days)
  const form = useRef<HTMLFormElement>(null)
  const toast = useToast()
  const openLogin = useContext(LoginContext)
  useEffect(() => {
    if (!problem) return
    form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true]')?.focus()
    if (problem.formError) toast({ kind: 'error', text: problem.formError })
  }, [problem, toast])

  return (
    <section aria-labelledby="listing-title" className="grid gap-6">
      <div>
        <p className="text-muted">{listing.categoryName}</p>
        <div className="mt-1 flex items-start justify-between gap-4">
          <h1 id="listing-title" tabIndex={-1} className="min-w-0 text-3xl text-balance break-words">
            {listing.title}
          </h1>
          {listing.isFavorite === null || listing.status !== 'approved' ? null : (
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
      </div>
      {listing.status === 'approved' ? null : (
        <Alert tone="info" title={statusWording(listing.status)}>
          <ListingStatusBadge status={listing.status} /> Only you and admins can see this page.
        </Alert>
      )}
      {viewer?.isOwner ? (
        <Alert tone="info" title="This is your listing">
          <p className="mb-3">You cannot rent your own item.</p>
          <ButtonLink to={`/profile/listings?edit=${listing.id}`} variant="secondary" size="sm">
            Edit
          </ButtonLink>
        </Alert>
      ) : obstacle ? (
        <Alert tone="info">{obstacle}</Alert>
      ) : viewer?.role === 'admin' ? null : (
        <Form ref={form} method="post" className="grid gap-6" noValidate preventScrollReset>
          <input type="hidden" name="listingId" value={listing.id} />
          {problem?.formError ? (
            <FormError>
              {problem.formError}{' '}
              {viewer ? null : (
                <Link to={loginHref(`/listing/${listing.id}`)} onClick={openLogin} className="underline">
                  Log in
                </Link>
              )}
            </FormError>
          ) : null}
          <RadioCards
            legend="Rental duration"
            name="durationDays"
            columns={3}
            value={String(days)}
            onChange={(value) => setDays(Number(value) as DurationDays)}
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
            defaultValue={kept('deliveryOption') ?? 'pickup'}
            error={problem?.errors.deliveryOption}
            options={[
              { value: 'pickup', label: 'Pick-up', hint: `Free, in ${listing.location}` },
              { value: 'delivery', label: 'Delivery', hint: formatPeso(deliveryFeeOf('delivery')) },
            ]}
          />
          <Field
            label="Start date"
            name="startDate"
            type="date"
            required
            min={today}
            max={until}
            value={start}
            onChange={(event) => setStart(event.currentTarget.value)}
            error={
              clash
                ? `Taken: ${formatPeriod(clash)}. Please choose another start date.`
                : problem?.errors.startDate
            }
            hint={firstFree === today ? undefined : `Free from ${formatPeriod(periodOf(firstFree, 1))}`}
          />
          <Availability taken={listing.takenPeriods} />
          <Button size="lg" busy={busy} busyText="Adding...">
            Add to Cart
          </Button>
        </Form>
      )}
    </section>
  )
}

function takenBy(taken: Period[], start: string, days: number): Period | null {
  if (!isDay(start)) return null
  return taken.find((period) => overlaps(period, periodOf(start, days))) ?? null
}

function Availability({ taken }: { taken: Period[] }) {
  if (taken.length === 0) return <p className="text-muted">All dates are free.</p>
  return (
    <div>
      <h2 className="text-base font-semibold">Already taken</h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {taken.map((period) => (
          <li key={period.start} className="rounded-full bg-sunken px-3 py-1 text-sm tabular-nums">
            {formatPeriod(period)}
          </li>
        ))}
      </ul>
    </div>
  )
}
