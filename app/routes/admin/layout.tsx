import { Fragment } from 'react'
import {
  Banknote,
  FileText,
  Flag,
  Handshake,
  HeartPulse,
  LayoutDashboard,
  ListTodo,
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
import { mayAdminOpen, type PagePath, pagePaths } from '#domain/pages.ts'
import { ProofPage } from '#app/ui/proof-page.tsx'
import type { ProofHandle } from '#app/ui/route-error.tsx'
import { SideNav, type SideLink } from '#app/ui/side-nav.tsx'
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
    openPages: pagePaths.filter(
      (path) =>
        path.startsWith('/admin') &&
        mayAdminOpen(adminArea, path) &&
        (settings.adminFourEyes || path !== '/admin/proposals'),
    ),
  }
}

const links: (SideLink & { to: PagePath })[] = [
  { to: '/admin', label: 'Overview', Icon: LayoutDashboard, end: true },
  { to: '/admin/users', label: 'Users', Icon: Users },
  { to: '/admin/admins', label: 'Admins', Icon: UserCog },
  { to: '/admin/listings', label: 'Listings', Icon: Store },
  { to: '/admin/orders', label: 'Orders', Icon: ShoppingBasket },
  { to: '/admin/claims', label: 'Deposit claims', Icon: ShieldAlert },
  { to: '/admin/book', label: 'Book', Icon: NotebookTabs },
  { to: '/admin/refunds', label: 'Refunds', Icon: Undo2 },
  { to: '/admin/payouts', label: 'Payouts', Icon: Banknote },
  { to: '/admin/proposals', label: 'Proposals', Icon: Handshake },
  { to: '/admin/reconciliation', label: 'Reconciliation', Icon: Scale },
  { to: '/admin/reviews', label: 'Reviews', Icon: Star },
  { to: '/admin/reports', label: 'Reports', Icon: Flag },
  { to: '/admin/contact-messages', label: 'Contact messages', Icon: Mail },
  { to: '/admin/jobs', label: 'Jobs', Icon: ListTodo },
  { to: '/admin/health', label: 'Health', Icon: HeartPulse },
  { to: '/admin/categories', label: 'Categories', Icon: Shapes },
  { to: '/admin/tags', label: 'Tags', Icon: Tags },
  { to: '/admin/content', label: 'Content', Icon: FileText },
  { to: '/admin/audit-log', label: 'Audit log', Icon: ScrollText },
  { to: '/admin/settings', label: 'Settings', Icon: Settings },
]

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  // A new page for each address: what was typed about one person must not stand in the form of another.
  const { pathname } = useLocation()
  return (
    <div className="page grid grid-cols-1 gap-8 py-6 md:py-10 lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <SideNav
        label="Admin"
        person={loaderData.person}
        links={links.filter(({ to }) => loaderData.openPages.includes(to))}
      />
      <div className="min-w-0">
        <Fragment key={pathname}>
          <Outlet />
        </Fragment>
      </div>
    </div>
  )
}
