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
import { clip, tidyLine } from '../text.ts'
import { daysText, DELIVERY_FEE_CENTAVOS, durations, SERVICE_FEE_PERCENT } from '../pricing/pricing.ts'
import { dayNamedIn } from './named-day.ts'

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

/** Returns the text in the language of the question. */
type ByLanguage = (english: string, filipino: string) => string
type Fact = {
  asks: RegExp
  answer: (listing: ListingFacts, question: string, today: Day, byLanguage: ByLanguage) => string | null
}

const ownerTermsFact: Fact = {
  asks: /\b(terms|rules|conditions|requirements|policy|tuntunin|kondisyon|requirement)\b/,
  answer: ({ ownerTerms }, _, __, byLanguage) =>
    ownerTerms === ''
      ? null
      : byLanguage(`The owner’s terms: “${ownerTerms}”`, `Mga kondisyon ng may-ari: “${ownerTerms}”`),
}

const priceFact: Fact = {
  // The help texts answer questions about the service fee.
  asks: /^(?!.*\bservice (?:fees?|charges?)\b).*\b(how much|price|pricing|rate|rates|cost|costs|magkano|presyo|hm)\b/,
  answer: ({ pricePerDayCentavos: price }, _, __, byLanguage) => {
    const each = durations.map((days) => `${formatPeso(price * days)} (${daysText(days)})`)
    const list = `${each.slice(0, -1).join(', ')} or ${each.at(-1)}`
    return byLanguage(
      `It is ${list}, plus the service fee of ${SERVICE_FEE_PERCENT}%.`,
      `${list.replace(' or ', ' o ')}, at may service fee na ${SERVICE_FEE_PERCENT}%.`,
    )
  },
}

/** Patterns of questions about a listing, and the facts that answer them. The first two that match answer. */
const facts: Fact[] = [
  {
    asks: /\b(deposits?|deposito|lagak|bond)\b/,
    answer: ({ depositCentavos }, _, __, byLanguage) =>
      depositCentavos > 0
        ? byLanguage(
            `The deposit is ${formatPeso(depositCentavos)}. It comes back after the return.`,
            `Ang deposito ay ${formatPeso(depositCentavos)}. Ibinabalik ito pagkatapos isauli ang gamit.`,
          )
        : byLanguage('There is no deposit.', 'Walang deposito.'),
  },
  {
    asks: /\b(cancel\w*|refund\w*|(?:i|mag|maka)?ka?kansela\w*|kanselahin|money back)\b/,
    answer: ({ cancellationPolicy }, _, __, byLanguage) => {
      const { label, text } = policyTerms[cancellationPolicy]
      return byLanguage(
        `The cancellation policy is ${label}: ${text}`,
        `Ang patakaran sa pagkansela ay ${label}: ${text}`,
      )
    },
  },
  {
    asks: /\b(deliver\w*|hatid|ihatid|padala|shipping|ship|lalamove|pick ?up|kunin|kukunin|meet ?up|where|saan|nasaan|located|location|address)\b/,
    answer: ({ location }, _, __, byLanguage) =>
      byLanguage(
        `It is in ${location}. Picking it up is free; delivery is ${formatPeso(DELIVERY_FEE_CENTAVOS)}.`,
        `Nasa ${location} ito. Libre kung kukunin; ${formatPeso(DELIVERY_FEE_CENTAVOS)} kung ipapahatid.`,
      ),
  },
  ownerTermsFact,
  {
    asks: /\b(available|availability|avail|bakante|libre pa|free (?:on|this|next|from|today|tomorrow)|still free|vacant|taken|booked|when is it free)\b|\b(?:pwede|puwede|meron) (?:ba|po ba|pa ba)\b.*\b(?:sa|bukas|ngayon)\b/,
    answer: availability,
  },
  priceFact,
]

/** Of a listing that isn't public the answer says only that it can’t be booked. */
const factsOf = ({ isPublic }: ListingFacts) =>
  isPublic ? facts : facts.filter(({ answer }) => answer === availability)

function availability(listing: ListingFacts, question: string, today: Day, byLanguage: ByLanguage): string {
  if (!listing.isPublic)
    return byLanguage('It can’t be booked at the moment.', 'Hindi ito mapapareserba sa ngayon.')
  const { takenPeriods: taken } = listing
  const until = addDays(today, BOOKING_HORIZON_DAYS)
  const days = Number(/\b([1-9])\s*(?:-\s*)?(?:days?|araw)\b/.exec(question.toLowerCase())?.[1] ?? 1)
  const day = dayNamedIn(question, today)
  if (day && day >= today && day <= until) {
    const requested = periodOf(day, days)
    if (!taken.some((period) => overlaps(period, requested)))
      return byLanguage(
        `By the calendar it is free on ${formatPeriod(requested)}.`,
        `Ayon sa kalendaryo, bakante ito sa ${formatPeriod(requested)}.`,
      )
    const { after } = freeStartsNear(taken, days, day, { from: today, until })
    const next = after ? formatDay(after) : null
    return byLanguage(
      `By the calendar it is taken on ${formatPeriod(requested)}.${next ? ` The next free start is ${next}.` : ''}`,
      'Ayon sa kalendaryo, may kumuha na sa ' +
        `${formatPeriod(requested)}.${next ? ` Ang susunod na bakante ay ${next}.` : ''}`,
    )
  }
  const first = nearestFreeStart(taken, days, today, until)
  if (!first) return byLanguage('The calendar has no free day.', 'Walang bakanteng araw sa kalendaryo.')
  const ahead = taken
    .filter(({ end }) => end > first)
    .slice(0, 3)
    .map(formatPeriod)
  const list = ahead.length > 0 ? ahead.join('; ') : null
  return byLanguage(
    'By the calendar it is free from ' +
      `${first === today ? 'today' : formatDay(first)}${list ? `, except ${list}` : ''}.`,
    'Ayon sa kalendaryo, bakante ito mula ' +
      `${first === today ? 'ngayon' : formatDay(first)}${list ? `, maliban sa ${list}` : ''}.`,
  )
}

const asking =
  /\?|^(?:hi|hello|good \w+|po|kumusta|magandang \w+)?\s*(?:how|what|whats|when|where|who|why|which|can|could|do|does|is|are|may i|will|any|paano|pano|magkano|hm|ano|anong|saan|nasaan|kailan|pwede|puwede|may|meron|available|avail|ilan|gaano|bakit)\b|\b(?:po )?ba\b/

/** Whether a message asks something. */
export function isQuestion(text: string): boolean {
  return text.includes('?') || asking.test(wordsIn(text).join(' '))
}

/**
 * The answer that a listing's facts give to a question about it, in the question's language; null when they give none.
 * ### Example Of a tent at ₱450.00 without a deposit: `How much is the deposit?` is `There is no deposit.`
 */
export function answerFromListing(listing: ListingFacts, question: string, today: Day): string | null {
  const words = wordsIn(question).join(' ')
  if (!isQuestion(question)) return null
  const filipino = isFilipino(question)
  const byLanguage: ByLanguage = (english, tagalog) => (filipino ? tagalog : english)
  const matching = factsOf(listing).filter(({ asks }) => asks.test(words))
  // “How much is the deposit” asks for the deposit, not for the price.
  const meant =
    matching.length > 1 && !/\b(price|presyo|rate|per day|kada araw|rent|renta)\b/.test(words)
      ? matching.filter((fact) => fact !== priceFact)
      : matching
  const answers = meant.flatMap((fact) => fact.answer(listing, question, today, byLanguage) ?? [])
  return answers.length > 0 ? answers.slice(0, 2).join(' ') : null
}

/**
 * The facts as text, for a model to answer from, each on a line. What the owner wrote is put between quotation marks,
 * as data.
 */
export function factsInWords(listing: ListingFacts, today: Day): string {
  const english: ByLanguage = (text) => text
  const quoted = (text: string) => `"${clip(tidyLine(text), 600).replaceAll('"', '”')}"`
  const { title, location, ownerTerms } = listing
  const shown = { ...listing, location: quoted(location) }
  if (!listing.isPublic) return availability(listing, '', today, english)
  return [
    `Title (written by the owner): ${quoted(title)}`,
    ...facts.filter((fact) => fact !== ownerTermsFact).map(({ answer }) => answer(shown, '', today, english)),
    ownerTerms === '' ? 'The owner has set no terms.' : `Terms (written by the owner): ${quoted(ownerTerms)}`,
  ].join('\n')
}
