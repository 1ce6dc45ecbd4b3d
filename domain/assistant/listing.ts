import { isFilipino, wordsIn } from '../help/words.ts'
import { formatPeso } from '../money.ts'
import { policyTerms, type CancellationPolicy } from '../refund/cancellation.ts'
import {
  addDays,
  BOOKING_HORIZON_DAYS,
  type Day,
  formatDay,
  formatPeriod,
  freeStartsNear,
  nearestFreeStart,
  overlaps,
  type Period,
  periodOf,
} from '../period.ts'
import { daysText, DELIVERY_FEE_CENTAVOS, durations, SERVICE_FEE_PERCENT } from '../pricing/pricing.ts'
import { dayNamedIn } from './said-day.ts'

/** What everyone can see of a listing. */
export type ListingFacts = {
  title: string
  pricePerDayCentavos: number
  depositCentavos: number
  cancellationPolicy: CancellationPolicy
  location: string
  ownerTerms: string
  isPublic: boolean
  takenPeriods: readonly Period[]
}

type Say = (english: string, filipino: string) => string
type Fact = {
  asks: RegExp
  say: (listing: ListingFacts, question: string, today: Day, say: Say) => string | null
}

/** What is asked of a listing, and what its facts say to it. The first that fit speak, two at most. */
const facts: Fact[] = [
  {
    asks: /\b(deposits?|deposito|lagak|bond)\b/,
    say: ({ depositCentavos }, _, __, say) =>
      depositCentavos > 0
        ? say(
            `The deposit is ${formatPeso(depositCentavos)}. It comes back after the return.`,
            `Ang deposito ay ${formatPeso(depositCentavos)}. Ibinabalik ito pagkatapos isauli ang gamit.`,
          )
        : say('There is no deposit.', 'Walang deposito.'),
  },
  {
    asks: /\b(cancel\w*|refund\w*|(?:i|mag|maka)?ka?kansela\w*|kanselahin|money back)\b/,
    say: ({ cancellationPolicy }, _, __, say) => {
      const { label, text } = policyTerms[cancellationPolicy]
      return say(
        `The cancellation policy is ${label}: ${text}`,
        `Ang patakaran sa pagkansela ay ${label}: ${text}`,
      )
    },
  },
  {
    asks: /\b(deliver\w*|hatid|ihatid|padala|shipping|ship|lalamove|pick ?up|kunin|kukunin|meet ?up|where|saan|nasaan|located|location|address)\b/,
    say: ({ location }, _, __, say) =>
      say(
        `It is in ${location}. Picking it up is free; delivery is ${formatPeso(DELIVERY_FEE_CENTAVOS)}.`,
        `Nasa ${location} ito. Libre kung kukunin; ${formatPeso(DELIVERY_FEE_CENTAVOS)} kung ipapahatid.`,
      ),
  },
  {
    asks: /\b(terms|rules|conditions|requirements|policy|tuntunin|kondisyon|requirement)\b/,
    say: ({ ownerTerms }, _, __, say) =>
      ownerTerms === ''
        ? null
        : say(`The owner’s terms: “${ownerTerms}”`, `Mga kondisyon ng may-ari: “${ownerTerms}”`),
  },
  {
    asks: /\b(available|availability|avail|bakante|libre pa|free (?:on|this|next|from|today|tomorrow)|still free|vacant|taken|booked|when is it free)\b|\b(?:pwede|puwede|meron) (?:ba|po ba|pa ba)\b.*\b(?:sa|bukas|ngayon)\b/,
    say: availability,
  },
  {
    // Who asks for the service fee is answered from the help texts.
    asks: /^(?!.*\bservice (?:fees?|charges?)\b).*\b(how much|price|pricing|rate|rates|cost|costs|magkano|presyo|hm)\b/,
    say: ({ pricePerDayCentavos: price }, _, __, say) => {
      const each = durations.map((days) => `${formatPeso(price * days)} (${daysText(days)})`)
      const list = `${each.slice(0, -1).join(', ')} or ${each.at(-1)}`
      return say(
        `It is ${list}, plus the service fee of ${SERVICE_FEE_PERCENT}%.`,
        `${list.replace(' or ', ' o ')}, at may service fee na ${SERVICE_FEE_PERCENT}%.`,
      )
    },
  },
]

/** Of a listing that not everyone can see, only that it can’t be booked. */
const factsOf = ({ isPublic }: ListingFacts) =>
  isPublic ? facts : facts.filter(({ say }) => say === availability)

function availability(listing: ListingFacts, question: string, today: Day, say: Say): string {
  if (!listing.isPublic) return say('It can’t be booked at the moment.', 'Hindi ito mapapareserba sa ngayon.')
  const { takenPeriods: taken } = listing
  const until = addDays(today, BOOKING_HORIZON_DAYS)
  const days = Number(/\b([1-9])\s*(?:-\s*)?(?:days?|araw)\b/.exec(question.toLowerCase())?.[1] ?? 1)
  const day = dayNamedIn(question, today)
  if (day && day >= today && day <= until) {
    const wished = periodOf(day, days)
    if (!taken.some((period) => overlaps(period, wished)))
      return say(
        `By the calendar it is free on ${formatPeriod(wished)}.`,
        `Ayon sa kalendaryo, bakante ito sa ${formatPeriod(wished)}.`,
      )
    const { after } = freeStartsNear(taken, days, day, { from: today, until })
    const next = after ? formatDay(after) : null
    return say(
      `By the calendar it is taken on ${formatPeriod(wished)}.${next ? ` The next free start is ${next}.` : ''}`,
      `Ayon sa kalendaryo, may kumuha na sa ${formatPeriod(wished)}.${next ? ` Ang susunod na bakante ay ${next}.` : ''}`,
    )
  }
  const first = nearestFreeStart(taken, days, today, until)
  if (!first) return say('The calendar has no free day.', 'Walang bakanteng araw sa kalendaryo.')
  const ahead = taken
    .filter(({ end }) => end > first)
    .slice(0, 3)
    .map(formatPeriod)
  const list = ahead.length > 0 ? ahead.join('; ') : null
  return say(
    `By the calendar it is free from ${first === today ? 'today' : formatDay(first)}${list ? `, except ${list}` : ''}.`,
    `Ayon sa kalendaryo, bakante ito mula ${first === today ? 'ngayon' : formatDay(first)}${list ? `, maliban sa ${list}` : ''}.`,
  )
}

const asking =
  /\?|^(?:hi|hello|good \w+|po|kumusta|magandang \w+)?\s*(?:how|what|whats|when|where|who|why|which|can|could|do|does|is|are|may i|will|any|paano|pano|magkano|hm|ano|anong|saan|nasaan|kailan|pwede|puwede|may|meron|available|avail|ilan|gaano|bakit)\b|\b(?:po )?ba\b/

/** Whether a message asks something. */
export function isQuestion(text: string): boolean {
  return text.includes('?') || asking.test(wordsIn(text).join(' '))
}

/**
 * What a listing's facts say to a question about it, or null when they say nothing to it. In the language of the
 * question.
 *
 * ### Example
 * Of a tent at ₱450.00 without a deposit: `How much is the deposit?` is `There is no deposit.`
 */
export function answerFromListing(listing: ListingFacts, question: string, today: Day): string | null {
  const words = wordsIn(question).join(' ')
  if (!isQuestion(question)) return null
  const filipino = isFilipino(question)
  const say: Say = (english, tagalog) => (filipino ? tagalog : english)
  const asked = factsOf(listing).filter(({ asks }) => asks.test(words))
  // “How much is the deposit” asks for the deposit, not for the price.
  const price = facts.at(-1)!
  const meant =
    asked.length > 1 && !/\b(price|presyo|rate|per day|kada araw|rent|renta)\b/.test(words)
      ? asked.filter((fact) => fact !== price)
      : asked
  const said = meant.flatMap((fact) => fact.say(listing, question, today, say) ?? [])
  return said.length > 0 ? said.slice(0, 2).join(' ') : null
}

/** The facts in words, for a model to answer from. What the owner wrote stands between quotation marks, as data. */
export function factsInWords(listing: ListingFacts, today: Day): string {
  const english: Say = (text) => text
  const quoted = (text: string) => `"${text.replaceAll('"', '”').slice(0, 600)}"`
  const { title, ownerTerms } = listing
  if (!listing.isPublic) return availability(listing, '', today, english)
  return [
    `Title (written by the owner): ${quoted(title)}`,
    ...facts.filter(({ say }) => say !== facts[3]!.say).map(({ say }) => say(listing, '', today, english)),
    ownerTerms === '' ? 'The owner has set no terms.' : `Terms (written by the owner): ${quoted(ownerTerms)}`,
  ].join('\n')
}
