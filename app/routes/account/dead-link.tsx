import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { AccountCard } from './account-card.tsx'

/** The page for a mailed link that no longer works, with a link to get another. */
export function DeadLink({ askAgain }: { askAgain: { to: string; label: string } }) {
  return (
    <AccountCard title="This link does not work">
      <p>It was used already, has expired, or is not complete.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={askAgain.to}>{askAgain.label}</ButtonLink>
        <ButtonLink to="/" variant="secondary">
          Home
        </ButtonLink>
      </div>
    </AccountCard>
  )
}
