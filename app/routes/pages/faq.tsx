import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatPeso } from '#domain/money.ts'
import { DELIVERY_FEE_CENTAVOS, durations, SERVICE_FEE_PERCENT } from '#domain/pricing/pricing.ts'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { pageMeta, structured } from '#app/page-meta.ts'
import { faqData } from './faq-data.ts'
import type { Route } from './+types/faq.ts'

const days = `${durations.slice(0, -1).join(', ')} or ${durations.at(-1)}`

const questions: { question: string; answer: ReactNode }[] = [
  {
    question: 'How do I rent an item?',
    answer: (
      <>
        <p>
          Find what you need under <Link to="/products">Products</Link>. On its page choose {days} days,
          pick-up or delivery, and the day you want to start, then add it to your cart.
        </p>
        <p>
          At checkout you read and accept the rental agreement and place your order. The owner then approves
          or rejects it, and you can follow each rental in your Rental Tracker. Until it is approved, and up
          to the day before an approved rental starts, you can cancel it there.
        </p>
      </>
    ),
  },
  {
    question: 'What does it cost, and how do I pay?',
    answer: (
      <>
        <p>
          The rental cost is the price per day times the days. We add a service fee of {SERVICE_FEE_PERCENT}%
          of the rental cost. Picking up is free; delivery is {formatPeso(DELIVERY_FEE_CENTAVOS)} an item. You
          see every line before you place the order, and again on your receipt.
        </p>
        <p>With Cash on Delivery you pay when you get the item. Please prepare the exact amount.</p>
      </>
    ),
  },
  {
    question: 'How do I lend out what I own?',
    answer: (
      <>
        <p>
          Sign up as an owner and open My Listings in your profile. Add photos, a price per day, a description
          and, if you like, terms of your own. We look over each new listing before it is shown.
        </p>
        <p>
          When someone asks for it, you approve or reject the request. Mark the rental as active when you hand
          the item over and as returned when it is back. If something comes back damaged, the agreement says
          that the renter may owe extra charges; write to us and we will help you both.
        </p>
      </>
    ),
  },
]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'FAQ',
    description:
      'How renting works, what it costs, and how to lend out what you own: the questions we hear most.',
    path: '/faq',
    more: [structured(faqData(questions))],
  })

export default function Faq() {
  return (
    <div className="page max-w-3xl py-10 md:py-16">
      <PageHeading title="Frequently Asked Questions" lead="The three that we hear most." />
      <div className="grid gap-4">
        {questions.map(({ question, answer }, index) => (
          <details
            key={question}
            open={index === 0}
            name="faq"
            className="group overflow-hidden rounded-xl border border-line bg-card shadow-card"
          >
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-5 py-3 focus-visible:rounded-xl [&::-webkit-details-marker]:hidden">
              <h2 className="text-lg">{question}</h2>
              <ChevronDown
                aria-hidden="true"
                className="size-5 shrink-0 text-accent transition-transform group-open:rotate-180"
              />
            </summary>
            {/* Never higher than 200 px: what doesn’t fit is scrolled to, also by keyboard. */}
            <section
              aria-label={question}
              tabIndex={0}
              className="scroll-shade prose max-h-[200px] max-w-none overflow-y-auto overscroll-contain border-t border-line px-5 py-4 text-sm -outline-offset-2 focus-visible:rounded-b-xl"
            >
              {answer}
            </section>
          </details>
        ))}
      </div>
      <p className="mt-10 text-muted">
        Something else?{' '}
        <Link to="/contact" className="link">
          Contact us
        </Link>
        , we are happy to help.
      </p>
    </div>
  )
}
