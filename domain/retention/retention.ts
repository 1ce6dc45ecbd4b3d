import { expires, type Kept, stays } from './kept.ts'

/**
 * Everything that the database and the files keep, in the order of the privacy policy: how long, since when, and by
 * which setting that can be changed. From this table come the sweep that deletes (`server/retention`), the settings
 * `KEEP_…`, and the table of the privacy policy. A table of the database that is missing here fails a test.
 */
export const retention = [
  stays('Account', 'until you have it deleted, and in backups for 30 days more at most', {
    account: 'its row stays, emptied, as “Deleted user” for the other side of rentals',
    credential: 'the scrambled password, deleted with the account',
    notification_choice: 'which emails are switched off, deleted with the account',
    account_event_counter: 'a number for each account',
  }),
  stays('Listings that were never rented', 'until you delete them', {
    listing: 'one that was rented is archived, as its rentals refer to it',
    blocked_period: 'the days on which a listing is not for rent; those held for someone, until that is over',
    listing_search: 'the same texts for the search, kept by a trigger',
    photo: 'of listings, claims and messages, each as long as what it belongs to',
  }),
  expires('deliveryAddresses', {
    what: 'Where a rental is delivered, with a phone',
    says: () =>
      '30 days after the rental ended, or its order was not paid; at once when it is rejected or cancelled',
    tables: ['place'],
    since: 'goes_at',
  }),
  stays(
    'The delivery address you used last, and where you hand your listings over',
    'until you change it, or delete the listing or your account',
    {},
  ),
  stays('Your cart', 'until you empty it, order what is in it, or delete your account', {
    cart_line: 'one for each listing in a cart',
  }),
  stays(
    'Orders, receipts and accepted agreements',
    '10 years at least, for tax and claims; detached from your profile once it is deleted',
    {
      order:
        'the National Internal Revenue Code asks for the books of 10 years; both sides rely on the agreement',
      rental: 'as its order',
      money_line: 'as its order',
      reminder: 'which reminders of a rental were sent, as its rental',
      late_fee: 'what a late return cost, as its rental',
      no_show: 'who said that the other side did not come, as its rental',
      handover_code: 'how often a wrong code was entered, as its rental; codes are not stored',
      debt: 'what one of its two people owed the other, and how it was settled, as its rental',
      rental_change: 'which other days were asked for, and what became of it, as its rental',
      rental_entry: 'what happened with a rental, as its rental; what a person wrote goes with their account',
      event: 'who changed what, with ids in place of names: the history of orders and of what admins decided',
    },
  ),
  stays(
    'Payments and refunds: amount, method (such as GCash), time and PayMongo’s number',
    '10 years at least, with the order they belong to',
    {
      checkout_session: 'as its order',
      payment: 'as its order',
      refund: 'as its order',
      payout: 'as the orders it pays',
      proposal: 'as the payout, refund or goodwill it became, with who confirmed it',
      book_entry: 'the book, of which nothing is ever deleted',
      book_posting: 'the book, of which nothing is ever deleted',
      owner_sum: 'the sums of the book for each owner',
      reconciliation: 'shows that book and provider agree',
      reconciliation_difference: 'as its reconciliation',
    },
  ),
  stays('Claims on deposits and disputes, with their photos', 'as long as the order they are about', {
    deposit_claim: 'as its order',
    dispute: 'as its order',
    dispute_statement: 'as its order',
    dispute_decision: 'as its order',
  }),
  expires('waits', {
    what: 'Days you wait for',
    says: (time) => `until you delete your account; ${time} after you stopped waiting at most`,
    tables: ['waitlist_entry'],
    since: 'ended_at',
    time: '1 year',
    setting: ['KEEP_WAITS', 'days that people waited for, after they stopped waiting'],
  }),
  stays('Favourites', 'until you remove them or delete your account', {
    favorite: 'what a person collected',
  }),
  stays('Reviews', 'until you delete them; under “Deleted user” once your account is deleted', {
    review: 'what others decide by',
  }),
  expires('chats', {
    what: 'Conversations',
    says: (time) =>
      'as long as one of the two has an account; under “Deleted user” for the other; ' +
      `${time} after the last message at most, longer only while a report about it is kept`,
    tables: ['message', 'thread'],
    since: 'last_message_at',
    time: '2 years',
    setting: ['KEEP_CHATS', 'conversations, after their last message'],
  }),
  expires('assistantMessages', {
    what: 'Questions to the assistant',
    says: (time) =>
      `until you clear them or delete your account; the newest 200 at most, and none for longer than ${time}`,
    tables: ['support_message'],
    since: 'sent_at',
    time: '2 years',
    setting: ['KEEP_ASSISTANT_MESSAGES', 'questions to the assistant and its answers'],
  }),
  expires('reports', {
    what: 'Reports of a person or a message',
    says: (time) => `${time} after they were closed`,
    tables: ['report'],
    since: 'closed_at',
    time: '2 years',
    setting: ['KEEP_REPORTS', 'reports, after they were closed'],
  }),
  stays('Whom you blocked', 'until you unblock them, or one of the two accounts is deleted', {
    person_block: 'what a person wants to last',
  }),
  expires('notices', {
    what: 'Notices',
    says: (time) => time,
    tables: ['notice'],
    since: 'created_at',
    time: '1 year',
    setting: ['KEEP_NOTICES', 'notices'],
  }),
  expires('liveEvents', {
    what: 'News for the pages you have open',
    says: (time) => time,
    tables: ['account_event'],
    since: 'at',
    time: '7 days',
    setting: ['KEEP_LIVE_EVENTS', 'live events; a browser that was offline for longer loads its pages again'],
  }),
  expires('doneJobs', {
    what: 'That an email was sent to you',
    says: (time) => time,
    tables: ['effect'],
    since: 'done_at',
    time: '7 days',
    // A push message may follow its email for three days.
    atLeast: '4 days',
    setting: ['KEEP_DONE_JOBS', 'jobs that are done'],
  }),
  expires('failedJobs', {
    what: 'That an email could not be sent to you',
    says: (time) => time,
    tables: ['effect'],
    since: 'failed_at',
    time: '90 days',
    setting: ['KEEP_FAILED_JOBS', 'jobs that were given up, for an admin to retry'],
  }),
  stays('The address under which your browser gets notices', 'until you stop them or log out there', {
    push_subscription: 'goes with its session',
  }),
  stays('Photos you sent in conversations', 'until you delete your account, or with the conversation', {}),
  expires('unusedPhotos', {
    what: 'Photos that were uploaded but not used',
    says: (time) => time,
    tables: ['photo'],
    since: 'created_at',
    time: '1 day',
    setting: [
      'KEEP_UNUSED_PHOTOS',
      'uploaded photos that nothing uses; a form left open longer loses its own',
    ],
  }),
  expires('rentalPhotos', {
    what: 'Photos of a handover or a return',
    says: (time) => `${time} after the end of the rental; longer only while a claim about it is open`,
    tables: ['photo'],
    since: 'created_at',
    time: '90 days',
    setting: ['KEEP_RENTAL_PHOTOS', 'photos of handovers and returns, after the end of their rental'],
  }),
  stays('Two-factor log-in', 'until you switch it off or delete your account', {
    two_factor: 'the key of the authenticator app, encrypted',
    recovery_code: 'hashes only; they go with the key',
  }),
  stays(
    'Passkeys: their names, public keys, and when they were used',
    'until you remove them or delete your account',
    {
      passkey: 'public keys only',
    },
  ),
  stays('The secret address of your calendar', 'until you switch it off or delete your account', {
    calendar_feed: 'a hash only',
  }),
  expires('passkeyQuestions', {
    what: null,
    says: () => '5 minutes',
    tables: ['passkey_challenge'],
    since: 'expires_at',
  }),
  expires('sessions', {
    what: 'Log-ins',
    says: () =>
      '30 days after your last visit, 90 days after you logged in at the latest, or until you log out',
    tables: ['session'],
    since: 'expires_at',
  }),
  expires('links', {
    what: 'Links in our emails, as a fingerprint that opens nothing',
    says: (time) => `${time} after they ended`,
    tables: ['verification'],
    since: 'expires_at',
    time: '30 days',
    setting: ['KEEP_LINKS', 'which mailed links have ended, so that their pages can say so'],
  }),
  stays('Technical records', '90 days at most', {}),
  expires('attempts', {
    what: 'How often something was tried from your account, email or network',
    says: () => '1 day',
    tables: ['rate_limit'],
    since: 'ends_at',
  }),
  expires('networks', {
    what: 'From which network someone logged in, failed to, was refused or took a file',
    says: (time) => `${time}, or until you delete your account`,
    tables: ['event'],
    since: 'at',
    time: '1 year',
    setting: ['KEEP_NETWORKS', 'the networks of log-ins, refusals and exports in the audit log'],
  }),
  expires('logIns', {
    what: 'That someone logged in, failed to, was refused or took a file',
    says: (time) => time,
    tables: ['event'],
    since: 'at',
    time: '2 years',
    // The database refuses to delete newer ones.
    atLeast: '90 days',
    setting: ['KEEP_LOG_INS', 'log-ins, refusals and exports in the audit log'],
  }),
  expires('contactMessages', {
    what: 'Messages to us',
    says: (time) => `${time}, or until you delete your account`,
    tables: ['contact_message'],
    since: 'created_at',
    time: '2 years',
    setting: ['KEEP_CONTACT_MESSAGES', 'messages of the contact page'],
  }),
  expires('keptMail', {
    what: null,
    says: (time) => time,
    tables: [],
    since: 'sentAt',
    time: '30 days',
    setting: ['KEEP_MAIL', 'mail that a demo keeps in `DATA_DIR/mail` instead of sending it'],
  }),
  expires('webhooks', {
    what: null,
    says: (time) => time,
    tables: ['provider_event'],
    since: 'received_at',
    time: '1 year',
    // PayMongo sends an event again that was not taken.
    atLeast: '30 days',
    setting: ['KEEP_WEBHOOKS', 'which webhooks of payments were handled, so that none is handled twice'],
  }),
  stays(null, 'nothing about people', {
    category: 'the shelves',
    tag: 'the known tags',
    tag_count: 'how many listings have each tag, deleted with it',
    search_term: 'the words of listings, made anew from them',
    agreement_template: 'texts of the site, to which accepted agreements refer',
    assistant_usage: 'one count for each day',
    sweep_turn: 'when each sweep began, and how many things it could not do',
    kysely_migration: 'which migrations ran',
    kysely_migration_lock: 'one row',
  }),
] as const satisfies readonly Kept[]
