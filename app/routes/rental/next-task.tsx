import type { ReactNode } from 'react'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyArt, type EmptyArtName } from '#app/ui/primitives/empty-art.tsx'
import type { DashboardFigures } from '#server/rental/queries.ts'

type Task = { art: EmptyArtName; title: string; text: string; actions: ReactNode }

/** The most important next task of a person. */
export function NextTask({ lends, figures }: { lends: boolean; figures: DashboardFigures }) {
  const { art, title, text, actions } = lends ? ownersNextTask(figures) : rentersNextTask(figures)
  return (
    <section
      aria-labelledby="next-step"
      className={
        'mt-8 flex flex-col items-center gap-6 rounded-xl border border-line bg-accent-soft p-6 ' +
        'text-center sm:flex-row sm:text-left'
      }
    >
      <EmptyArt name={art} />
      <div>
        <h2 id="next-step" className="text-xl">
          {title}
        </h2>
        <p className="mt-1 max-w-prose">{text}</p>
        <div className="mt-4 flex flex-wrap justify-center gap-3 sm:justify-start">{actions}</div>
      </div>
    </section>
  )
}

const browse = (
  <ButtonLink to="/products" variant="secondary">
    Browse Items
  </ButtonLink>
)

function ownersNextTask({ waitingRequests, totalListings }: DashboardFigures): Task {
  if (waitingRequests > 0)
    return {
      art: 'letter',
      title:
        waitingRequests === 1
          ? '1 request waits for your answer'
          : `${waitingRequests} requests wait for your answer`,
      text: 'Someone would like to borrow from you. Approve or reject in time: what nobody answers is rejected.',
      actions: <ButtonLink to="/profile/rental-tracker">Answer requests</ButtonLink>,
    }
  if (totalListings === 0)
    return {
      art: 'shelf',
      title: 'List your first item',
      text: 'A photo, a price a day and a few words are enough. We look it over, and then the neighbours can find it.',
      actions: <ButtonLink to="/profile/listings?add=1">Add New Listing</ButtonLink>,
    }
  return {
    art: 'calendar',
    title: 'You’re all caught up',
    text: 'No request waits for your answer. Have something else that rests most of the year?',
    actions: (
      <>
        <ButtonLink to="/profile/listings?add=1">Add New Listing</ButtonLink>
        {browse}
      </>
    ),
  }
}

function rentersNextTask({ activeRentals, hasRented }: DashboardFigures): Task {
  if (activeRentals > 0)
    return {
      art: 'calendar',
      title: activeRentals === 1 ? 'You have 1 thing on loan' : `You have ${activeRentals} things on loan`,
      text: 'The tracker knows when each is due back.',
      actions: (
        <>
          <ButtonLink to="/profile/rental-tracker">Open Rental Tracker</ButtonLink>
          {browse}
        </>
      ),
    }
  return {
    art: 'basket',
    title: hasRented ? 'What do you need next?' : 'Borrow your first thing',
    text: 'A tent for the long weekend, a drill for one hole: somebody near you already has one.',
    actions: (
      <>
        <ButtonLink to="/products">Browse Items</ButtonLink>
        <ButtonLink to="/profile/become-owner" variant="secondary">
          Start lending
        </ButtonLink>
      </>
    ),
  }
}
