import { setTimeout as wait } from 'node:timers/promises'
import { browsers } from './browsers.ts'
import { order } from './checkout.ts'
import type { Members } from './city.ts'

const A_SECOND = 10
const PERSON = { email: 'log.in@bench.test', password: 'carabao-mango-1521' }

/** Opens the account whose log-ins are among the changes. */
export async function signUp(origin: string): Promise<void> {
  const { send, close } = browsers(origin, 1)
  const answer = await send('', '/login', {
    intent: 'sign-up',
    role: 'renter',
    firstName: 'Ana',
    lastName: 'Cruz',
    username: 'ana-logs-in',
    ...PERSON,
    confirmPassword: PERSON.password,
  })
  if (answer.status !== 302) throw new Error(`signing up answered ${answer.status}`)
  close()
}

type Changes = { begun: number; refused: number }

/**
 * Starts ten changes a second, hearts, messages, orders and log-ins in turn, about the oldest listings of the city.
 * The returned function ends that, and says how many were begun, and refused because the process was too busy.
 */
export function changeThings(origin: string, members: Members): () => Promise<Changes> {
  const { send, close } = browsers(origin, A_SECOND)
  const post = async (cookie: string, path: string, fields: Record<string, string>) => {
    const { status, body } = await send(cookie, path, fields)
    if (status >= 400) throw new Error(`${path} answered ${status}: ${body.slice(0, 300)}`)
  }
  const kinds = [
    () => heart(members, post),
    () => message(members, post),
    () => order(send, members),
    () => post('', '/login', { intent: 'log-in', portal: 'renter', ...PERSON }),
  ]
  const begun: Promise<void>[] = []
  let refused = 0
  const change = async (kind: () => Promise<void>) => {
    try {
      await kind()
    } catch (error) {
      if (!/answered 503/.test(String(error))) throw error
      refused++
    }
  }
  let isOver = false
  const began = performance.now()
  const run = async () => {
    while (!isOver) {
      const one = change(kinds[begun.length % kinds.length]!)
      // It is thrown at the end, by `Promise.all`.
      one.catch(() => {})
      begun.push(one)
      await wait(Math.max(0, began + (begun.length * 1000) / A_SECOND - performance.now()))
    }
    await Promise.all(begun)
    close()
    return { begun: begun.length, refused }
  }
  const running = run()
  running.catch(() => {})
  return () => {
    isOver = true
    return running
  }
}

type Post = (cookie: string, path: string, fields: Record<string, string>) => Promise<void>

const heart = ({ nextRenter, nextRequest }: Members, post: Post) =>
  post(nextRenter().cookie, '/api/favorites', { intent: 'add', listingId: nextRequest().listingId })

const message = ({ nextRenter, nextRequest }: Members, post: Post) =>
  post(nextRenter().cookie, `/api/messages?listingId=${nextRequest().listingId}`, {
    intent: 'send',
    text: 'Is it still free next week?',
  })
