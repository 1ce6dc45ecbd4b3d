import {
  AlarmClock,
  Ban,
  CalendarX2,
  CircleCheck,
  CircleCheckBig,
  CirclePause,
  CircleX,
  Clock,
  Handshake,
  PackageCheck,
  PackageX,
  ShieldCheck,
  ShieldQuestion,
  ShieldX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import type { VerificationStatus } from '#domain/account/account.ts'
import type { ListingStatus } from '#domain/listing/listing.ts'
import { orderStatusText } from '#domain/order/order.ts'
import type { OrderStatus, RentalStatus } from '#domain/status.ts'
import { Badge, type Tone } from './primitives/badge.tsx'

type Look = { tone: Tone; Icon: LucideIcon; word: string }

const rental: Record<RentalStatus, Look> = {
  Pending: { tone: 'warning', Icon: Clock, word: 'Pending' },
  Approved: { tone: 'info', Icon: CircleCheck, word: 'Approved' },
  Active: { tone: 'success', Icon: Handshake, word: 'Active' },
  Completed: { tone: 'neutral', Icon: PackageCheck, word: 'Completed' },
  Rejected: { tone: 'danger', Icon: CircleX, word: 'Rejected' },
  Cancelled: { tone: 'neutral', Icon: Ban, word: 'Cancelled' },
}

const listing: Record<ListingStatus, Look> = {
  available: { tone: 'warning', Icon: Clock, word: 'Waiting for review' },
  approved: { tone: 'success', Icon: CircleCheckBig, word: 'Approved' },
  rejected: { tone: 'danger', Icon: CircleX, word: 'Rejected' },
  unavailable: { tone: 'info', Icon: Handshake, word: 'Rented out' },
}

const verification: Record<VerificationStatus, Look> = {
  unverified: { tone: 'neutral', Icon: ShieldQuestion, word: 'Unverified' },
  verified: { tone: 'success', Icon: ShieldCheck, word: 'Verified' },
  rejected: { tone: 'danger', Icon: ShieldX, word: 'Rejected' },
}

const order: Record<OrderStatus, Look> = {
  awaiting_payment: { tone: 'warning', Icon: Clock, word: orderStatusText('awaiting_payment') },
  confirmed: { tone: 'success', Icon: CircleCheck, word: orderStatusText('confirmed') },
  expired: { tone: 'neutral', Icon: Ban, word: orderStatusText('expired') },
  cancelled: { tone: 'neutral', Icon: Ban, word: orderStatusText('cancelled') },
}

export function RentalStatusBadge({ status }: { status: RentalStatus }) {
  const { word, ...look } = rental[status]
  // With large text the word is wider than its place on a phone.
  return (
    <StatusBadge {...look} word={<span className="min-w-0 break-words whitespace-normal">{word}</span>} />
  )
}

const rentalEvents = {
  late: { tone: 'danger', Icon: AlarmClock, word: 'Late' },
  'not-returned': { tone: 'danger', Icon: PackageX, word: 'Not returned' },
  'not-back': { tone: 'warning', Icon: AlarmClock, word: 'Not back yet' },
  'not-free': { tone: 'warning', Icon: AlarmClock, word: 'Not free yet' },
  'no-show': { tone: 'warning', Icon: CalendarX2, word: 'No-show' },
  withdrawn: { tone: 'neutral', Icon: Ban, word: 'Withdrawn' },
} as const satisfies Record<string, Look>

/** What happened to a rental beside its status. */
export type RentalBadge = keyof typeof rentalEvents

export function RentalEventBadge({ badge }: { badge: RentalBadge }) {
  return <StatusBadge {...rentalEvents[badge]} />
}

/** A listing's status. “Taken down” replaces every other; “paused” replaces “approved” and is added to any other. */
export function ListingStatusBadge({
  status,
  wording,
  paused = false,
  takenDown = false,
}: {
  status: ListingStatus
  wording?: string
  paused?: boolean
  takenDown?: boolean
}) {
  if (takenDown) return <StatusBadge tone="danger" Icon={CircleX} word="Taken down" />
  const word = wording ?? listing[status].word
  if (!paused) return <StatusBadge {...listing[status]} word={word} />
  if (status === 'approved') return <StatusBadge tone="neutral" Icon={CirclePause} word="Paused" />
  return <StatusBadge {...listing[status]} word={`${word}, paused`} />
}

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <StatusBadge {...order[status]} />
}

export function VerificationBadge({ status }: { status: VerificationStatus }) {
  return <StatusBadge {...verification[status]} />
}

function StatusBadge({ tone, Icon, word }: Omit<Look, 'word'> & { word: ReactNode }) {
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {word}
    </Badge>
  )
}
