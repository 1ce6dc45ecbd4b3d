import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { GuestReads } from '#db/guest-reads.ts'
import type { Database } from '#db/schema.ts'
import type { Actor } from '#domain/actor.ts'
import type { JobKind } from '#domain/job/job.ts'
import type { AssistantGateway } from '#gateways/assistant/port.ts'
import type { EventsGateway } from '#gateways/events/port.ts'
import type { ImageGateway } from '#gateways/images/port.ts'
import type { KeptMail } from '#gateways/mail/port.ts'
import type { PaymentGateway } from '#gateways/payments/port.ts'
import type { PushGateway } from '#gateways/push/port.ts'
import type { SharingPictures } from '#gateways/sharing/port.ts'
import type { Auth } from './account/auth.ts'
import type { Help } from './help/queries.ts'
import type { Limits } from './limits.ts'
import type { StalePages } from './stale-pages.ts'
import type { Settings } from './settings.ts'

/** What every verb can reach, wired once in `main.ts`. */
export type Services = {
  db: Kysely<Database>
  /** What requests of guests for public pages read from; `db` of their context is one of it. */
  guestReads: GuestReads
  auth: Auth
  images: ImageGateway
  sharing: SharingPictures
  /** Null where there is no paying online. */
  payments: PaymentGateway | null
  /** Null where the built-in assistant answers, or none. */
  assistant: AssistantGateway | null
  /** Null where no browsers are told of notices. */
  push: PushGateway | null
  help: Help
  limits: Limits
  /** Mail that was kept instead of sent, for `/dev/mail`; null in production. */
  keptMail: KeptMail | null
  settings: Settings
  log: Logger
  clock: { now(): Date }
  /** Tells the other processes, and the streams of this one, that there is news. */
  events: EventsGateway
  /**
   * Called after each commit: starts the effects it wrote, by their kinds, and makes pages of guests stale here and
   * elsewhere.
   */
  afterCommit(stale: StalePages, effects: ReadonlySet<JobKind>): void
}

/** One request: the services, and who asks from where. */
export type Context = Services & {
  actor: Actor
  requestId: string
  /** The network address limits count by. */
  ip: string
  /** The request's headers, for the session cookie. */
  headers: Headers
  /** Set while it is answered, when it asked for what is another's or an admin's. */
  refused?: true
}

/** Inside a transaction only this may be used: the embedded database has one connection. */
export type Tx = Transaction<Database>
export type Db = Kysely<Database> | Tx
