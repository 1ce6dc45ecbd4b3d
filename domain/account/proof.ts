import { MINUTE_MS } from '../time.ts'
/** How long a log-in, a password, a code or a passkey proves who someone is, for what can't be undone. */
const PROOF_MS = 15 * MINUTE_MS

/** The fields of a proof, which a form carries beside its own. */
export const proofFields = {
  password: 'proof-password',
  code: 'proof-code',
  passkey: 'proof-passkey',
} as const

/**
 * Whether someone proved who they are within 15 minutes. An instant in the future does not count: a clock was moved.
 * ### Example Proved at 08:00, someone may record a payout until 08:14:59.
 */
export function isProofRecent(provedAt: Date | undefined, now: Date): boolean {
  if (!provedAt) return false
  const age = now.getTime() - provedAt.getTime()
  return age < PROOF_MS && age > -MINUTE_MS
}

/** What the page that asks for a proof gets: the fields of the form that it sends again, and what was wrong. */
export type AskedProof = {
  asksProof: true
  fields: [name: string, value: string][]
  /** Whether the person has a second factor, so that a code will do, too. */
  takesCode: boolean
  takesPasskey: boolean
  error?: { field: 'password' | 'code' | null; message: string }
}

/** Whether what a page threw asks for a proof. */
export const isAskedProof = (thrown: unknown): thrown is AskedProof =>
  typeof thrown === 'object' && thrown !== null && 'asksProof' in thrown
