/** The services that jobs wait for. Each has its own lane, so that a slow one delays no other. */
export const jobServices = ['mail', 'payments', 'push', 'assistant', 'images'] as const
export type JobService = (typeof jobServices)[number]

const serviceTexts: Record<JobService, string> = {
  mail: 'Mail server',
  payments: 'Payment provider',
  push: 'Push services of browsers',
  assistant: 'Assistant',
  images: 'Storage of photos',
}

/** What a service is called on the page of jobs. */
export const serviceText = (service: JobService): string => serviceTexts[service]

/** Every kind of job: the service that it waits for, and what admins read it as. */
export const jobKinds = {
  'rental-mail': { service: 'mail', text: 'Email about a rental' },
  'listing-mail': { service: 'mail', text: 'Email about a listing' },
  'welcome-mail': { service: 'mail', text: 'Email of welcome' },
  'contact-mail': { service: 'mail', text: 'Contact message to us' },
  'password-reset-mail': { service: 'mail', text: 'Email to choose a new password' },
  'password-changed-mail': { service: 'mail', text: 'Email about a changed password' },
  'confirmation-mail': { service: 'mail', text: 'Email to confirm an address' },
  'verification-mail': { service: 'mail', text: 'Email about a verification' },
  'reminder-mail': { service: 'mail', text: 'Reminder of a rental' },
  'message-mail': { service: 'mail', text: 'Email about a message' },
  'deposit-mail': { service: 'mail', text: 'Email about a deposit' },
  'payment-mail': { service: 'mail', text: 'Email about a payment' },
  'refund-mail': { service: 'mail', text: 'Email about a refund' },
  'suspension-mail': { service: 'mail', text: 'Email about a suspended account' },
  'take-down-mail': { service: 'mail', text: 'Email about a listing that was taken down' },
  'report-mail': { service: 'mail', text: 'Email about a report' },
  'close-checkout': { service: 'payments', text: 'Closing a payment page' },
  'send-refund': { service: 'payments', text: 'Sending a refund' },
  push: { service: 'push', text: 'Notice to browsers' },
  'assistant-reply': { service: 'assistant', text: 'Reply of the assistant' },
  'remove-photo': { service: 'images', text: 'Removing a photo' },
  'hide-photo': { service: 'images', text: 'Hiding a photo' },
} as const satisfies Record<string, { service: JobService; text: string }>
export type JobKind = keyof typeof jobKinds

/** The kinds of jobs that wait for a service. */
export function kindsOf(service: JobService): JobKind[] {
  return (Object.keys(jobKinds) as JobKind[]).filter((kind) => jobKinds[kind].service === service)
}

/** What a job does, in a few words; a kind that is no longer known reads as it is. */
export function jobText(kind: string): string {
  return Object.hasOwn(jobKinds, kind) ? jobKinds[kind as JobKind].text : kind
}

/**
 * What a job is about, by ids and words of the program; texts that people wrote are left out.
 *
 * ### Example
 * `aboutText({ accountId: '0199a0', reason: 'Rude to Ana.' })` is `accountId: 0199a0`.
 */
export function aboutText(payload: Record<string, unknown>): string {
  return Object.entries(payload)
    .filter(([, value]) => /^[\w-]{1,64}$/.test(String(value)) && value !== null)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('; ')
}

const FIRST_WAIT_SECONDS = 30
const LONGEST_WAIT_SECONDS = 3 * 3600
/** The tries that take three days: 30 seconds, doubled nine times up to three hours, then every three hours. */
export const MAX_TRIES = 33

/**
 * How many seconds a job waits after it failed for the `tries`th time; null when it is given up. From the first try
 * to the last are three days: a mail server that is away for a weekend loses no mail.
 *
 * ### Example
 * `retryAfter(1)` is 30, `retryAfter(2)` is 60, `retryAfter(20)` is 10,800 and `retryAfter(33)` is null.
 */
export function retryAfter(tries: number): number | null {
  if (tries >= MAX_TRIES) return null
  return Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (tries - 1))
}

/** After how many minutes a job that is not done waits for long, and is shown on the overview. */
export const LATE_MINUTES = 60

const why: readonly (readonly [code: RegExp, text: string])[] = [
  [/^ImagesAway/, 'The bucket of photos did not answer as it should.'],
  [/\b4\d\d\b/, 'The service asked us to come again later.'],
  [/EAUTH|\b535\b/, 'The mail server refused our user name or password.'],
  [/EENVELOPE|\b5\d\d\b/, 'The mail server refused the address or the mail.'],
  [
    /E(CONN\w*|SOCKET|TIMEDOUT|DNS|AI_AGAIN|NOTFOUND|HOSTUNREACH)|ENOTFOUND|Timeout/,
    'The service did not answer.',
  ],
  [/NotNow/, 'The payment provider did not answer.'],
]

/** What a code of `errorCodeOf` means, in a sentence for admins. */
export function errorText(code: string): string {
  return why.find(([pattern]) => pattern.test(code))?.[1] ?? 'The log of the process says more.'
}
