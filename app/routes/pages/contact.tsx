import { Clock, Mail, MapPin } from 'lucide-react'
import { Link } from 'react-router'
import { Card } from '#app/ui/primitives/card.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { ctxOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import type { Route } from './+types/contact.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { settings } = ctxOf({ context })
  return { siteName: settings.siteName, supportEmail: settings.supportEmail }
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf('Contact', matches) },
  { name: 'description', content: 'How to reach us with a question, a problem or an idea.' },
]

export default function Contact({ loaderData }: Route.ComponentProps) {
  const { siteName, supportEmail } = loaderData
  return (
    <div className="page max-w-4xl py-10 md:py-16">
      <PageHeading
        title="Contact"
        lead="A question, a problem, an idea: there are people here, and they read."
      />
      <address className="grid gap-5 not-italic sm:grid-cols-3">
        <Way Icon={Mail} title="Write to us">
          <a
            href={`mailto:${supportEmail}?subject=${encodeURIComponent(`A question about ${siteName}`)}`}
            className="link break-words"
          >
            {supportEmail}
          </a>
        </Way>
        <Way Icon={Clock} title="When we answer">
          Monday to Saturday, 9 AM to 6 PM, mostly on the same day.
        </Way>
        <Way Icon={MapPin} title="Where we are">
          Mandaluyong, Metro Manila
        </Way>
      </address>
      <section aria-labelledby="helpful" className="prose mt-12">
        <h2 id="helpful">What helps us help you</h2>
        <ul>
          <li>
            For a rental: its order number. It is on your receipt and in your Rental Tracker, such as
            cod-1763690000000.
          </li>
          <li>For a listing: its address from your browser.</li>
          <li>Never your password. We don’t ask for it.</li>
        </ul>
        <p>
          Many answers are in the <Link to="/faq">FAQ</Link>. How we treat your data is in the{' '}
          <Link to="/privacy-policy">Privacy Policy</Link>.
        </p>
      </section>
    </div>
  )
}

function Way({ Icon, title, children }: { Icon: typeof Mail; title: string; children: React.ReactNode }) {
  return (
    <Card>
      <span className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <h2 className="mt-4 text-lg">{title}</h2>
      <p className="mt-1">{children}</p>
    </Card>
  )
}
