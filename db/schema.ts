import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type { Role } from '#domain/account/account.ts'
import type { DeliveryOption, DurationDays } from '#domain/pricing/pricing.ts'
import type { ApprovedText } from '#domain/listing/listing-fields.ts'
import type { ListingStatus } from '#domain/listing/listing.ts'
import type { OrderStatus, PaymentMethod, RentalStatus } from '#domain/status.ts'
import type { CancellationPolicy } from '#domain/refund/cancellation.ts'
import type { HandoverProof } from '#domain/rental/possession.ts'
import type { Rating } from '#domain/review/rating.ts'
import type { ReviewStatus } from '#domain/review/review.ts'
import type { CreatedAt, Json, Nullable, Timestamp } from './columns.ts'
import type {
  AccountTable,
  CalendarFeedTable,
  CredentialTable,
  PasskeyChallengeTable,
  PasskeyTable,
  RecoveryCodeTable,
  SessionTable,
  TwoFactorTable,
  VerificationTable,
} from './schema-account.ts'
import type { AssistantUsageTable, MessageTable, SupportMessageTable, ThreadTable } from './schema-chat.ts'
import type { EffectTable, SweepTurnTable } from './schema-job.ts'
import type { NoticeTable, NotificationChoiceTable, PushSubscriptionTable } from './schema-notice.ts'
import type {
  HandoverCodeTable,
  PlaceTable,
  RentalChangeTable,
  ReminderTable,
  RentalEntryTable,
  WaitlistEntryTable,
} from './schema-rental.ts'
import type { PersonBlockTable, ReportTable } from './schema-safety.ts'
import type {
  BookEntryTable,
  BookPostingTable,
  OwnerSumTable,
  CheckoutSessionTable,
  DebtTable,
  DepositClaimTable,
  DisputeDecisionTable,
  DisputeStatementTable,
  DisputeTable,
  LateFeeTable,
  MoneyLineTable,
  NoShowTable,
  PaymentTable,
  PayoutTable,
  ProposalTable,
  ProviderEventTable,
  ReconciliationDifferenceTable,
  ReconciliationTable,
  RefundTable,
} from './schema-money.ts'

/**
 * The tables as the migrations leave them, in camelCase (`naming.ts` translates).
 * `db/schema.test.ts` compares this file with a migrated database.
 * Timestamps are `Date`s; `date` and `daterange` columns are strings (`2026-11-21`, `[2026-11-21,2026-11-24)`).
 *
 * Only for the version before, and dropped by the release after this one (docs/operating.md, Upgrade):
 * `push_subscription.told_effect_id`; `dispute.owed` and `owed_by` with the trigger `dispute_has_debt`; the trigger
 * `dispute_follows_claim`; `account.name`; of `credential` the tokens, their ends and `scope`.
 */
export interface Database {
  account: AccountTable
  session: SessionTable
  credential: CredentialTable
  verification: VerificationTable
  twoFactor: TwoFactorTable
  recoveryCode: RecoveryCodeTable
  passkey: PasskeyTable
  passkeyChallenge: PasskeyChallengeTable
  calendarFeed: CalendarFeedTable
  category: CategoryTable
  tag: TagTable
  tagCount: TagCountTable
  favorite: FavoriteTable
  review: ReviewTable
  contactMessage: ContactMessageTable
  blockedPeriod: BlockedPeriodTable
  listing: ListingTable
  photo: PhotoTable
  listingSearch: ListingSearchTable
  searchTerm: SearchTermTable
  cartLine: CartLineTable
  agreementTemplate: AgreementTemplateTable
  order: OrderTable
  rental: RentalTable
  moneyLine: MoneyLineTable
  checkoutSession: CheckoutSessionTable
  payment: PaymentTable
  refund: RefundTable
  providerEvent: ProviderEventTable
  bookEntry: BookEntryTable
  bookPosting: BookPostingTable
  ownerSum: OwnerSumTable
  depositClaim: DepositClaimTable
  lateFee: LateFeeTable
  noShow: NoShowTable
  dispute: DisputeTable
  disputeStatement: DisputeStatementTable
  disputeDecision: DisputeDecisionTable
  debt: DebtTable
  payout: PayoutTable
  proposal: ProposalTable
  reconciliation: ReconciliationTable
  reconciliationDifference: ReconciliationDifferenceTable
  notice: NoticeTable
  reminder: ReminderTable
  rentalEntry: RentalEntryTable
  place: PlaceTable
  handoverCode: HandoverCodeTable
  rentalChange: RentalChangeTable
  waitlistEntry: WaitlistEntryTable
  pushSubscription: PushSubscriptionTable
  notificationChoice: NotificationChoiceTable
  thread: ThreadTable
  message: MessageTable
  accountEvent: AccountEventTable
  accountEventCounter: AccountEventCounterTable
  supportMessage: SupportMessageTable
  assistantUsage: AssistantUsageTable
  personBlock: PersonBlockTable
  report: ReportTable
  event: EventTable
  effect: EffectTable
  sweepTurn: SweepTurnTable
}

/** A row of a table, as a query reads it. */
export type RowOf<Table extends keyof Database> = Selectable<Database[Table]>

export type LiveEventKind = 'message' | 'read' | 'rental' | 'notice'

export type EventSubject =
  | 'listing'
  | 'rental'
  | 'order'
  | 'account'
  | 'review'
  | 'contact-message'
  | 'category'
  | 'tag'
  | 'agreement-template'
  | 'thread'
  | 'refund'
  | 'deposit-claim'
  | 'payout'
  | 'proposal'
  | 'reconciliation'
  | 'report'
  | 'page'
  | 'export'
  | 'job'

interface CategoryTable {
  id: GeneratedAlways<number>
  name: string
}

interface TagTable {
  name: string
}

interface ListingTable {
  id: string
  ownerId: string
  categoryId: Nullable<number>
  title: string
  description: string
  pricePerDayCentavos: number
  tags: Generated<string[]>
  location: Generated<string>
  ownerTerms: Generated<string>
  bookableWhileRented: Generated<boolean>
  status: Generated<ListingStatus>
  rentalCount: Generated<number>
  createdAt: CreatedAt
  editedAt: Nullable<Date>
  moderatedAt: Nullable<Date>
  moderatedBy: Nullable<string>
  archivedAt: Nullable<Date>
  pausedAt: Nullable<Date>
  favoriteCount: Generated<number>
  ratingCount: Generated<number>
  ratingSum: Generated<number>
  ratingAverage: GeneratedAlways<number>
  isPublic: GeneratedAlways<boolean>
  cancellationPolicy: Generated<CancellationPolicy>
  depositCentavos: Generated<number>
  takenDownAt: Nullable<Date>
  takenDownBy: Nullable<string>
  takeDownReason: Nullable<string>
  ownerSuspended: Generated<boolean>
  approvedText: Nullable<Json<ApprovedText>>
}

interface FavoriteTable {
  accountId: string
  listingId: string
  createdAt: CreatedAt
}

interface ReviewTable {
  id: string
  listingId: string
  authorId: string
  rating: ColumnType<Rating, number, number>
  body: string
  verified: boolean
  status: ReviewStatus
  createdAt: CreatedAt
  editedAt: Nullable<Date>
  moderatedAt: Nullable<Date>
  moderatedBy: Nullable<string>
}

interface ContactMessageTable {
  id: string
  accountId: Nullable<string>
  name: string
  email: string
  subject: string
  message: string
  createdAt: CreatedAt
  handledAt: Nullable<Date>
  handledBy: Nullable<string>
}

interface BlockedPeriodTable {
  id: string
  listingId: string
  period: string
  createdAt: CreatedAt
  /** For whom the days are held, until when, and why; null for a block of the owner. */
  heldFor: Nullable<string>
  heldUntil: Nullable<Date>
  reason: Nullable<'change' | 'offer'>
}

interface PhotoTable {
  id: string
  ownerId: string
  listingId: Nullable<string>
  position: Generated<number>
  width: number
  height: number
  widths: number[]
  thumbhash: string
  /** When it was uploaded, the last time when its upload was repeated. */
  createdAt: Generated<Date>
  /** The id of a rental, not of a claim: the photo belongs to a statement in its dispute. */
  claimId: Nullable<string>
  /** Despite the name: it is private, in a conversation or a timeline. */
  inChat: Generated<boolean>
  formerListingId: Nullable<string>
  /** Of its widest file, in hexadecimal; null for older photos. */
  sha256: Nullable<string>
  /** The rental of whose timeline it is part. */
  entryRentalId: Nullable<string>
  /** The same upload, repeated, has the same key; null for those of a form without scripts. */
  uploadKey: Nullable<string>
}

interface ListingSearchTable {
  listingId: string
  categoryId: number
  pricePerDayCentavos: number
  createdAt: Date
  ratingAverage: number
  ratingCount: number
  rentalCount: number
  favoriteCount: number
  score: number
  hot: Generated<boolean>
  titleTsv: string
  allTsv: string
}

/** Triggers write it, from the tags of listings that are not deleted. A tag without a row is on none. */
interface TagCountTable {
  tag: string
  listingCount: number
}

interface SearchTermTable {
  word: string
  listingCount: number
}

interface CartLineTable {
  renterId: string
  listingId: string
  startDate: string
  durationDays: DurationDays
  deliveryOption: DeliveryOption
  seenPricePerDayCentavos: number
  seenDepositCentavos: Nullable<number>
  seenPolicy: Nullable<CancellationPolicy>
  addedAt: CreatedAt
}

interface AgreementTemplateTable {
  version: GeneratedAlways<number>
  body: string
  createdAt: CreatedAt
  createdBy: Nullable<string>
}

interface OrderTable {
  id: string
  number: string
  renterId: string
  status: OrderStatus
  paymentMethod: PaymentMethod
  idempotencyKey: string
  agreementText: string
  agreementSha256: string
  agreementAcceptedAt: Date
  createdAt: CreatedAt
  holdsUntil: Nullable<Date>
  confirmedAt: Nullable<Date>
  /** The debt that it pays; such an order has no rentals. */
  debtId: Nullable<string>
}

interface RentalTable {
  id: string
  orderId: string
  listingId: string
  renterId: string
  ownerId: string
  title: string
  photoId: Nullable<string>
  pricePerDayCentavos: number
  durationDays: number
  deliveryOption: DeliveryOption
  period: string
  status: Generated<RentalStatus>
  createdAt: CreatedAt
  statusChangedAt: Timestamp
  cancellationPolicy: Generated<CancellationPolicy>
  depositDueAt: Nullable<Date>
  /**
   * The instant at which it is rejected by the system unless it is answered; null while its owner has not been asked.
   */
  answerBy: Nullable<Date>
  /** Two rentals of one listing were Active at once: true only for rows from before a constraint prevented that. */
  outBeside: Generated<boolean>
  /** The instant of its first approval; the database sets it. */
  approvedAt: Nullable<Date>
  entryCount: Generated<number>
  entryHead: Nullable<string>
  handedOverAt: Nullable<Date>
  handoverProof: Nullable<HandoverProof>
  handoverObjectedAt: Nullable<Date>
  returnedAt: Nullable<Date>
  returnProof: Nullable<HandoverProof>
  returnObjectedAt: Nullable<Date>
  broughtBackAt: Nullable<Date>
  broughtBackObjectedAt: Nullable<Date>
  /** The earliest start that was ever agreed, once it was moved. */
  earliestStart: Nullable<string>
}

interface AccountEventTable {
  accountId: string
  id: number
  kind: LiveEventKind
  detail: ColumnType<Record<string, unknown>, string, never>
  at: CreatedAt
}

interface AccountEventCounterTable {
  accountId: string
  lastId: number
}

interface EventTable {
  id: GeneratedAlways<number>
  subject: EventSubject
  subjectId: string
  action: string
  actorId: Nullable<string>
  actorRole: Nullable<Role>
  detail: ColumnType<Record<string, unknown>, string | undefined, never>
  at: CreatedAt
  network: Nullable<string>
  audited: GeneratedAlways<boolean>
}
