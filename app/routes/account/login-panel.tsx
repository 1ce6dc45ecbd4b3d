import { KeyRound, ShieldCheck, ShoppingBasket } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from '#app/ui/link.tsx'
import { LogInForm } from './log-in-form.tsx'
import { portalHref, type PortalState } from './portal-state.ts'
import { SignUpForm } from './sign-up-form.tsx'

type Props = {
  state: PortalState
  /** The random key of the sign-up on the page; in the modal scripts see that it is sent once. */
  formKey?: string | null
  /** Set in the modal, where the steps don't navigate. */
  onChange?: (state: PortalState) => void
}

/** The choice screen, then a portal with its tabs. */
export function LoginPanel({ state, formKey = null, onChange }: Props) {
  const choice = (to: PortalState) => ({
    to: portalHref(to),
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      if (!onChange) return
      event.preventDefault()
      onChange(to)
    },
  })
  const { next } = state
  if (!state.portal) {
    return (
      <nav aria-label="Choose your portal">
        <p className="mb-5 text-muted">How would you like to come in?</p>
        <ul className="grid grid-cols-1 gap-3">
          <Choice
            {...choice({ portal: 'renter', tab: 'login', next })}
            icon={<ShoppingBasket />}
            title="I’m a Renter"
          >
            Borrow what you need from people nearby.
          </Choice>
          <Choice
            {...choice({ portal: 'owner', tab: 'login', next })}
            icon={<KeyRound />}
            title="I’m an Owner"
          >
            Lend what you have and earn from it.
          </Choice>
          <Choice
            {...choice({ portal: 'admin', tab: 'login', next })}
            icon={<ShieldCheck />}
            title="I’m an Admin"
          >
            Keep the neighbourhood in order.
          </Choice>
        </ul>
      </nav>
    )
  }
  const { portal, tab } = state
  return (
    <div>
      {portal === 'admin' ? null : (
        <nav aria-label={`${portal === 'renter' ? 'Renter' : 'Owner'} portal`} className="mb-6">
          <ul className="flex flex-wrap gap-1 border-b border-line">
            <Tab {...choice({ portal, tab: 'login', next })} current={tab === 'login'}>
              Login
            </Tab>
            <Tab {...choice({ portal, tab: 'signup', next })} current={tab === 'signup'}>
              Sign Up
            </Tab>
          </ul>
        </nav>
      )}
      {tab === 'signup' && portal !== 'admin' ? (
        <SignUpForm key={portal} role={portal} {...{ next, formKey }} inModal={onChange !== undefined} />
      ) : (
        <LogInForm key={portal} portal={portal} next={next} inModal={onChange !== undefined} />
      )}
      <p className="mt-6 text-center">
        <Link
          {...choice({ portal: null, tab: 'login', next })}
          className="inline-flex min-h-11 items-center px-2 text-muted underline underline-offset-4 hover:text-ink"
        >
          Choose another portal
        </Link>
      </p>
    </div>
  )
}

type PortalLink = { to: string; onClick: (event: MouseEvent<HTMLAnchorElement>) => void }

function Choice({
  icon,
  title,
  children,
  ...link
}: PortalLink & { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li>
      <Link
        {...link}
        className={
          'flex min-h-20 flex-wrap items-center gap-4 rounded-xl border border-line-strong bg-card px-5 py-4 ' +
          'transition-colors hover:border-accent hover:bg-accent-soft'
        }
      >
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent [&>svg]:size-5.5"
        >
          {icon}
        </span>
        <span className="min-w-0 grow basis-40 wrap-anywhere">
          <span className="block text-lg font-semibold">{title}</span>
          <span className="block text-muted">{children}</span>
        </span>
      </Link>
    </li>
  )
}

function Tab({ current, children, ...link }: PortalLink & { current: boolean; children: ReactNode }) {
  return (
    <li>
      <Link
        {...link}
        preventScrollReset
        aria-current={current ? 'page' : undefined}
        className={
          '-mb-px flex min-h-11 items-center border-b-3 border-transparent px-4 font-semibold ' +
          'text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-accent'
        }
      >
        {children}
      </Link>
    </li>
  )
}
