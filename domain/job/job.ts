import { type EmailJob, emailTexts } from '../notification/kinds.ts'
import { JobFailure } from './job-failure.ts'

/**
 * The services that jobs call. Each has its own lane, so that a slow service delays no other. The mail server has a
 * second one, so that no other mail delays those by which people get into their accounts.
 */
export const jobServices = ['account-mail', 'mail', 'payments', 'push', 'assistant', 'images'] as const
export type JobService = (typeof jobServices)[number]

const serviceTexts: Record<JobService, string> = {
  'account-mail': 'Mail server: accounts',
  mail: 'Mail server',
  payments: 'Payment provider',
  push: 'Push services of browsers',
  assistant: 'Assistant',
  images: 'Storage of photos',
}

/** A service's name on the page of jobs. */
export const serviceText = (service: JobService): string => serviceTexts[service]

/** All of these are limited, or need a password or a proof: nobody fills their lane. */
const accountMails: ReadonlySet<string> = new Set<EmailJob>([
  'password-reset-mail',
  'password-changed-mail',
  'confirmation-mail',
  'email-change-mail',
  'two-factor-mail',
  'passkey-mail',
  'admin-invitation-mail',
  'welcome-mail',
])

const emailJobs = Object.fromEntries(
  Object.entries(emailTexts).map(([kind, text]) => [
    kind,
    { service: accountMails.has(kind) ? 'account-mail' : 'mail', text },
  ]),
) as Record<EmailJob, { service: JobService; text: string }>

/** Every kind of job: the service it calls, and its name for admins. */
export const jobKinds = {
  ...emailJobs,
  'close-checkout': { service: 'payments', text: 'Closing a payment page' },
  'send-refund': { service: 'payments', text: 'Sending a refund' },
  push: { service: 'push', text: 'Notice to browsers' },
  'assistant-reply': { service: 'assistant', text: 'Reply of the assistant' },
  'remove-photo': { service: 'images', text: 'Removing a photo' },
  'hide-photo': { service: 'images', text: 'Hiding a photo' },
} as const satisfies Record<string, { service: JobService; text: string }>
export type JobKind = keyof typeof jobKinds

/** The kinds of jobs that call a service. */
export function kindsOf(service: JobService): JobKind[] {
  return (Object.keys(jobKinds) as JobKind[]).filter((kind) => jobKinds[kind].service === service)
}

/** A job's name in a few words; an unknown kind is shown unchanged. */
export function jobText(kind: string): string {
  return Object.hasOwn(jobKinds, kind) ? jobKinds[kind as JobKind].text : kind
}

/**
 * What a job is about, as ids and code words; texts that people wrote are left out.
 * ### Example `aboutText({ accountId: '0199a0', reason: 'Rude to Ana.' })` is `accountId: 0199a0`.
 */
export function aboutText(payload: Record<string, unknown>): string {
  return Object.entries(payload)
    .filter(([, value]) => /^[\w-]{1,64}$/.test(String(value)) && value !== null)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('; ')
}

const FIRST_WAIT_SECONDS = 30
/** No job waits longer than this from one attempt to the next. */
export const LONGEST_WAIT_SECONDS = 3 * 3600
/**
 * The number of attempts in three days: 30 seconds apart at first, doubled nine times up to three hours, then every
 * three hours.
 */
export const MAX_JOB_ATTEMPTS = 33

/**
 * How many seconds a job waits after so many failed `attempts`, by the last `error`; null when it is given up. All
 * attempts cover three days, so that a mail server which is down for a weekend loses no mail. A `JobFailure` makes the
 * wait longer, up to the longest one, or ends the attempts.
 * ### Example `retryAfter(1)` is 30, `retryAfter(2)` is 60, `retryAfter(20)` is 10,800 and `retryAfter(33)` is null.
 */
export function retryAfter(attempts: number, error?: unknown): number | null {
  const asked = error instanceof JobFailure ? error.retryAfterSeconds : 0
  if (attempts >= MAX_JOB_ATTEMPTS || asked === 'never') return null
  return Math.min(LONGEST_WAIT_SECONDS, Math.max(asked, FIRST_WAIT_SECONDS * 2 ** (attempts - 1)))
}

/** After how many minutes an unfinished job counts as late and is shown on the overview. */
export const LATE_MINUTES = 60

const why: readonly (readonly [code: RegExp, text: string])[] = [
  [/^ImagesAway E(NOSPC|DQUOT|ROFS|IO)/, 'The disk of photos is full or out of order.'],
  [/^ImagesAway/, 'The bucket of photos did not answer as it should.'],
  [/\b4\d\d\b/, 'The service asked us to come again later.'],
  [/EAUTH|\b535\b/, 'The mail server refused our user name or password.'],
  [/EENVELOPE|\b5\d\d\b/, 'The mail server refused the address or the mail.'],
  [
    /E(CONN\w*|SOCKET|TIMEDOUT|DNS|AI_AGAIN|NOTFOUND|HOSTUNREACH)|ENOTFOUND|Timeout/,
    'The service did not answer.',
  ],
  [/^Interrupted/, 'The process ended during each try, or hung.'],
  [/NotNow/, 'The payment provider did not answer.'],
]

/** What a code of `errorCodeOf` means, in a sentence for admins. */
export function errorText(code: string): string {
  return why.find(([pattern]) => pattern.test(code))?.[1] ?? 'The log of the process says more.'
}
