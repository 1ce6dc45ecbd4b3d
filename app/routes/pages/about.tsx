import { useRouteLoaderData } from 'react-router'
import { HandHeart, Leaf, ShieldCheck, Users } from 'lucide-react'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { pageMeta } from '#app/page-meta.ts'
import { siteNameOf } from '#app/title.ts'
import type { Route } from './+types/about.ts'

const values = [
  {
    Icon: ShieldCheck,
    name: 'Trust',
    text:
      'You know whose door you knock on. Both sides see the same dates, the same price and the same ' +
      'agreement, and what was agreed stays written down.',
  },
  {
    Icon: Leaf,
    name: 'Sustainability',
    text:
      'The greenest drill is the one that already exists. Each rental is one thing less to make, ship, ' +
      'store and throw away.',
  },
  {
    Icon: Users,
    name: 'Community',
    text:
      'Bayanihan began with carrying a neighbour’s house. We begin with a tent, a ladder, a gown, and ' +
      'with knowing each other’s names.',
  },
  {
    Icon: HandHeart,
    name: 'Quality',
    text:
      'We look over every listing before it is shown. Clean, working, and as described: the way you ' +
      'would lend to a friend.',
  },
]

const team = [
  {
    name: 'Isabel Navarro',
    role: 'Listens to owners and renters',
    picture: 1,
    text: 'Lends out her sewing machine and two cots.',
  },
  {
    name: 'Marco Evangelista',
    role: 'Builds the site',
    picture: 2,
    text: 'Has rented one guitar eleven times and may yet buy it.',
  },
  {
    name: 'Tala Ramirez',
    role: 'Looks over each listing',
    picture: 3,
    text: 'Can tell a good tent by its zip.',
  },
  {
    name: 'Anton Villareal',
    role: 'Keeps promises and books',
    picture: 4,
    text: 'Knows every hardware store from Boni to Shaw.',
  },
]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'About',
    description: 'Who we are, and why neighbours should lend each other what rests in their cupboards.',
    path: '/about',
  })

export default function About() {
  const siteName = siteNameOf(useRouteLoaderData('root'))
  return (
    <div className="page py-10 md:py-16">
      <h1 tabIndex={-1} className="max-w-[16ch] text-4xl font-bold">
        Borrow more, buy less, know your neighbours.
      </h1>
      <div className="mt-10 grid gap-x-14 gap-y-12 lg:grid-cols-[1.35fr_1fr]">
        <section aria-labelledby="story" className="prose">
          <h2 id="story" className="mt-0!">
            Our story
          </h2>
          <p>
            It started with a hole in a wall. One of us needed a hammer drill for a single shelf, the cheapest
            one cost more than the shelf, and three floors down a neighbour had one that had not left its box
            since Christmas. He would not take money. He took a bag of pandesal, and told us about his other
            tools.
          </p>
          <p>
            <em lang="fil">Hiram</em> is Filipino for “to borrow”. Our grandparents did it across the fence,
            with a pot or a pump. In a condominium of eight hundred doors nobody knows which one to knock on.
            So we made a place where you can see it: what is near, for how much a day, and when it is free.
          </p>
          <p>
            We began in Mandaluyong with a spreadsheet and forty things. {siteName} is what that spreadsheet
            became: open to everyone with something to lend, and to everyone who needs it only for the
            weekend.
          </p>
        </section>
        <div className="flex flex-col gap-5">
          <Card as="section" aria-labelledby="mission" className="grow">
            <h2 id="mission" className="text-xl">
              Our mission
            </h2>
            <p className="mt-2">
              To make borrowing from a neighbour as easy as buying from a stranger: fair by the day, clear in
              its terms, and safe for both.
            </p>
          </Card>
          <Card as="section" aria-labelledby="vision" className="grow">
            <h2 id="vision" className="text-xl">
              Our vision
            </h2>
            <p className="mt-2">
              A Philippines where every barangay owns one of everything, together, and no good thing spends
              its life in a cupboard.
            </p>
          </Card>
        </div>
      </div>

      <section aria-labelledby="values" className="mt-16">
        <h2 id="values" className="text-2xl">
          What we hold to
        </h2>
        <ul role="list" className="mt-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
          {values.map(({ Icon, name, text }) => (
            <Card as="li" key={name}>
              <span className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent">
                <Icon aria-hidden="true" className="size-6" />
              </span>
              <h3 className="mt-4 text-[min(var(--text-lg),8.5vw)]/normal">{name}</h3>
              <p className="mt-1.5 text-sm text-muted">{text}</p>
            </Card>
          ))}
        </ul>
      </section>

      <section aria-labelledby="team" className="mt-16">
        <h2 id="team" className="text-2xl">
          The four of us
        </h2>
        <ul role="list" className="mt-6 grid gap-x-5 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {team.map(({ name, role, picture, text }) => (
            <li key={name} className="flex flex-wrap items-start gap-4 lg:flex-col lg:flex-nowrap">
              <img
                src={`/avatars/${picture}.svg`}
                alt=""
                width={112}
                height={112}
                loading="lazy"
                className="size-20 shrink-0 rounded-full bg-sunken lg:size-28"
              />
              <div className="min-w-[min(100%,11rem)] grow basis-0 wrap-anywhere lg:min-w-0 lg:grow-0 lg:basis-auto">
                <h3 className="text-lg">{name}</h3>
                <p className="font-medium text-accent">{role}</p>
                <p className="mt-1 text-sm text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>

      <section
        aria-labelledby="join"
        className="mt-16 flex flex-wrap items-center justify-between gap-6 rounded-2xl bg-accent-soft p-6 sm:p-10"
      >
        <div>
          <h2 id="join" className="text-2xl">
            What rests in your cupboard?
          </h2>
          <p className="mt-1">Someone near you may need it this Saturday.</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/products">Browse Items</ButtonLink>
          <ButtonLink to="/contact" variant="secondary">
            Talk to us
          </ButtonLink>
        </div>
      </section>
    </div>
  )
}
