import type { ApprovedText, ListingColumn, ListingText } from '#domain/listing/listing-fields.ts'
import { UNCATEGORIZED } from '#domain/catalogue/category.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { policyTerms } from '#domain/refund/cancellation.ts'
import { formatPeso } from '#domain/money.ts'
import { capital } from '#domain/text.ts'
import { ListingPhoto } from '#app/ui/listing-photo.tsx'
import { Badge } from '#app/ui/primitives/badge.tsx'
import type { AdminListingPage } from '#server/listing/find-admin-listing.ts'

type Names = AdminListingPage['categories']

type ColumnView = readonly [label: string, text: (of: ListingText, categories: Names) => string]

const columnViews: Partial<Record<ListingColumn, ColumnView>> = {
  title: ['Title', ({ title }) => title],
  description: ['Description', ({ description }) => description],
  pricePerDayCentavos: ['Price per day', ({ pricePerDayCentavos }) => formatPeso(pricePerDayCentavos)],
  depositCentavos: [
    'Deposit',
    ({ depositCentavos }) => (depositCentavos === 0 ? 'None' : formatPeso(depositCentavos)),
  ],
  cancellationPolicy: ['Cancellation', ({ cancellationPolicy }) => policyTerms[cancellationPolicy].label],
  categoryId: [
    'Category',
    ({ categoryId }, names) => (categoryId === null ? UNCATEGORIZED : (names[categoryId] ?? 'Deleted')),
  ],
  tags: ['Tags', ({ tags }) => tags.join(', ') || 'None'],
  location: ['Location', ({ location }) => location],
  ownerTerms: ['Owner’s terms', ({ ownerTerms }) => ownerTerms || 'None'],
  bookableWhileRented: [
    'Other dates while rented',
    ({ bookableWhileRented }) => (bookableWhileRented ? 'Yes' : 'No'),
  ],
}

/** How each column of a listing is shown: first those in `columnViews`, then the others, labelled by their names. */
function viewsOf({ photoIds: _, ...text }: ApprovedText): ColumnView[] {
  const others = (Object.keys(text) as ListingColumn[]).filter((column) => !columnViews[column])
  return [...Object.values(columnViews), ...others.map(viewFromName)]
}

/**
 * A column `modelYear` would have the label `Model year`. An empty value, or one of a field that did not exist at the
 * approval, is `None`.
 */
function viewFromName(column: ListingColumn): ColumnView {
  const words = column.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return [capital(words), (of) => String(of[column] ?? '') || 'None']
}

/** A listing's texts, next to the approved ones where they differ. */
export function ListingVersions({ listing }: { listing: AdminListingPage }) {
  const { approved, now, categories } = listing
  const rows = viewsOf(now).map(([label, text]) => {
    const before = approved ? text(approved, categories) : null
    const after = text(now, categories)
    return { label, before, after, differs: before !== null && before !== after }
  })
  return (
    <div className="grid gap-6">
      <dl className="divide-y divide-line rounded-xl border border-line bg-card shadow-card">
        {rows.map(({ label, before, after, differs }) => (
          <div key={label} className="grid gap-2 px-4 py-3 sm:grid-cols-[10rem_minmax(0,1fr)] sm:px-5">
            <dt className="text-sm text-muted">
              {label}
              {differs ? (
                <span className="ml-2 sm:mt-1 sm:ml-0 sm:block">
                  <Badge tone="warning">Changed</Badge>
                </span>
              ) : null}
            </dt>
            {differs ? (
              <div className="grid gap-3 md:grid-cols-2">
                <Version label="Approved" look="bg-danger-soft" text={before!} />
                <Version label="Now" look="bg-success-soft" text={after} />
              </div>
            ) : (
              <dd className="wrap-anywhere whitespace-pre-line">{after}</dd>
            )}
          </div>
        ))}
      </dl>
      <Photos listing={listing} />
    </div>
  )
}

function Version({ label, look, text }: { label: string; look: string; text: string }) {
  return (
    <dd className={`rounded-lg px-3 py-2 ${look}`}>
      <span className="block text-sm text-muted">{label}</span>
      <span dir="auto" className="block wrap-anywhere whitespace-pre-line">
        {text}
      </span>
    </dd>
  )
}

/** Its photos, next to the approved ones where they differ. */
function Photos({ listing: { approved, photos, approvedPhotos, title } }: { listing: AdminListingPage }) {
  const approvedIds = approved?.photoIds ?? photos.map(({ id }) => id)
  const nowIds = photos.map(({ id }) => id)
  const differ = approvedIds.join() !== nowIds.join()
  const gone = approvedIds.length - approvedPhotos.length
  return (
    <div>
      <div className="flex items-center gap-3">
        <h3 className="text-lg">Photos</h3>
        {differ ? <Badge tone="warning">Changed</Badge> : null}
      </div>
      {differ ? (
        <div className="mt-2 grid gap-3 md:grid-cols-2">
          <div className="rounded-lg bg-danger-soft px-3 py-2">
            <h4 className="font-sans text-sm font-normal tracking-normal text-muted">Approved</h4>
            <PhotoRow photos={approvedPhotos} alt={`${title}, approved photo`} />
            {gone > 0 ? (
              <p className="mt-2 text-sm text-muted">
                {gone === 1 ? '1 photo that was approved is' : `${gone} photos that were approved are`} gone.
              </p>
            ) : null}
          </div>
          <div className="rounded-lg bg-success-soft px-3 py-2">
            <h4 className="font-sans text-sm font-normal tracking-normal text-muted">Now</h4>
            <PhotoRow photos={photos} alt={`${title}, photo`} isNew={(id) => !approvedIds.includes(id)} />
          </div>
        </div>
      ) : (
        <PhotoRow photos={photos} alt={`${title}, photo`} />
      )}
    </div>
  )
}

function PhotoRow(props: { photos: PhotoRef[]; alt: string; isNew?: (id: string) => boolean }) {
  const { photos, alt, isNew = () => false } = props
  return (
    <ul role="list" className="mt-2 flex flex-wrap gap-3">
      {photos.map((photo, i) => (
        <li key={photo.id} className="grid w-28 justify-items-start gap-1.5">
          <ListingPhoto
            photo={photo}
            alt={`${alt} ${i + 1}`}
            sizes="112px"
            shape="square"
            className="w-28 rounded-md"
          />
          {isNew(photo.id) ? <Badge tone="warning">New</Badge> : null}
        </li>
      ))}
    </ul>
  )
}
