/** The migration after which `bench/migrations.ts` loads the tables that are there. */
export const LOADED_AT = '041_catalogue_table'

/**
 * Rows for `n` from 1 to `count`. `at` is the migration after which they are loaded. `probe` is how the bench changes
 * a row by its `key`: what `update` sets, or a statement with the key as `$1`.
 */
type LargeTable = {
  at?: string
  count?: number
  columns: string
  values: string
  from?: string
  key?: string
  probe?: string
}

const id = (n: string) => `lpad(to_hex(${n}), 32, '0')::uuid`
/** Money and counts are of 10,000 owners, with a hundredth of everything each; a tag is of a tenth of the listings. */
const OWNERS = 10_000
const owner = id(`n % ${OWNERS} + 1`)
const ago = `now() - n * interval '1 second'`
/** One row of those that are changed, each time another one: `$1` is that in the middle. */
const any = (rows: number) =>
  `(select ${id(`1 + floor(random() * ${rows})::int`)} where $1::uuid is not null)`

/** What is loaded, with `rows` rows each, in the order of what they reference. */
export function largeTables(rows: number): Record<string, LargeTable> {
  const own = id('n')
  const next = id(`n % ${rows} + 1`)
  return {
    account: {
      columns: 'id, name, first_name, last_name, username, email, role',
      values: `${own}, 'Ana Cruz', 'Ana', 'Cruz', 'ana' || n, 'ana' || n || '@mail.ph',
        case when n % 100000 = 0 then 'admin' else 'renter' end`,
      probe: 'location = location',
    },
    session: {
      columns: 'id, user_id, token, expires_at, created_at',
      values: `${own}, ${own}, 'token ' || n, now() + interval '9 days', ${ago}`,
      probe: 'expires_at = expires_at',
    },
    verification: {
      columns: 'id, identifier, value, expires_at',
      values: `${own}, 'confirm:' || n, n::text, now() + n * interval '1 second'`,
      probe: 'value = value',
    },
    tag: { count: 1000, columns: 'name', values: `'tag' || n - 1` },
    listing: {
      columns: 'id, owner_id, title, description, price_per_day_centavos, status, tags',
      values: `${own}, ${owner}, case when n % 10 = 0 then 'Over ' else 'Tent ' end || n % 10000, 'Sleeps four.',
        50000, case when n % 20 = 0 then 'available' else 'approved' end,
        array['tag' || n % 10, 'tag' || n % 990 + 10]`,
      // Each time another tag, such as one that a migration counts just now.
      probe: `tags = array['tag' || floor(random() * 20)]`,
    },
    listing_search: {
      columns: `listing_id, category_id, price_per_day_centavos, created_at, rating_average, rating_count,
        rental_count, favorite_count, score, hot, title_tsv, all_tsv`,
      values: 's.*',
      from: `join listing l on l.id = ${own} and l.is_public cross join lateral listing_search_row(l) s`,
      key: 'listing_id',
      probe: 'score = score',
    },
    cart_line: {
      columns: `renter_id, listing_id, start_date, duration_days, delivery_option, seen_price_per_day_centavos`,
      values: `${own}, ${next}, date '2026-12-01', 3, 'pickup', 50000`,
      key: 'renter_id',
      probe: 'duration_days = duration_days',
    },
    order: {
      columns: `id, number, renter_id, status, payment_method, idempotency_key, agreement_text, agreement_sha256,
        agreement_accepted_at, holds_until, confirmed_at`,
      values: `${own}, 'HR-' || n, ${own}, 'confirmed',
        case when n % 3 = 0 then 'cash_on_delivery' else 'online' end, ${own}, 'Agreed.', repeat('0a', 32), now(),
        case when n % 3 > 0 then now() end, now()`,
      probe: 'agreement_text = agreement_text',
    },
    // One in a hundred holds its days, each of another listing.
    rental: {
      columns: `id, order_id, listing_id, renter_id, owner_id, title, price_per_day_centavos, duration_days,
        delivery_option, period, status, approved_at`,
      values: `${own}, ${own}, ${own}, ${id(`(n + ${OWNERS / 2}) % ${rows} + 1`)}, ${owner}, 'Tent', 50000, 3,
        'pickup', daterange(date '2026-01-01' + n % 300, date '2026-01-04' + n % 300),
        case when n % 100 = 0 then 'Approved' else 'Completed' end, now()`,
      probe: 'title = title',
    },
    money_line: {
      columns: 'order_id, rental_id, kind, centavos',
      values: `${own}, ${own}, 'rent', 150000`,
      probe: 'centavos = centavos',
    },
    checkout_session: {
      columns: 'id, order_id, url, live, centavos, closed_at',
      values: `'cs_' || n, ${own}, 'https://checkout.test', true, 150000, now()`,
      probe: 'checked_at = checked_at',
    },
    payment: {
      columns: 'id, order_id, session_id, centavos, channel, purpose, paid_at',
      values: `'pay_' || n, ${own}, 'cs_' || n, 150000, 'gcash', 'order', ${ago}`,
      probe: 'channel = channel',
    },
    refund: {
      columns: 'id, order_id, rental_id, payment_id, centavos, reason, status, created_at, done_at',
      values: `${own}, ${own}, ${own}, 'pay_' || n, 500, 'cancel', 'succeeded', ${ago}, now()`,
      probe: 'note = note',
    },
    provider_event: {
      columns: 'id, type, received_at, processed_at',
      values: `'evt_' || n, 'payment.paid', ${ago}, ${ago}`,
      probe: 'outcome = outcome',
    },
    // One in a hundred is open. The probe answers, as the version before does.
    deposit_claim: {
      columns: 'rental_id, centavos, reason, created_at, granted_centavos, decided_at',
      values: `${own}, 500, 'Broken.', ${ago}, case when n % 100 > 0 then 500 end,
        case when n % 100 > 0 then now() end`,
      key: 'rental_id',
      probe: `update deposit_claim set answer = answer where rental_id = ${any(rows)}`,
    },
    blocked_period: {
      columns: 'id, listing_id, period',
      values: `${own}, ${own}, daterange(date '2026-12-01', date '2026-12-04')`,
      probe: 'created_at = created_at',
    },
    person_block: {
      columns: 'blocker_id, blocked_id, blocked_at',
      values: `${own}, ${next}, ${ago}`,
      key: 'blocker_id',
      probe: 'blocked_at = blocked_at',
    },
    reminder: {
      columns: 'rental_id, kind, number, sent_at',
      values: `${own}, 'due-today', 1, ${ago}`,
      key: 'rental_id',
      probe: 'sent_at = sent_at',
    },
    thread: {
      columns: 'id, listing_id, title, renter_id, owner_id, last_message_at',
      values: `${own}, ${own}, 'Tent', ${own}, ${next}, ${ago}`,
      probe: 'title = title',
    },
    message: {
      columns: 'thread_id, sender, body, sent_at',
      values: `${own}, 'renter', 'Is it still there?', ${ago}`,
      probe: 'body = body',
    },
    support_message: {
      columns: 'account_id, sender, body, sent_at',
      values: `${own}, 'person', 'How do I cancel?', ${ago}`,
      probe: 'body = body',
    },
    contact_message: {
      columns: 'id, account_id, name, email, subject, message, created_at, handled_at',
      values: `${own}, case when n % 2 = 0 then ${own} end, 'Ana Cruz', 'ana' || n || '@mail.ph', 'Hello', 'How?',
        ${ago}, case when n % 100 > 0 then now() end`,
      probe: 'subject = subject',
    },
    review: {
      columns: 'id, listing_id, author_id, rating, body, verified, status, created_at',
      values: `${own}, ${own}, ${next}, 5, 'Good.', true, case when n % 100 = 0 then 'waiting' else 'published' end,
        ${ago}`,
      probe: 'body = body',
    },
    report: {
      columns: `id, reporter_id, reported_id, thread_id, about, reason, closed_at, closed_by, decision, decision_note`,
      values: `${own}, ${own}, ${next}, ${own}, 'person', 'spam', now(), ${own}, 'warned', ''`,
      probe: 'note = note',
    },
    photo: {
      columns: 'id, owner_id, listing_id, width, height, widths, thumbhash, created_at',
      values: `${own}, ${own}, case when n % 2 = 0 then ${own} end, 640, 480, '{320,640}', 'hash', ${ago}`,
      probe: 'position = position',
    },
    event: {
      columns: 'subject, subject_id, action, actor_id, at',
      values: `'account', n::text, case when n % 3 = 0 then 'log-in' else 'edit' end, ${own}, ${ago}`,
      probe: 'network = null',
    },
    // One in ten is a mail whose job names no account yet.
    effect: {
      columns: 'kind, payload, created_at, due_at, done_at',
      values: `case when n % 10 = 0 then 'take-down-mail' else 'message-mail' end,
        jsonb_build_object('listingId', ${own}) || case when n % 10 = 0 then '{}'
          else jsonb_build_object('accountId', ${own}) end, ${ago}, ${ago}, ${ago}`,
      probe: 'attempts = attempts',
    },
    notice: {
      columns: 'id, account_id, effect_id, kind, title, text, path, created_at',
      values: `${own}, ${own}, n, 'message', 'A message', 'Is it still there?', '/messages', ${ago}`,
      probe: 'title = title',
    },
    book_entry: {
      columns: 'key, kind, order_id, rental_id, at',
      values: `'load:' || n, 'payment', ${own}, ${own}, ${ago}`,
    },
    // The probe earns money for one of the owners, as a payment does.
    book_posting: {
      count: rows * 2,
      columns: 'entry_id, book_account, person_id, rental_id, centavos',
      values: `(n + 1) / 2, case when n % 2 = 0 then 'owner_payable' else 'bank' end,
        case when n % 2 = 0 then ${id(`(n / 2) % ${OWNERS} + 1`)} end, ${id('(n + 1) / 2')},
        case when n % 2 = 0 then -500 else 500 end`,
      probe: `with entry as (insert into book_entry (key, kind) select gen_random_uuid()::text, 'payment'
          from book_posting where id = $1 returning id)
        insert into book_posting (entry_id, book_account, person_id, centavos)
        select id, 'bank', null, 500 from entry union all
        select id, 'owner_payable', ${id(`1 + floor(random() * ${OWNERS})::int`)}, -500 from entry`,
    },
    waitlist_entry: {
      at: '057_waitlist',
      columns: 'id, account_id, listing_id, period, asked_at',
      values: `${own}, ${own}, ${next}, daterange(date '2026-12-01', date '2026-12-04'), ${ago}`,
      probe: 'asked_at = asked_at',
    },
    dispute: {
      at: '057_waitlist',
      columns: `id, rental_id, kind, opened_by, opened_at, answer_by, closed_at, outcome, owed, owed_by`,
      values: `${own}, ${own}, 'damage', 'owner', ${ago}, ${ago}, now(), 'decided', n % 2 * 500,
        case when n % 2 = 1 then 'renter' end`,
      probe: 'answer_by = answer_by',
    },
    dispute_decision: {
      at: '057_waitlist',
      columns: `dispute_id, round, owner_centavos, rent_centavos, goodwill_centavos, reason, decided_at`,
      values: `${own}, 1, 500, 0, 0, 'Broken.', now()`,
      key: 'dispute_id',
      probe: 'reason = reason',
    },
    late_fee: {
      at: '057_waitlist',
      columns: `rental_id, days, fee_centavos, deposit_centavos, fixed_at, settled_at`,
      values: `${own}, 1, 1000, 500, now(), now()`,
      key: 'rental_id',
      probe: 'fee_centavos = fee_centavos',
    },
  }
}
