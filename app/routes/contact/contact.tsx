import { Clock, Mail, MapPin } from 'lucide-react'
import { contactForm, contactName, contactThanks } from '#domain/contact/contact-form.ts'
import { sendContactMessage } from '#server/contact/send-contact-message.ts'
import { Card } from '#app/ui/primitives/card.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { answerForm } from '#app/answer-form.ts'
import { pageMeta } from '#app/page-meta.ts'
import { ctxOf, formDataOf } from '#app/request.ts'
import { Link } from '#app/ui/link.tsx'
import { ContactForm } from './contact-form.tsx'
import type { Route } from './+types/contact.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { settings, actor } = ctxOf({ context })
  return {
    siteName: settings.siteName,
    supportEmail: settings.supportEmail,
    kept: settings.kept.contactMessages,
    writer: actor.kind === 'user' ? { name: contactName(actor), email: actor.email } : null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  return answerForm(ctx, await formDataOf(request), {
    schema: contactForm,
    act: (form) => sendContactMessage(ctx, form),
    to: '/contact',
    done: contactThanks,
  })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Contact',
    description: 'How to reach us with a question, a problem or an idea.',
    path: '/contact',
  })

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, supportEmail, kept, writer } = loaderData
  const problem = actionData && 'ok' in actionData && !actionData.ok ? actionData : undefined
  return (
    <div className="page py-10 md:py-16">
      <PageHeading
        title="Contact"
        lead="A question, a problem, an idea: there are people here, and they read."
      />
      <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-[minmax(0,1.5fr)_minmax(18rem,1fr)] lg:gap-14">
        <Card as="section" aria-labelledby="write" padding="lg">
          <h2 id="write" className="mb-5 text-2xl">
            Send us a message
          </h2>
          <ContactForm writer={writer} kept={kept} problem={problem} />
        </Card>
        <div className="grid grid-cols-1 gap-8">
          <div className="grid grid-cols-1 gap-6">
            <Way Icon={Mail} title="Write to us">
              <a
                href={`mailto:${supportEmail}?subject=${encodeURIComponent(`A question about ${siteName}`)}`}
                className="link wrap-anywhere"
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
          </div>
          <section aria-labelledby="helpful" className="rounded-xl bg-sunken p-6">
            <h2 id="helpful" className="text-lg">
              What helps us help you
            </h2>
            <ul className="mt-3 list-disc space-y-2 pl-5 text-sm marker:text-accent">
              <li>For a rental: its order number. It is on your receipt and in your Rental Tracker.</li>
              <li>For a listing: its address from your browser.</li>
              <li>Never your password. We don’t ask for it.</li>
            </ul>
            <p className="mt-4 text-sm">
              Many answers are in the{' '}
              <Link to="/faq" className="link">
                FAQ
              </Link>
              . How we treat your data is in the{' '}
              <Link to="/privacy-policy" className="link">
                Privacy Policy
              </Link>
              .
            </p>
          </section>
        </div>
      </div>
    </div>
  )
}

function Way({ Icon, title, children }: { Icon: typeof Mail; title: string; children: React.ReactNode }) {
  return (
    <div className="flex items-start gap-4">
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <div className="min-w-0">
        <h2 className="text-lg">{title}</h2>
        <p className="wrap-anywhere">{children}</p>
      </div>
    </div>
  )
}
