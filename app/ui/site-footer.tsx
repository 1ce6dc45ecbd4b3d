import { Logo } from './brand.tsx'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import { mainPages } from './main-pages.ts'

const support = [
  { to: '/help', label: 'Help' },
  { to: '/faq', label: 'FAQ' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
]

export function SiteFooter({ siteName, supportEmail }: { siteName: string; supportEmail: string }) {
  return (
    <footer data-print="hide" className="mt-20">
      <div aria-hidden="true" className="rooftops" />
      <div className="bg-sunken">
        <div className="page grid gap-10 pt-10 pb-12 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1.5fr]">
          <div className="max-w-xs">
            <Logo siteName={siteName} />
            <p className="mt-4 text-muted">
              <em lang="fil" className="font-semibold text-ink not-italic">
                Hiram
              </em>{' '}
              is Filipino for “to borrow”. Someone on your street already has one.
            </p>
          </div>
          <FooterLinks title="Quick Links" links={mainPages} />
          <FooterLinks title="Support" links={support} />
          <div>
            <h2 className="text-lg">Contact</h2>
            <address className="mt-2 grid not-italic">
              <a
                href={`mailto:${supportEmail}`}
                className="flex min-h-11 items-center gap-2.5 break-all hover:text-accent"
              >
                <Icon name="mail" className="size-5 shrink-0 text-accent" />
                {supportEmail}
              </a>
              <span className="flex min-h-11 items-center gap-2.5">
                <Icon name="place" className="size-5 shrink-0 text-accent" />
                Mandaluyong, Metro Manila
              </span>
            </address>
          </div>
        </div>
      </div>
    </footer>
  )
}

function FooterLinks({ title, links }: { title: string; links: { to: string; label: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-2">
        {links.map((link) => (
          <li key={link.to}>
            <Link to={link.to} className="footer-link">
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
