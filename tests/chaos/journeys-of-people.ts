import { randomUUID } from 'node:crypto'
import { type Browser, isDone } from './browser.ts'
import { type Member, newName, signUp, type World } from './people.ts'
import { MAX_KEPT_MESSAGES } from '#domain/assistant/assistant.ts'

/** One of several, at random. */
export const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

/** Looks at the site as anybody does. */
export async function browse({ listings }: World, { browser }: Member) {
  await browser.get('/')
  await browser.get('/products?q=telescope')
  await browser.get(`/listing/${anyOf(listings).id}`)
}

/** Likes a listing. */
export async function favour({ listings, ledger }: World, { browser, email }: Member) {
  const { id } = anyOf(listings)
  const answer = await browser.insist('/api/favorites', { listingId: id, intent: 'add', from: '/products' })
  if (isDone(answer)) ledger.favourites.add(`${email} ${id}`)
}

/** Writes to the owner of a listing; a message that may be lost is sent again with its client id. */
export async function write({ listings, ledger }: World, { browser }: Member) {
  const [{ id }, clientId] = [anyOf(listings), randomUUID()]
  const text = `Is it free? ${clientId}`
  const answer = await browser.insist(`/chat?listingId=${id}`, { intent: 'send', text, clientId })
  if (isDone(answer) && answer.location.startsWith('/chat?thread_id=')) ledger.messages.add(clientId)
}

/** What each browser asked last. */
const asked = new WeakMap<Browser, string[]>()
/**
 * The site deletes a person's older messages. A question has two, with its answer; as many again are for questions
 * that were stored and not acknowledged.
 */
const QUESTIONS_KEPT = MAX_KEPT_MESSAGES / 4

/** Asks the assistant; its answer comes after the page. */
export async function ask({ ledger }: World, { browser }: Member) {
  const question = `Is delivery possible? ${newName('q')}`
  const answer = await browser.post('/support', { intent: 'ask', text: question })
  if (!isDone(answer)) return
  ledger.questions.add(question)
  const last = [...(asked.get(browser) ?? []), question]
  for (const old of last.splice(0, last.length - QUESTIONS_KEPT)) ledger.questions.delete(old)
  asked.set(browser, last)
}

/** Writes to the site; only once, as the form has no id. */
export async function contact({ ledger }: World, { browser, email }: Member) {
  const subject = newName('subject')
  const answer = await browser.post('/contact', { name: 'Ana', email, subject, message: 'It is gone.' })
  if (isDone(answer) || answer.status === 200) ledger.contacts.add(subject)
}

/** Somebody new signs up, and looks around. */
export async function newcomer(world: World) {
  const member = await signUp(world, 'renter')
  await member?.browser.get('/profile')
}
