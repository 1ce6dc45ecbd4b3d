import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Session = {
  id: string
  lines: { name: string; amount: number; quantity: number; description: string | null }[]
  channels: string[]
  successUrl: string | null
  cancelUrl: string | null
  reference: string | null
  description: string | null
  billing: { name: string | null; email: string | null; phone: string | null }
  metadata: Record<string, string>
  status: 'active' | 'expired'
  createdAt: number
}

export type Payment = {
  id: string
  sessionId: string
  amount: number
  fee: number
  channel: string
  status: 'pending' | 'paid' | 'failed'
  paidAt: number | null
  createdAt: number
}

export type Refund = {
  id: string
  paymentId: string
  amount: number
  reason: string
  notes: string | null
  status: 'pending' | 'succeeded' | 'failed'
  /** Whether it stays pending until a test settles it. */
  held: boolean
  /** The result it will have. */
  end: 'succeeded' | 'failed'
  createdAt: number
}

export type Intent = {
  id: string
  amount: number
  clientKey: string
  description: string | null
  channels: string[]
  createdAt: number
}

/** The first answer to a request with an idempotency key. */
export type FirstAnswer = { asked: string; status: number; body: string; at: number }

/** The whole state of the emulator. Times are milliseconds, money is centavos, the oldest is first. */
export type State = {
  sessions: Map<string, Session>
  payments: Map<string, Payment>
  refunds: Map<string, Refund>
  intents: Map<string, Intent>
  kept: Map<string, FirstAnswer>
}

const names = ['sessions', 'payments', 'refunds', 'intents', 'kept'] as const

/** An id in PayMongo's form: `cs_` and 24 characters. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** An empty state, or the one stored in `folder`. */
export function openState(folder: string | undefined): State {
  const empty = Object.fromEntries(names.map((name) => [name, new Map()])) as unknown as State
  if (!folder) return empty
  try {
    const read = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')) as Record<
      string,
      [string, never][]
    >
    for (const name of names) for (const [id, value] of read[name] ?? []) empty[name].set(id, value)
  } catch {
    // No file, or an unreadable one: the emulator begins with an empty state.
  }
  return empty
}

/**
 * Stores the state in `folder`: it writes a second file and renames it, so that a crash in between keeps the old file.
 */
export function saveState(folder: string | undefined, state: State): void {
  if (!folder) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'state.json')
  const lists = Object.fromEntries(names.map((name) => [name, [...state[name]]]))
  writeFileSync(`${path}.new`, JSON.stringify(lists), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** The payments of a session, the oldest first. */
export function paymentsOf(state: State, sessionId: string): Payment[] {
  return [...state.payments.values()].filter((payment) => payment.sessionId === sessionId)
}

/** The refunds of a payment, the oldest first. */
export function refundsOf(state: State, paymentId: string): Refund[] {
  return [...state.refunds.values()].filter((refund) => refund.paymentId === paymentId)
}

/** The total amount of a session. */
export const totalOf = (session: Session) =>
  session.lines.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0)
