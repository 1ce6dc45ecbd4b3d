import fc from 'fast-check'
import { type DisputeKind, disputeKinds } from '#domain/dispute/dispute.ts'
import { cancellationPolicies } from '#domain/refund/cancellation.ts'
import { durations } from '#domain/pricing/pricing.ts'
import type { Side } from '#domain/side.ts'
import type { Fault } from '#gateways/payments/emulator/faults.ts'

/** Numbers choose among the existing items when the action runs, the newest first. */
const pick = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 7 }) })
const percent = fc.nat({ max: 100 })

const line = fc.record({
  thing: fc.nat({ max: 3 }),
  inDays: fc.oneof(fc.nat({ max: 1 }), fc.integer({ min: 2, max: 6 })),
  days: fc.constantFrom(...durations),
  delivered: fc.boolean(),
})

const misfortunes: Fault[] = [
  { do: 'answer', status: 500 },
  { do: 'answer', status: 503 },
  { do: 'answer', status: 429 },
  { do: 'answer', status: 400, code: 'parameter_invalid' },
  { do: 'answer', status: 404, code: 'resource_not_found' },
  { do: 'drop-before' },
  { do: 'drop-after' },
  { do: 'drop-after' },
  { do: 'garbage' },
  { do: 'wrong-mode' },
  { do: 'payments-hidden' },
  { do: 'payments-in-intent' },
]
const calls = [
  'POST /v1/refunds',
  'POST /v2',
  'GET /v1/checkout_sessions',
  'POST /v1/checkout_sessions',
  'GET',
  '',
]

/** The actions of the people of one place. */
const local = {
  order: fc.record({
    do: fc.constant('order' as const),
    who: fc.nat({ max: 2 }),
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    online: fc.boolean().chain((yes) => (yes ? fc.constant(true) : fc.boolean())),
    open: fc.nat({ max: 9 }).map((n) => n < 9),
  }),
  open: fc.record({ do: fc.constant('open' as const), pick }),
  pay: fc.record({
    do: fc.constant('pay' as const),
    pick,
    channel: fc.constantFrom('gcash', 'card', 'paymaya', 'gcash', 'qrph', 'dob'),
    how: fc.constantFrom('right', 'right', 'right', 'wrong', 'failed', 'begun'),
  }),
  finish: fc.record({ do: fc.constant('finish' as const), pick, paid: fc.boolean() }),
  owner: fc.record({ do: fc.constant('owner' as const), pick, kind: fc.boolean() }),
  admin: fc.record({
    do: fc.constant('admin' as const),
    pick,
    what: fc.constantFrom('undo', 'undo', 'end', 'end', 'lose', 'goodwill'),
    choice: fc.nat({ max: 2 }),
    side: fc.constantFrom('renter', 'owner'),
    percent,
  }),
  cancel: fc.record({ do: fc.constant('cancel' as const), pick }),
  withdraw: fc.record({ do: fc.constant('withdraw' as const), pick }),
  notBack: fc.record({ do: fc.constant('notBack' as const), pick }),
  noShow: fc.record({
    do: fc.constant('noShow' as const),
    pick,
    side: fc.constantFrom('owner', 'renter'),
    what: fc.constantFrom('say', 'say', 'say', 'take-back'),
    /** How long they wait before, in minutes. */
    waits: fc.constantFrom(0, 0, 0, 420, 1080),
  }),
  wait: fc.record({
    do: fc.constant('wait' as const),
    who: fc.nat({ max: 2 }),
    thing: fc.nat({ max: 3 }),
    inDays: fc.integer({ min: 1, max: 6 }),
    days: fc.constantFrom(...durations),
    what: fc.constantFrom('join', 'join', 'rent', 'leave'),
  }),
  handover: fc.record({
    do: fc.constant('handover' as const),
    pick,
    what: fc.constantFrom('code', 'code', 'code', 'wrong-code', 'renew', 'brought-back', 'confirm', 'object'),
  }),
  late: fc.record({
    do: fc.constant('late' as const),
    pick,
    what: fc.constantFrom('waive', 'waive-all', 'object'),
    percent,
  }),
  giveUp: fc.record({ do: fc.constant('giveUp' as const), pick }),
  return: fc.record({ do: fc.constant('return' as const), pick }),
  deposit: fc.record({
    do: fc.constant('deposit' as const),
    pick,
    what: fc.constantFrom('return', 'claim', 'grant'),
    percent,
  }),
  dispute: fc.record({
    do: fc.constant('dispute' as const),
    pick,
    what: fc.constantFrom('file', 'file', 'answer', 'accept', 'appeal', 'decide'),
    side: fc.constantFrom('renter', 'owner'),
    /** What happens at once after something is filed: the other side replies, or an admin decides and both accept. */
    reply: fc.constantFrom('nothing', 'answer', 'accept', 'decide'),
    kind: fc.constantFrom(...(Object.keys(disputeKinds) as DisputeKind[])),
    asksForMoney: fc.oneof(
      { weight: 3, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    percent,
    goodwill: fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 200_000 })),
    neverGot: fc.boolean(),
  }),
  debt: fc.record({
    do: fc.constant('debt' as const),
    pick,
    what: fc.constantFrom('pay', 'pay', 'received'),
    /** How far the payment goes: the page opened, paid there, settled. */
    upTo: fc.constantFrom('open', 'pay', 'settle', 'settle'),
  }),
  block: fc.record({
    do: fc.constant('block' as const),
    thing: fc.nat({ max: 3 }),
    inDays: fc.nat({ max: 5 }),
  }),
  remove: fc.record({
    do: fc.constant('remove' as const),
    what: fc.constantFrom('suspend', 'suspend', 'end-suspension', 'take-down', 'take-down', 'put-back'),
    who: fc.nat({ max: 4 }),
    thing: fc.nat({ max: 3 }),
  }),
  payout: fc.record({
    do: fc.constant('payout' as const),
    who: fc.nat({ max: 1 }),
    percent,
    /** Whether the newest payout is taken back instead. */
    reverse: fc.boolean(),
  }),
  pause: fc.record({ do: fc.constant('pause' as const), thing: fc.nat({ max: 3 }) }),
  leave: fc.record({ do: fc.constant('leave' as const), who: fc.nat({ max: 2 }) }),
  days: fc.record({
    do: fc.constant('days' as const),
    pick,
    what: fc.constantFrom('extend', 'extend', 'extend', 'shorten', 'move'),
    days: fc.constantFrom(1, 1, 3, 7),
    /** How far it goes at once: asked, agreed, the page to pay opened, paid there, settled. */
    upTo: fc.constantFrom('ask', 'agree', 'open', 'pay', 'settle', 'settle', 'settle'),
  }),
  answer: fc.record({
    do: fc.constant('answer' as const),
    pick,
    what: fc.constantFrom('agree', 'agree', 'agree', 'decline', 'withdraw'),
  }),
}

/** The actions that concern all places: time, jobs, the provider and its webhooks. */
const shared = {
  deliver: fc.record({
    do: fc.constant('deliver' as const),
    which: fc.constantFrom('first', 'last', 'all'),
    how: fc.constantFrom('once', 'once', 'twice', 'lost', 'altered'),
  }),
  fault: fc.record({
    do: fc.constant('fault' as const),
    what: fc.constantFrom(...misfortunes),
    on: fc.constantFrom(...calls),
    times: fc.integer({ min: 1, max: 6 }),
  }),
  refunds: fc.record({
    do: fc.constant('refunds' as const),
    go: fc.constantFrom('settle', 'hold', 'fail'),
    settle: fc.boolean(),
  }),
  manner: fc.record({
    do: fc.constant('manner' as const),
    envelope: fc.constantFrom('classic', 'v2', 'alternate'),
    emptyPayments: fc.boolean(),
    withoutId: fc.boolean(),
    outOfOrder: fc.boolean(),
    copies: fc.integer({ min: 1, max: 2 }),
  }),
  work: fc.record({
    do: fc.constant('work' as const),
    what: fc.constantFrom('all', 'payments', 'rentals', 'effects'),
  }),
  later: fc.record({
    do: fc.constant('later' as const),
    minutes: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(1, 3, 10, 29, 30, 31) },
      { weight: 2, arbitrary: fc.constantFrom(90, 300, 720, 1440, 2880, 4320) },
    ),
  }),
}

type Kinds = Record<string, fc.Arbitrary<{ do: string }>>
type Of<K extends Kinds> = { [N in keyof K]: K[N] extends fc.Arbitrary<infer T> ? T : never }[keyof K]
export type LocalAct = Of<typeof local>
/** A local act of one kind: `Take<'pay'>`. */
export type Take<D extends LocalAct['do']> = Extract<LocalAct, { do: D }>
export type SharedAct = Of<typeof shared>

/** An action, the boundary at which the process dies, and whether the button is pressed again. */
export type Action<A = LocalAct | SharedAct> = { act: A; crash: number | null; again: boolean }
const action = <A>(act: fc.Arbitrary<A>) =>
  fc.record({
    act,
    /** The boundary at which the process dies during this action. */
    crash: fc.oneof(
      { weight: 4, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }) },
    ),
    /** Whether the person presses the button again after that. */
    again: fc.boolean(),
  })

const actions = <K extends Kinds>(kinds: K, often: Record<keyof K, number>) =>
  action(
    fc.oneof(
      ...Object.entries(kinds).map(([name, arbitrary]) => ({
        weight: often[name as keyof K],
        arbitrary: arbitrary as fc.Arbitrary<Of<K>>,
      })),
    ),
  )

const localAction = actions(local, {
  order: 10,
  open: 3,
  pay: 16,
  finish: 4,
  owner: 16,
  admin: 6,
  cancel: 10,
  withdraw: 2,
  notBack: 2,
  noShow: 6,
  handover: 8,
  wait: 8,
  late: 5,
  giveUp: 3,
  return: 6,
  deposit: 4,
  dispute: 16,
  remove: 2,
  payout: 4,
  debt: 6,
  block: 2,
  pause: 1,
  leave: 1,
  days: 14,
  answer: 6,
})
/** The usual actions on an order, from its payment on, in order. */
const life = fc
  .tuple(
    action(local.pay.map((pay) => ({ ...pay, pick: 0, how: 'right' as const }))),
    action(local.return.map((back) => ({ ...back, pick: 0 }))),
    action(local.owner.map((owner) => ({ ...owner, pick: 0, kind: true }))),
    action(local.owner),
    action(local.days.map((days) => ({ ...days, pick: 0 }))),
    action(local.owner),
    action(local.deposit),
    action(local.dispute),
    action(local.deposit),
    action(local.dispute),
  )
  .chain((all) => fc.integer({ min: 2, max: all.length }).map((n): Action<LocalAct>[] => all.slice(0, n)))

/** A rental of today, approved. */
const today = [
  action(
    fc.record({
      do: fc.constant('order' as const),
      who: fc.nat({ max: 2 }),
      lines: fc.array(
        line.map((one) => ({ ...one, inDays: 0 })),
        { minLength: 1, maxLength: 1 },
      ),
      online: fc.boolean(),
      open: fc.constant(true),
    }),
  ),
  action(local.pay.map((pay) => ({ ...pay, pick: 0, how: 'right' as const }))),
  action(local.return.map((back) => ({ ...back, pick: 0 }))),
  action(local.owner.map((owner) => ({ ...owner, pick: 0, kind: true }))),
] as const

/** A rental of today that the renter has, or an order for it, and a dispute about it, after which anything follows. */
const quarrel = fc
  .tuple(
    ...today,
    action(local.owner.map((owner) => ({ ...owner, pick: 0, kind: true }))),
    action(local.dispute.map((one) => ({ ...one, pick: 0, what: 'file' as const }))),
    action(local.dispute.map((one) => ({ ...one, pick: 0 }))),
    localAction,
  )
  .map((all): Action<LocalAct>[] => all)

const says = (side: Side, waits: 0 | 1080) =>
  local.noShow.map((one) => ({ ...one, pick: 0, what: 'say' as const, side, waits }))

/** A rental of today to which someone did not come: a dispute, what each says of the other, and another dispute. */
const missed = fc
  .tuple(
    ...today,
    action(
      fc
        .tuple(local.dispute, fc.constantFrom('money' as const, 'not-handed-over', 'no-show'))
        .map(([one, kind]) => ({
          ...one,
          ...{ pick: 0, what: 'file' as const, side: 'renter' as const, kind, reply: 'answer' as const },
        })),
    ),
    action(
      fc.oneof(
        local.dispute.map((one) => ({ ...one, pick: 0 })),
        // A decision that gives nobody anything is possible whatever they ask for.
        local.dispute.map((one) => ({ ...one, pick: 0, what: 'decide' as const, percent: 0, goodwill: 0 })),
      ),
    ),
    action(says('owner', 1080)),
    action(
      fc.oneof(
        says('renter', 0),
        local.dispute.map((one) => ({
          ...one,
          ...{ pick: 0, what: 'file' as const, side: 'renter' as const, kind: 'not-handed-over' as const },
          reply: 'nothing' as const,
        })),
      ),
    ),
    action(local.noShow.map((one) => ({ ...one, pick: 0 }))),
    localAction,
  )
  .chain((all) => fc.integer({ min: 6, max: all.length }).map((n): Action<LocalAct>[] => all.slice(0, n)))

const sharedAction = actions(shared, { later: 16, work: 10, deliver: 14, fault: 8, refunds: 3, manner: 3 })

const thing = fc.record({
  price: fc.oneof(fc.integer({ min: 1, max: 200_000 }), fc.constantFrom(30, 999, 33_333, 45_000)),
  policy: fc.constantFrom(...cancellationPolicies),
  deposit: fc.constantFrom(0, 1, 50_001),
  bookable: fc.boolean(),
})
/**
 * One history: the listings of a place, and the actions of its people one after the other, beginning with an order.
 */
const place = fc.record({
  things: fc.array(thing, { minLength: 4, maxLength: 4 }),
  first: local.order,
  then: fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: localAction.map((one): Action<LocalAct>[] => [one]) },
        { weight: 1, arbitrary: life },
        { weight: 1, arbitrary: quarrel },
        { weight: 1, arbitrary: missed },
      ),
      { maxLength: 8, size: 'max' },
    )
    .map((parts) => parts.flat()),
})

/**
 * Several histories in parallel: after each local action of every place, one shared action follows; at the end
 * everything finishes. `begins` is in minutes of a Manila day.
 */
export const histories = (atOnce: number) =>
  fc.record({
    begins: fc.nat({ max: 1439 }),
    places: fc.array(place, { minLength: 1, maxLength: atOnce, size: 'max' }),
    meanwhile: fc.array(sharedAction, { maxLength: 16, size: 'max' }),
    rest: fc.record({
      webhooksCome: fc.boolean(),
      begunArePaid: fc.boolean(),
      heldRefundsFail: fc.boolean(),
      /** What is out comes back, or never does. */
      comesBack: fc.boolean(),
      /** Renters object to late fees. */
      object: fc.boolean(),
      /** Both sides say that the other did not come. */
      contradict: fc.boolean(),
      /** How debts end: not, paid, received, or both at the same time. */
      debts: fc.constantFrom('open', 'pay', 'received', 'both'),
      granted: percent,
      /** With which choice an admin ends what is Approved or out. */
      adminEnds: fc.option(fc.nat({ max: 2 }), { freq: 2 }),
      /** How much of what was paid the site pays each side. */
      goodwill: fc.oneof(fc.constant(0), percent),
    }),
  })
export type Histories = ReturnType<typeof histories> extends fc.Arbitrary<infer T> ? T : never
