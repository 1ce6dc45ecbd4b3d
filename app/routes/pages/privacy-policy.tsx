import { ctxOf } from '#app/request.ts'
import { pageMeta } from '#app/page-meta.ts'
import { policyRows } from '#domain/retention/policy.ts'
import { Link } from '#app/ui/link.tsx'
import { ProcessorTable } from './processor-table.tsx'
import { RetentionTable } from './retention-table.tsx'
import type { Route } from './+types/privacy-policy.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { settings } = ctxOf({ context })
  const { on, gemini } = settings.assistant
  return {
    siteName: settings.siteName,
    supportEmail: settings.supportEmail,
    takesPayments: settings.payments !== null,
    hasAssistant: on,
    asksGoogle: on && gemini !== null,
    usesPush: settings.push !== null,
    retention: policyRows(settings.kept),
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Privacy Policy',
    description: 'What we keep about you, why, for how long, and what you can ask of us.',
    path: '/privacy-policy',
  })

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  const { siteName, supportEmail, takesPayments, hasAssistant, asksGoogle, usesPush, retention } = loaderData
  const mail = <a href={`mailto:${supportEmail}?subject=Privacy`}>{supportEmail}</a>
  return (
    <div className="page py-10 md:py-16">
      <article className="prose mx-auto">
        <h1 tabIndex={-1} className="text-3xl">
          Privacy Policy
        </h1>
        <p className="text-lg text-muted">
          In short: we keep what is needed to let neighbours rent to each other, show each side only what they
          need, sell nothing, and show no advertising. In force since November 21, 2026.
        </p>

        <h2>Who is responsible</h2>
        <p>
          {siteName}, Mandaluyong, Metro Manila, is the personal information controller under the Data Privacy
          Act of 2012 (Republic Act No. 10173). Our data protection officer answers at {mail}.
        </p>

        <h2>What we keep, and why</h2>
        <ul>
          <li>
            <strong>Your account:</strong> first and last name, email, username, whether you rent or own, your
            picture, and when you joined, to know you again and to show the other side whom they deal with.
            Your place, if you give it, stays on your own profile. Of your password we keep only a scrambled
            form that nobody can read back.
          </li>
          <li>
            <strong>Your listings:</strong> what you write about them, their photos, price and place. Before
            we keep a photo we remove what the camera wrote into it, such as where it was taken.
          </li>
          <li>
            <strong>Where things are handed over:</strong> the delivery address or pick-up place and the
            mobile number you give, so that the two of you find each other. Only the other side of the rental
            sees them, from the approval until 30 days after its end, and our admins where a case needs it.
          </li>
          <li>
            <strong>Your cart, orders and rentals:</strong> what, from whom, when, for how much and how it
            went, with the agreement exactly as you accepted it, so that both sides and the law can rely on
            it.
          </li>
          {takesPayments ? (
            <li>
              <strong>Your payments online:</strong> how much, when, by which method and PayMongo’s number for
              it, to confirm your order, to pay you back and to keep our books. You enter your card or wallet
              on PayMongo’s page; it never reaches us.
            </li>
          ) : null}
          <li>
            <strong>What you write to others:</strong> your conversations with owners and renters, so that
            both can read what was agreed, and your reviews, so that others know what to expect.
          </li>
          <li>
            <strong>Reports and blocks:</strong> whom or which message, listing or review you reported, with
            its words at that time and your reason, and whom you blocked, to keep people safe from spam, fraud
            and harassment.
          </li>
          <li>
            <strong>Your favourites,</strong> to show them to you again.
          </li>
          {hasAssistant ? (
            <li>
              <strong>What you ask the assistant,</strong> and its answers, so that you find them again. Its
              answers are automatic, and nothing is decided about you by it.
            </li>
          ) : null}
          <li>
            <strong>Messages to us:</strong> the name, address and words you send on the{' '}
            <Link to="/contact">Contact</Link> page or to our address, to answer you.
          </li>
          <li>
            <strong>Log-ins:</strong> when, with which browser and from which network (not the address of your
            machine), for you to see where you are logged in. When someone logs in, fails to, is refused or
            takes data as a file, our admins can see it with the network, to find out who misused an account.
          </li>
          <li>
            <strong>Technical records:</strong> the time, address and result of each request. Your network
            address is looked at to hold off password guessing and floods.
          </li>
        </ul>
        <p>
          Account, listings, conversations and rentals rest on our contract with you; receipts and payments on
          our duties under tax and consumer law; reviews, answers to you and technical records on our
          legitimate interest in a site that people can trust. What is optional, such as answers of the
          assistant, you can switch off. We ask for no government ID and keep no card numbers.
        </p>

        <h2>Who sees it</h2>
        <p>
          Everyone sees your approved listings and your published reviews, with your picture, your first name
          and the first letter of your last. The owner and the renter of a rental see each other’s full name
          from its approval until 30 days after its end; its receipt, and what we wrote to them meanwhile,
          keep it. Photos of a listing that is not public are seen by its owner, by who rented it and by our
          admins, and while it is rented out by who keeps it or asked about it. The two of a conversation see
          what they write. Our admins see accounts, listings, orders, reviews, reports and messages to us, and
          what they decide is recorded. They can open a conversation only when one of the two reported it, and
          each time they do is recorded. We sell nothing to anybody. Authorities get what the law obliges us
          to give.
        </p>

        <h2>Who works for us</h2>
        <p>These process data for us, on our instructions and under contract, and only for this:</p>
        <ProcessorTable takesPayments={takesPayments} asksGoogle={asksGoogle} usesPush={usesPush} />
        <p>
          Some of them work outside the Philippines; we stay responsible for your data wherever it is
          processed. Who hosts us and who delivers our emails can change, so we don’t print their names here:
          write to {mail}, and we tell you who they are today and in which country.
        </p>

        <h2>How long</h2>
        <RetentionTable rows={retention} />

        <h2>In your browser</h2>
        <p>
          We set up to five cookies, all of our own: one keeps you logged in; one carries a short notice from
          one page to the next and lasts a minute; one remembers for a year, without saying whose they are,
          which accounts were logged in to here, so that nobody can lock you out by guessing; and while you
          log in with a code or a passkey, one for each holds your place for a few minutes. Your choice of the
          light or dark theme stays in your browser. There is no tracking, so there is no banner.
        </p>
        <p>
          So that a bad connection loses nothing, your browser also keeps, for itself alone and until you log
          out: photos that you chose for a listing or a rental and have not saved, for 7 days; the page of a
          hand-over with its code, for 3 days; and in each tab, until you close it, messages, forms and
          hand-over codes that you typed and that are not sent yet.
        </p>

        <h2>Your rights</h2>
        <p>Under the Data Privacy Act you may, free of charge:</p>
        <ul>
          <li>be informed of what we do with your data, and see it;</li>
          <li>have it corrected;</li>
          <li>object to a use of it, and withdraw a consent as easily as you gave it;</li>
          <li>
            have it erased or blocked. What the other party of a rental needs stays, under “Deleted user”;
          </li>
          <li>receive a copy in a form that machines can read;</li>
          <li>be compensated for damage from its unlawful use.</li>
        </ul>
        <p>
          You can do most of it yourself: your listings and reviews are yours to change, Settings corrects
          your profile, and <Link to="/profile/settings/data">Your data</Link> there gives you a copy of all
          of it as a file, or deletes your account at once. An agreement that was accepted stays word for
          word, with the names in it, because both sides rely on it. Which emails you get is your choice under
          Notifications.
        </p>
        <p>
          For everything else write to {mail} from the address of your account. We check that it is you and
          answer within 30 working days, with reasons if we must refuse. You may also complain to the National
          Privacy Commission at{' '}
          <a href="https://privacy.gov.ph" rel="noreferrer">
            privacy.gov.ph
          </a>
          .
        </p>

        <h2>How we protect it</h2>
        <p>
          Connections are encrypted, access is limited to those who need it, and uploads are re-made before
          they are kept. Should data that can harm you get into wrong hands, we tell you and the National
          Privacy Commission within 72 hours of knowing it: what happened, what it concerns, what we did, and
          what you can do.
        </p>

        <h2>Changes</h2>
        <p>
          When this policy changes in a way that matters, we write to you before it takes effect. Questions?{' '}
          <Link to="/contact">Contact us</Link>.
        </p>
      </article>
    </div>
  )
}
