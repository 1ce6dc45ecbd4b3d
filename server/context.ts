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
import type { Counted } from './counted.ts'
import type { Frame } from './frame.ts'
import type { Help } from './help/queries.ts'
import type { Limits } from './limits.ts'
import type { Passwords } from './passwords.ts'
import type { Readings } from './readings.ts'
import type { StalePages } from './stale-pages.ts'
import type { Settings } from './settings.ts'

/** The services that every use case can use, created once in `main.ts`. */
export type Services = {
  db: Kysely<Database>
  /** The databases for requests of guests for public pages; the `db` of their context is one of these. */
  guestReads: GuestReads
  passwords: Passwords
  images: ImageGateway
  sharing: SharingPictures
  /** Null where online payment is off. */
  payments: PaymentGateway | null
  /** Null where the built-in assistant answers, or the assistant is off. */
  assistant: AssistantGateway | null
  /** Null where push notifications are off. */
  push: PushGateway | null
  help: Help
  limits: Limits
  /** Mail that was stored instead of sent, for `/dev/mail`; null in production. */
  keptMail: KeptMail | null
  settings: Settings
  log: Logger
  clock: { now(): Date }
  readings: Readings
  /** Tells the other processes, and the streams of this one, that there are live events. */
  events: EventsGateway
  /**
   * Called after each commit: starts the jobs it wrote, by their kinds, marks cached pages of guests as stale in all
   * processes, and counts its events.
   */
  afterCommit(stale: StalePages, effects: ReadonlySet<JobKind>, events: readonly Counted[]): void
}

/** One request: the services, and the actor and where the request comes from. */
export type Context = Services & {
  actor: Actor
  /** The session of the actor; only in a request of a user. */
  sessionId?: string
  /** The frame around the page of a user, if it was read with the session. */
  frame?: Frame
  requestId: string
  /** The network address, by which limits count. */
  ip: string
  /** The request's headers, for the session cookie. */
  headers: Headers
  /** Set during the request when access to something of another person or of admins was denied. */
  accessDenied?: true
}

/** Inside a transaction only this may be used: the embedded database has one connection. */
export type Tx = Transaction<Database>
export type Db = Kysely<Database> | Tx
