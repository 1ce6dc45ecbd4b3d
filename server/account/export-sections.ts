import { sql, type RawBuilder } from 'kysely'
import { listingColumns } from '#domain/listing/listing-fields.ts'
import { linesJson } from '../book/queries.ts'
import type { Db } from '../context.ts'
import { isContactMessageOf } from '../contact/queries.ts'
import { nameFor, type Viewer } from '../names.ts'

/** Reads some rows at a time, in the order of `by`, whose values together differ in each row; `from` has a `where`. */
type Paged = { columns: RawBuilder<unknown>; from: RawBuilder<unknown>; by: readonly Key[] }
type Key = { column: string; type: 'bigint' | 'integer' | 'timestamptz' | 'uuid' }
type Section = RawBuilder<unknown> | Paged
type Sections = Record<string, Section>

const PAGE_ROWS = 500

/**
 * The rows of a section, some at a time, and at least once; what a person writes without end is never in memory as a
 * whole, nor is a transaction open while they download it.
 */
export async function* rowsOf(db: Db, section: Section): AsyncGenerator<unknown[]> {
  if (!('by' in section)) return yield (await section.execute(db)).rows
  let after: string[] | null = null
  do {
    const page: { row: unknown; key: string[] }[] = await readPage(db, section, after)
    yield page.map(({ row }) => row)
    after = page.length < PAGE_ROWS ? null : page.at(-1)!.key
  } while (after)
}

/** The next rows, each with its values of `by` as text. */
async function readPage(db: Db, { columns, from, by }: Paged, after: string[] | null) {
  const keys = sql.join(by.map(({ column }) => sql.ref(column)))
  const last = after && sql.join(by.map(({ type }, i) => sql`${after[i]}::${sql.raw(type)}`))
  const { rows } = await sql<{ pageKey: string[] }>`select ${columns},
      array[${sql.join(by.map(({ column }) => sql`${sql.ref(column)}::text`))}] as page_key
    from ${from} ${last ? sql`and (${keys}) > (${last})` : sql``} order by ${keys} limit ${PAGE_ROWS}`.execute(
    db,
  )
  return rows.map(({ pageKey: key, ...row }) => ({ row, key }))
}

/**
 * The sections of a person's download, in the order of the file, each with the statement that reads its rows. Each
 * statement names its columns, so that a column added later is not exported by accident.
 */
export function exportSections(viewer: Viewer): Sections {
  return {
    ...accountSections(viewer),
    ...listingSections(viewer),
    ...orderSections(viewer),
    ...disputeSections(viewer),
    ...wishSections(viewer),
    ...conversationSections(viewer),
    decisionsAboutYou: sql`select e.at, e.action as what, e.detail ->> 'title' as title,
        e.detail ->> 'reason' as reason
      from (
        select * from event a where a.subject = 'account' and a.subject_id = ${viewer.id}::text
          and a.action in ('suspend', 'end-suspension', 'verify', 'reject')
        union all select b.* from listing l join event b on b.subject = 'listing' and b.subject_id = l.id::text
          and b.action in ('take-down', 'put-back') where l.owner_id = ${viewer.id}
      ) e order by e.id`,
    // Without the network: it may be another person's.
    failedLogIns: {
      columns: sql`e.at`,
      from: sql`event e where e.subject = 'account' and e.subject_id = ${viewer.id}::text
        and e.action = 'fail-log-in'`,
      by: [{ column: 'e.id', type: 'bigint' }],
    },
    events: {
      columns: sql`e.at, e.subject, e.subject_id, e.action, e.detail, e.network`,
      from: sql`event e where e.actor_id = ${viewer.id}`,
      by: [{ column: 'e.id', type: 'bigint' }],
    },
  }
}

/** The address of the largest size of the photo `p`, below `/images` or another folder. */
const photoAddress = (folder: string) =>
  sql`${sql.lit(`/${folder}/`)} || p.id || '/' || p.widths[cardinality(p.widths)] || '.webp'`

const photoAddresses = sql`array(select ${photoAddress('images')}
  from photo p where p.listing_id = l.id order by p.position)`

const whichRental = sql`r.id, o.number as order_number, r.title, r.listing_id`

const rentalTerms = sql`r.period::text as period, r.duration_days, r.price_per_day_centavos, r.delivery_option,
  r.status, r.created_at, r.status_changed_at, ${linesJson} as money`

/** The owner's texts of the listing `l`, with the name of its category `c`. */
const listingFields = sql.join(
  listingColumns.map((column) =>
    column === 'categoryId' ? sql`c.name as category` : sql.ref(`l.${column}`),
  ),
)

const placeFields = sql`p.street, p.barangay, p.barangay_code, p.city, p.city_code, p.phone, p.note, p.changed_at`

/** The account, its log-ins and its notices. */
function accountSections({ id }: Viewer): Sections {
  return {
    account: sql`select id, first_name, last_name, username, email, email_verified, role,
      verification_status, image as picture,
        location, two_factor_at, created_at, updated_at
      from account where id = ${id}`,
    sessions: sql`select created_at, updated_at, expires_at, user_agent, ip_address from session where user_id = ${id}
      order by created_at`,
    passkeys: sql`select name, created_at, last_used_at from passkey where account_id = ${id} order by created_at, id`,
    calendarFeed: sql`select created_at from calendar_feed where account_id = ${id}`,
    switchedOffNotices: sql`select kind, channel, switched_off_at from notification_choice where account_id = ${id}
      order by kind, channel`,
    // What another person wrote stays theirs.
    notices: {
      columns: sql`n.kind, n.title, case when n.kind <> 'new-message' then n.text end as text, n.path, n.created_at,
        n.read_at`,
      from: sql`notice n where n.account_id = ${id}`,
      by: [
        { column: 'n.createdAt', type: 'timestamptz' },
        { column: 'n.id', type: 'uuid' },
      ],
    },
    browsersWithNotices: sql`select endpoint, created_at from push_subscription where account_id = ${id}
      order by created_at, id`,
  }
}

/** What the person lends, and where things are handed over. */
function listingSections({ id }: Viewer): Sections {
  return {
    listings: sql`select l.id, ${listingFields}, l.status, l.created_at, l.edited_at, l.moderated_at, l.paused_at,
        l.archived_at, l.rental_count,
        l.favorite_count, l.rating_count, l.rating_average, ${photoAddresses} as photos,
        array(select b.period::text from blocked_period b where b.listing_id = l.id and b.held_for is null
        order by b.period) as blocked_periods
      from listing l left join category c on c.id = l.category_id where l.owner_id = ${id}
        order by l.created_at, l.id`,
    addresses: sql`select 'delivery' as what, null::uuid as listing_id, null::uuid as rental_id, ${placeFields}
        from place p where p.account_id = ${id}
      union all select 'pick-up', p.listing_id, null, ${placeFields}
        from listing l join place p on p.listing_id = l.id where l.owner_id = ${id}
      union all select 'delivery of a rental', null, p.rental_id, ${placeFields}
        from rental r join place p on p.rental_id = r.id where r.renter_id = ${id}`,
  }
}

/** What the person rented and lent, and the money of it. */
function orderSections(viewer: Viewer): Sections {
  const { id } = viewer
  return {
    orders: sql`select o.number, o.status, o.payment_method, o.created_at, o.agreement_text,
      o.agreement_sha256, o.agreement_accepted_at
      from "order" o where o.renter_id = ${id} order by o.created_at, o.id`,
    rentalsAsRenter: sql`select ${whichRental},
      ${nameFor('w', viewer)} as owner_name,
        ${rentalTerms}
      from rental r join "order" o on o.id = r.order_id join account w on w.id = r.owner_id
      where r.renter_id = ${id} order by r.created_at, r.id`,
    rentalsAsOwner: sql`select ${whichRental},
      ${nameFor('w', viewer)} as renter_name,
        ${rentalTerms}
      from rental r join "order" o on o.id = r.order_id join account w on w.id = r.renter_id
      where r.owner_id = ${id} and o.status = 'confirmed' order by r.created_at, r.id`,
    rentalChanges: sql`select c.rental_id, c.from_period::text as from_period, c.to_period::text as to_period,
        c.rent_centavos, c.fee_centavos, c.state, c.asked_at, c.answer_by, c.answered_at, c.ended_at
      from rental_change c join rental r on r.id = c.rental_id
      where ${id} in (r.owner_id, r.renter_id) order by c.asked_at, c.id`,
    payments: sql`select p.id as provider_number, o.number as order_number, p.centavos, p.channel, p.purpose, p.paid_at
      from payment p join "order" o on o.id = p.order_id where o.renter_id = ${id} order by p.paid_at, p.id`,
    refunds: sql`select o.number as order_number, f.rental_id, f.centavos, f.reason, f.status, f.created_at, f.done_at
      from refund f join "order" o on o.id = f.order_id where o.renter_id = ${id} order by f.created_at, f.id`,
    payouts: sql`select p.direction, p.centavos, p.reference, p.paid_on::text as paid_on, p.recorded_at, p.reversed_at
      from payout p where p.owner_id = ${id} order by p.recorded_at, p.id`,
  }
}

/**
 * What happened with their rentals: the timelines, and what the two people disagreed about. Texts and photos of the
 * other person are left out.
 */
function disputeSections({ id }: Viewer): Sections {
  const ofTheirRentals = (rentalId: string) => sql`join rental r on r.id = ${sql.ref(rentalId)}
      join "order" o on o.id = r.order_id
      where ${id} in (r.owner_id, r.renter_id)`
  const ownSide = sql`case when r.owner_id = ${id} then 'owner' else 'renter' end`
  const theirSide = sql`case when r.owner_id = ${id} then 'renter' else 'owner' end`
  return {
    depositClaims: sql`select o.number as order_number, r.title, c.centavos, c.created_at,
        case when r.owner_id = ${id} then c.reason end as reason,
        case when r.renter_id = ${id} then c.answer end as answer, c.answered_at,
        c.granted_before as granted_before_centavos, c.granted_centavos, c.decision, c.decided_at,
        case when r.owner_id = ${id} then array(select ${photoAddress('claim-photos')}
          from photo p where p.claim_id = r.id order by p.position) end as photos
      from deposit_claim c ${ofTheirRentals('c.rental_id')} order by c.created_at, r.id`,
    timelines: {
      columns: sql`e.rental_id, e.seq, e.at, e.side, e.kind, e.facts, e.hash,
        case when e.by_id = ${id} then e.text end as text,
        case when e.by_id = ${id} then array(select ${photoAddress('rental-photos')}
          from jsonb_array_elements(e.photos) with ordinality s (photo, place)
          join photo p on p.id = (s.photo->>'id')::uuid order by s.place) end as photos`,
      from: sql`rental_entry e join rental r on r.id = e.rental_id join "order" o on o.id = r.order_id
        where (r.renter_id = ${id} or r.owner_id = ${id} and o.status = 'confirmed')`,
      by: [
        { column: 'e.at', type: 'timestamptz' },
        { column: 'e.rentalId', type: 'uuid' },
        { column: 'e.seq', type: 'integer' },
      ],
    },
    lateFees: sql`select o.number as order_number, r.title, f.days, f.fee_centavos, f.deposit_centavos,
        f.waived_centavos, f.waived_all, f.fixed_at, case when r.renter_id = ${id} then f.objection end as objection,
        f.objected_at, f.settled_at, f.not_returned_at
      from late_fee f ${ofTheirRentals('f.rental_id')} order by r.created_at, r.id`,
    noShows: sql`select o.number as order_number, r.title, n.said_by, n.said_at as counts_from, n.agreed_at
      from no_show n ${ofTheirRentals('n.rental_id')} order by n.said_at, r.id`,
    disputes: sql`select o.number as order_number, r.title, d.kind, d.opened_by, d.opened_at, d.owner_asked,
      d.renter_asked, d.closed_at, d.outcome, d.deposit_moved, d.rent_moved,
        (select coalesce(jsonb_agg(jsonb_build_object('by', s.by, 'at', s.at, 'asked', s.asked,
          'text', case when s.by <> ${theirSide} then s.text end,
          'photos', case when s.by = ${ownSide} then (select coalesce(jsonb_agg(${photoAddress('claim-photos')}
              order by array_position(s.photo_ids, p.id)), '[]') from photo p
              where p.id = any(s.photo_ids)) end)
          order by s.id), '[]') from dispute_statement s where s.dispute_id = d.id) as said,
        (select coalesce(jsonb_agg(jsonb_build_object('at', x.decided_at, 'toOwner', x.owner_centavos,
          'toRenter', x.rent_centavos, 'neverGot', x.never_got, 'reason', x.reason) order by x.round), '[]')
          from dispute_decision x where x.dispute_id = d.id) as decisions
      from dispute d ${ofTheirRentals('d.rental_id')} order by d.opened_at, d.id`,
    debts: sql`select o.number as order_number, r.title, d.cause, d.owed_by, d.centavos, d.since, d.settled_at,
        d.settled_how
      from debt d ${ofTheirRentals('d.rental_id')} order by d.since, d.id`,
  }
}

/** What the person wants to rent, and what they think of what they rented. */
function wishSections({ id }: Viewer): Sections {
  return {
    cart: sql`select k.listing_id, l.title, k.start_date, k.duration_days, k.delivery_option, k.added_at
      from cart_line k join listing l on l.id = k.listing_id where k.renter_id = ${id} order by k.added_at`,
    waitingFor: sql`select w.listing_id, l.title, w.period::text as period, w.state, w.asked_at,
        w.offered_until, w.ended_at
      from waitlist_entry w join listing l on l.id = w.listing_id where w.account_id = ${id}
      order by w.asked_at, w.id`,
    favorites: sql`select f.listing_id, l.title, f.created_at from favorite f join listing l on l.id = f.listing_id
      where f.account_id = ${id} order by f.created_at`,
    reviews: sql`select v.listing_id, l.title, v.rating, v.body, v.verified, v.status, v.created_at, v.edited_at
      from review v join listing l on l.id = v.listing_id where v.author_id = ${id} order by v.created_at`,
  }
}

/** What the person wrote to others, to the assistant and to the site. */
function conversationSections(viewer: Viewer): Sections {
  const { id } = viewer
  return {
    conversations: sql`select t.id, t.listing_id, t.title, ${nameFor('p', viewer)} as partner_name,
      t.created_at, t.last_message_at
      from thread t join account p on p.id = case when t.renter_id = ${id} then t.owner_id else t.renter_id end
      where ${id} in (t.renter_id, t.owner_id) order by t.created_at, t.id`,
    messagesWritten: {
      columns: sql`m.thread_id, m.body, m.sent_at, (select ${photoAddress('chat-photos')} from photo p
        where p.id = m.photo_id) as photo`,
      from: sql`message m join thread t on t.id = m.thread_id
        where ((t.renter_id = ${id} and m.sender = 'renter') or (t.owner_id = ${id} and m.sender = 'owner'))`,
      by: [{ column: 'm.id', type: 'bigint' }],
    },
    assistantMessages: {
      columns: sql`m.sender, m.body, m.sent_at`,
      from: sql`support_message m where m.account_id = ${id}`,
      by: [{ column: 'm.id', type: 'bigint' }],
    },
    peopleBlocked: sql`select ${nameFor('a', viewer)} as name, b.blocked_at from person_block b
      join account a on a.id = b.blocked_id
      where b.blocker_id = ${id} order by b.blocked_at`,
    reportsMade: sql`select p.about, p.thread_id, p.listing_id, p.review_id, ${nameFor('a', viewer)} as reported_name,
      p.message_sent_at, p.reason, p.note, p.created_at, p.closed_at
      from report p join account a on a.id = p.reported_id where p.reporter_id = ${id} order by p.created_at, p.id`,
    contactMessages: sql`select m.name, m.email, m.subject, m.message, m.created_at from contact_message m
      where ${isContactMessageOf(sql`${id}::uuid`)} order by m.created_at, m.id`,
  }
}
