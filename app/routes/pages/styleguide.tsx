import { useState, type ReactNode } from 'react'
import { Heart, Plus } from 'lucide-react'
import { ctxOf, noSuchPage } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { HeaderSearch } from '#app/routes/catalogue/header-search.tsx'
import { AboutTeaser, Hero } from '#app/routes/catalogue/hero.tsx'
import { ListingCard, ListingCardSkeleton, ListingGrid, type ListingCardData } from '#app/ui/listing-card.tsx'
import { PriceBreakdown } from '#app/ui/price-breakdown.tsx'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { Button, ButtonLink, IconButton } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { ConfirmDialog } from '#app/ui/primitives/confirm-dialog.tsx'
import { Dialog } from '#app/ui/primitives/dialog.tsx'
import type { EmptyArtName } from '#app/ui/primitives/empty-art.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import {
  Checkbox,
  Field,
  FormError,
  PasswordField,
  PesoField,
  RadioCards,
  Select,
  TextArea,
} from '#app/ui/primitives/field.tsx'
import { LoadingDots } from '#app/ui/primitives/loading-dots.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { LinkTabs } from '#app/ui/primitives/tabs.tsx'
import { SiteFooter } from '#app/ui/site-footer.tsx'
import { SiteHeader } from '#app/ui/site-header.tsx'
import { ListingStatusBadge, RentalStatusBadge, VerificationBadge } from '#app/ui/status-badge.tsx'
import { ToastArea, ToastProvider, useToast } from '#app/ui/toasts.tsx'
import type { Route } from './+types/styleguide.ts'

/** For developers only; it does not exist for visitors. */
export function loader({ context }: Route.LoaderArgs) {
  if (ctxOf({ context }).settings.mode !== 'dev') throw noSuchPage()
  return null
}

export const handle = { bare: true }

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Style guide', matches) }]

/** All components of the pages, on one page. */
export default function Styleguide() {
  return (
    <ToastProvider isLoggedIn={false}>
      <SiteHeader
        siteName="Hiram"
        user={null}
        cartCount={2}
        showCart
        searchBox={<HeaderSearch isAdmin={false} />}
      />
      <Hero siteName="Hiram" listingCount={1248} />
      <main id="main" tabIndex={-1} className="page mt-14 grid gap-16">
        <PageHeading
          title="Style guide"
          lead="Warm paper, ink, one green. What the pages are made of, and how the pieces look together."
          actions={<ButtonLink to="/products">Products</ButtonLink>}
        />
        <Part title="Colours">
          <Colours />
        </Part>
        <Part title="Type">
          <Type />
        </Part>
        <Part title="Buttons">
          <Buttons />
        </Part>
        <Part title="Forms">
          <Forms />
        </Part>
        <Part title="Messages">
          <Messages />
        </Part>
        <Part title="Status">
          <Statuses />
        </Part>
        <Part title="Listings">
          <Listings />
        </Part>
        <Part title="Sums">
          <Card className="max-w-md">
            <PriceBreakdown
              lines={[
                { label: 'Four-person tent', centavos: 135000, note: '3 days at ₱450.00' },
                { label: 'Delivery', centavos: 1500 },
                { label: 'Service fee', centavos: 6825, note: '5 % of the subtotal' },
              ]}
              total={{ label: 'Total', centavos: 143325 }}
            />
          </Card>
        </Part>
        <Part title="Nothing here yet">
          <EmptyStates />
        </Part>
        <Part title="Moving between pages">
          <LinkTabs
            label="Rentals"
            tabs={[
              { to: '/styleguide', label: 'Pending', current: true },
              { to: '/styleguide?tab=active', label: 'Active', current: false },
              { to: '/styleguide?tab=completed', label: 'Completed', current: false },
            ]}
          />
        </Part>
      </main>
      <div className="mt-20">
        <AboutTeaser siteName="Hiram" />
      </div>
      <SiteFooter siteName="Hiram" supportEmail="support@example.ph" />
      <ToastArea isLoggedIn={false} />
    </ToastProvider>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-6 text-2xl">{title}</h2>
      {children}
    </section>
  )
}

const swatches = [
  ['paper', 'bg-paper'],
  ['card', 'bg-card'],
  ['sunken', 'bg-sunken'],
  ['line', 'bg-line'],
  ['line-strong', 'bg-line-strong'],
  ['muted', 'bg-muted'],
  ['ink', 'bg-ink'],
  ['accent', 'bg-accent'],
  ['accent-soft', 'bg-accent-soft'],
  ['info', 'bg-info'],
  ['info-soft', 'bg-info-soft'],
  ['warning', 'bg-warning'],
  ['warning-soft', 'bg-warning-soft'],
  ['danger', 'bg-danger'],
  ['danger-soft', 'bg-danger-soft'],
] as const

function Colours() {
  return (
    <ul role="list" className="grid grid-cols-3 gap-4 sm:grid-cols-5 lg:grid-cols-8">
      {swatches.map(([name, look]) => (
        <li key={name}>
          <span className={`block h-16 rounded-lg border border-line ${look}`} />
          <span className="text-sm">{name}</span>
        </li>
      ))}
    </ul>
  )
}

function Type() {
  return (
    <div className="grid gap-4">
      <p className="font-display text-4xl font-bold">Hiram muna, bili mamaya</p>
      <p className="font-display text-3xl font-semibold">Complete Your Rental</p>
      <p className="font-display text-2xl font-semibold">Popular Items</p>
      <p className="font-display text-xl font-semibold">Four-person tent, Peñafrancia Street</p>
      <p className="prose-width text-lg">Large: a sentence or two that leads into a page.</p>
      <p className="prose-width">
        Body: Señora Muñoz lends her sewing machine from Barangay Highway Hills for ₱250.00 a day, and a
        cordless drill for ₱1,234.50.{' '}
        <a href="#main" className="link">
          A link in a sentence
        </a>{' '}
        looks like this.
      </p>
      <p className="text-sm text-muted">Small and quiet: facts beside the facts. 0123456789</p>
    </div>
  )
}

function Buttons() {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button type="button">Add to Cart</Button>
        <Button type="button" variant="secondary">
          Chat with Owner
        </Button>
        <Button type="button" variant="quiet">
          Not now
        </Button>
        <Button type="button" variant="danger">
          Delete
        </Button>
        <IconButton label="Add Tent to favourites" variant="secondary">
          <Heart aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="button" size="lg">
          <Plus aria-hidden="true" className="size-5" />
          Add New Listing
        </Button>
        <Button type="button" size="sm" variant="secondary">
          Small
        </Button>
        <Button type="button" busy busyText="Processing...">
          Pay
        </Button>
        <Button type="button" disabled>
          Disabled
        </Button>
      </div>
    </div>
  )
}

function Forms() {
  return (
    <form className="grid gap-6 md:grid-cols-2" onSubmit={(event) => event.preventDefault()}>
      <Field label="Title" name="title" required defaultValue="Four-person tent" />
      <Field
        label="Email"
        name="email"
        type="email"
        required
        error="Please enter an email address, such as ana@example.ph."
        defaultValue="ana@"
      />
      <PesoField label="Price per day" name="price" required hint="₱, for example 250.00" />
      <Select
        label="Category"
        name="category"
        options={[
          { value: 'camping', label: 'Camping' },
          { value: 'tools', label: 'Tools' },
        ]}
      />
      <PasswordField label="Password" name="password" defaultValue="kapitbahay" />
      <Field label="Email on file" name="readonly" readOnly defaultValue="ana@example.ph" />
      <TextArea label="Description" name="description" placeholder="What is it, and what comes with it?" />
      <RadioCards
        legend="Delivery"
        name="delivery"
        defaultValue="pickup"
        options={[
          { value: 'pickup', label: 'Pick up', hint: 'Meet the owner in Mandaluyong' },
          { value: 'deliver', label: 'Delivery', hint: '₱15.00, to your door' },
          { value: 'courier', label: 'Courier', hint: 'Not in this neighbourhood yet', disabled: true },
        ]}
      />
      <Checkbox label="I have read and agree to all terms." name="agree" error="Please tick this to go on." />
      <FormError>We could not save that. Please look at the fields marked above.</FormError>
    </form>
  )
}

function Messages() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  const toast = useToast()
  return (
    <div className="grid gap-4">
      <Alert tone="info" title="Hello">
        Rentals are counted in whole days, Manila time.
      </Alert>
      <Alert tone="success">Your listing waits for review.</Alert>
      <Alert tone="warning" title="Due back today">
        The tent is expected by 6 in the evening.
      </Alert>
      <Alert tone="error">This payment did not go through. Nothing was charged.</Alert>
      <div className="flex flex-wrap gap-3">
        <Button type="button" variant="secondary" onClick={() => setOpen('dialog')}>
          Open a dialog
        </Button>
        <Button type="button" variant="secondary" onClick={() => setOpen('confirm')}>
          Ask before deleting
        </Button>
        <Button
          type="button"
          variant="secondary"
          onClick={() => toast({ kind: 'success', text: 'Added to your cart.' })}
        >
          Success toast
        </Button>
        <Button
          type="button"
          variant="secondary"
          onClick={() => toast({ kind: 'error', text: 'You cannot rent your own item.' })}
        >
          Error toast
        </Button>
      </div>
      <Dialog open={open === 'dialog'} onClose={() => setOpen(null)} title="Leave a Review">
        <p className="text-muted">How was it to borrow from Lola Remy?</p>
        <div className="mt-4 grid gap-4">
          <TextArea label="Your review" name="review" required />
          <Button type="button" onClick={() => setOpen(null)}>
            Send
          </Button>
        </div>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={() => setOpen(null)}
        title="Delete this listing?"
        message="Are you sure you want to delete this listing? This action cannot be undone."
        confirmLabel="Delete"
        danger
        formProps={{ method: 'get', action: '/styleguide' }}
      />
      <div className="grid grid-cols-2 gap-6">
        <LoadingDots label="Loading Profile..." showLabel />
      </div>
    </div>
  )
}

function Statuses() {
  return (
    <div className="flex flex-wrap gap-2.5">
      {(['Pending', 'Approved', 'Active', 'Completed', 'Rejected', 'Cancelled'] as const).map((status) => (
        <RentalStatusBadge key={status} status={status} />
      ))}
      {(['available', 'approved', 'rejected', 'unavailable'] as const).map((status) => (
        <ListingStatusBadge key={status} status={status} />
      ))}
      {(['unverified', 'verified', 'rejected'] as const).map((status) => (
        <VerificationBadge key={status} status={status} />
      ))}
      <Badge tone="accent">New</Badge>
    </div>
  )
}

const tent: ListingCardData = {
  id: 'tent',
  title: 'Four-person tent with groundsheet',
  pricePerDayCentavos: 45000,
  ownerName: 'Remy Dela Cruz',
  categoryName: 'Camping',
  location: 'Mandaluyong, Metro Manila',
  ratingAverage: 4.8,
  ratingCount: 12,
  isFavorite: false,
  photo: null,
}

function Listings() {
  return (
    <ListingGrid label="Examples">
      <ListingCard listing={tent} />
      <ListingCard
        listing={{
          ...tent,
          id: 'drill',
          isFavorite: null,
          ratingCount: 0,
          title: 'Cordless drill',
          categoryName: 'Tools',
          pricePerDayCentavos: 123450,
        }}
        badge={<ListingStatusBadge status="available" />}
        footer={
          <div className="flex gap-2">
            <Button type="button" size="sm" variant="secondary">
              Edit
            </Button>
            <Button type="button" size="sm" variant="quiet">
              Delete
            </Button>
          </div>
        }
      />
      <ListingCardSkeleton />
    </ListingGrid>
  )
}

const arts: [EmptyArtName, string][] = [
  ['shelf', "You haven't listed any items yet..."],
  ['basket', 'Your cart is empty'],
  ['calendar', 'No rentals yet'],
  ['letter', 'No messages yet'],
  ['key', 'Please Login'],
]

function EmptyStates() {
  return (
    <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {arts.map(([art, title]) => (
        <Card key={art} padding="none">
          <EmptyState
            art={art}
            title={title}
            headingLevel={3}
            action={<Button type="button">Browse Items</Button>}
          >
            <p>A kind word about what belongs here.</p>
          </EmptyState>
        </Card>
      ))}
    </div>
  )
}
