import { Fragment } from 'react'
import {
  Banknote,
  FileText,
  Flag,
  Handshake,
  HeartPulse,
  LayoutDashboard,
  List,
  ListTodo,
  type LucideIcon,
  Mail,
  NotebookTabs,
  Scale,
  ScrollText,
  Settings,
  Shapes,
  ShieldAlert,
  ShoppingBasket,
  Star,
  Store,
  Tags,
  Undo2,
  UserCog,
  Users,
} from 'lucide-react'
import { Outlet, redirect, useLocation } from 'react-router'
import { adminMenuFor, type PagePath } from '#domain/pages.ts'
import { ProofPage } from '#app/ui/proof-page.tsx'
import type { ProofHandle } from '#app/ui/route-error.tsx'
import { SideNav } from '#app/ui/side-nav.tsx'
import { admit, ctxOf, guard } from '#app/request.ts'
import type { Route } from './+types/layout.ts'

const twoFactor = '/admin/settings/two-factor'

/** Where admins need two-factor log-in, they set it up before any other page. */
const leadToTwoFactor: Route.MiddlewareFunction = ({ context, url }, next) => {
  const { actor } = ctxOf({ context })
  if (actor.kind === 'user' && actor.lacksTwoFactor && url.pathname !== twoFactor) throw redirect(twoFactor)
  return next()
}

export const handle: ProofHandle = { ProofPage }

export const middleware = [guard('admin'), leadToTwoFactor]

export function loader(args: Route.LoaderArgs) {
  const { actor, settings } = admit(args, 'admin')
  const { firstName, lastName, email, picture, adminArea } = actor
  return {
    person: { name: `${firstName} ${lastName}`, email, picture },
    menu: adminMenuFor(adminArea).filter(({ to }) => settings.adminFourEyes || to !== '/admin/proposals'),
  }
}

/** The icons of the menu; a page without one has that of a list. */
const icons: Partial<Record<PagePath, LucideIcon>> = {
  '/admin': LayoutDashboard,
  '/admin/users': Users,
  '/admin/admins': UserCog,
  '/admin/listings': Store,
  '/admin/orders': ShoppingBasket,
  '/admin/claims': ShieldAlert,
  '/admin/book': NotebookTabs,
  '/admin/refunds': Undo2,
  '/admin/payouts': Banknote,
  '/admin/proposals': Handshake,
  '/admin/reconciliation': Scale,
  '/admin/reviews': Star,
  '/admin/reports': Flag,
  '/admin/contact-messages': Mail,
  '/admin/jobs': ListTodo,
  '/admin/health': HeartPulse,
  '/admin/categories': Shapes,
  '/admin/tags': Tags,
  '/admin/content': FileText,
  '/admin/audit-log': ScrollText,
  '/admin/settings': Settings,
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  // A new page for each address: what was typed about one person must not stand in the form of another.
  const { pathname } = useLocation()
  return (
    <div className="page grid grid-cols-1 gap-8 py-6 md:py-10 lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <SideNav
        label="Admin"
        person={loaderData.person}
        links={loaderData.menu.map((link) => ({
          ...link,
          Icon: icons[link.to] ?? List,
          end: link.to === '/admin',
        }))}
      />
      <div className="min-w-0">
        <Fragment key={pathname}>
          <Outlet />
        </Fragment>
      </div>
    </div>
  )
}
