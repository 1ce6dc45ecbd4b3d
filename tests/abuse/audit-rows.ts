/**
 * The rows of the audit of November 2026, by number: the defect, and the tests of its correction, by file and title.
 * `tests/audit.test.ts` checks that they exist.
 */
export type AuditRow = { row: number | string; hole: string; tests: Record<string, string[]> }

export const auditRows: AuditRow[] = [
  {
    row: 'https',
    hole: 'every form is refused on https behind a proxy',
    tests: {
      'tests/process/tls.test.ts': [
        'people sign up and log in, by a form and by a script',
        'mailed links lead to the site, and work there',
        'an owner lists a thing with a photo, and an admin lets it in',
        'a renter checks out',
        'the two write to each other, and hear it live',
        'the provider’s webhook is heard',
        'who logs out is logged out',
        'a form from elsewhere is refused, from the same name without https too',
        'a guest is counted by the address the proxy saw, whatever the guest says',
        'people are not capped together because they come by one proxy',
      ],
      'server/http/http.test.ts': [
        'a write comes from our own pages by whatever name people reach a site without https',
      ],
    },
  },
  {
    row: 'chunks',
    hole: 'a form sent in chunks is answered with 500',
    tests: {
      'tests/abuse/large-and-slow.test.ts': [
        'a form that is sent in chunks is taken as any other',
        'also by the doors of scripts, and by the webhook',
        'within the same limit',
      ],
    },
  },
  {
    row: 1,
    hole: 'statements lose the ends of months',
    tests: {
      'server/book/statement-months.test.ts': [
        'every posting is on exactly one statement, and a month closes with what the next opens with',
        'earnings count a rental in the month of Manila in which it came back, to the last minute',
      ],
    },
  },
  {
    row: 2,
    hole: 'an account can be deleted while money is outstanding',
    tests: {
      'domain/account/deletion.test.ts': ['money that is owed keeps it, and it says which: %s %o'],
      'server/account/owed-money.test.ts': [
        'while a request of either side is paid for, or the money of it is on its way back',
        'while a refund waits to be paid out by hand; once it is, the account goes',
        'while an owner is to be paid or owes fees on cash; an admin who writes down the payment frees it',
      ],
    },
  },
  {
    row: 3,
    hole: 'refunds are said to be done that are not, and channels without refunds are never offered',
    tests: {
      'domain/payment/payment.test.ts': [
        'is offered by %s alone, whose refunds go by hand, however far ahead the rental starts',
        'is offered by every channel through which the cart can still be refunded, or whose refunds go by hand',
      ],
      'domain/refund/refund.test.ts': [
        'is by hand where the provider would refund the merchant, as its success says nothing of the renter',
      ],
    },
  },
  {
    row: 4,
    hole: 'a cash rental that came to nothing prints a receipt with its full total',
    tests: {
      'server/reconciliation/reconcile.test.ts': [
        'say that a cash rental that was %s cost nothing, as tracker and order page do',
        'agree about a cash rental at every step of it',
        'agree about cash rentals that ended before they were told to, once the migration has run',
        'are compared without a provider, too, and each order that differs is listed until it is explained',
      ],
    },
  },
  {
    row: 5,
    hole: 'the stored `unavailable` of a listing goes stale',
    tests: {
      'server/listing/update-from-rentals.test.ts': [
        'a listing is rented out just while a rental holds it that lets nobody else book, whatever ' +
          'is changed and in which order',
        'a tick taken away while it is rented hides it until the rental ends, and one set shows it at once',
      ],
    },
  },
  {
    row: 6,
    hole: 'a refund can stick',
    tests: {
      'server/refund/pay-out-refund.test.ts': [
        'is asked for again when it was refused, for a low balance say, and arrives once',
        'is taken for made, and not asked for again, when the provider has made it after all',
        'goes to an admin when it is due and there is no provider to ask; it can be tried when there is one again',
        'goes to an admin when it was sent and there is nobody to ask; tried again, it is found and ends as made',
        'goes to an admin after three days in which the provider could not be asked',
      ],
    },
  },
  {
    row: 7,
    hole: 'one click books cash and fees without a question',
    tests: {
      'domain/rental/lifecycle.test.ts': ['that book money or cannot be taken back ask first'],
      'app/routes/rental/tracked-money.test.ts': [
        'is the cash that is booked as collected, and what of it is not the owner’s',
        'is what becomes ready to be paid, and until when a deposit can be claimed',
      ],
      'server/rental/undo-action.test.ts': [
        'has its book, statement, receipt and listing as if each was done once, and the undone ' +
          'hand-over as two entries',
        'is no longer ready to be paid out and keeps its deposit, and moves nothing in the book',
        'of a return, while someone else holds one of its days, or has it',
        'is either undone or the days are booked, never both',
      ],
    },
  },
  {
    row: 8,
    hole: 'emails are dropped unseen, and a slow mail server delays deadlines and payments',
    tests: {
      'server/job/start-jobs.test.ts': [
        'delays neither the deadlines of rentals and orders nor what other services do',
        'is tried again, and the mails arrive once it is back',
      ],
      'server/job/run-effects.test.ts': ['gives up, loudly, after tries that took three days'],
      'server/job/retry-jobs.test.ts': [
        'has what waits and what failed: what, about what, since when, tries, the last error and the next try',
        'is on the overview, and arrives when an admin retries it',
        'the overview says when something waits for over an hour',
      ],
    },
  },
  {
    row: 9,
    hole: 'rules are told twice',
    tests: {
      'db/states.test.ts': [
        'the constraint against double booking is over the states that hold dates',
        '%s names the states of the rules',
      ],
      'server/payment/payment.test.ts': ['paid late, after %s blocked the other, is owed back whole'],
      'domain/rental/lifecycle.test.ts': [
        'nothing leaves Completed, Rejected or Cancelled, but a return undone and what was given up ' +
          'unpaid and is paid late',
      ],
      'server/dispute/held-deposits.test.ts': [
        'what is held is the same in SQL and by the rule, over random lines and decisions',
      ],
      'server/account/owed-money.test.ts': [
        'what is ready for an owner is the same in SQL and by the rule, over random books',
      ],
      'gateways/payments/emulator.test.ts': [
        'money paid by %s goes back for less than %i days, as the rule of refunds says',
      ],
    },
  },
  {
    row: 10,
    hole: 'any form post can stop the process',
    tests: {
      'tests/abuse/large-and-slow.test.ts': [
        'a form of 200 fields is, and one of 201 is not',
        'is counted whatever else its type says',
      ],
    },
  },
  {
    row: 11,
    hole: 'any route takes 81 MiB of multipart, before log-in',
    tests: {
      'tests/abuse/large-and-slow.test.ts': [
        'before anyone is known, no more is taken than a form needs',
        'has its texts at %s held to what any form may have',
        'sends what the page reads, and not what comes after the limit',
        'headers may have 16 KiB',
        'is given 15 seconds, and 5 to be noticed',
        'is given up when its time is over',
        'has no connection kept for it when nobody reads its body',
      ],
      'server/http/connection-cap.test.ts': [
        'a network holds no more connections than it may, however idle, and one more is told when to come again',
        'behind a proxy of ours, the requests under way of each network count instead',
      ],
    },
  },
  {
    row: 12,
    hole: 'normalising Unicode before looking at the length is quadratic',
    tests: {
      'domain/text.test.ts': [
        'are put in order, as far as any script has them',
        'are refused when there are more than that',
        'cost no more than their length, in a field and outside of one',
        'a text far longer than its field is refused by its length alone',
      ],
    },
  },
  {
    row: 13,
    hole: 'one new account can empty the catalogue',
    tests: {
      'server/rental/take-action.test.ts': [
        'rejects a request nobody answered within 48 hours, however far ahead it starts',
      ],
      'domain/rental/lifecycle.test.ts': [
        'an owner has so many hours to answer, and never longer than the start date',
      ],
      'server/order/place-order.test.ts': [
        'is refused from the 21st unanswered rental on, over all owners, and from the 6th while the ' +
          'email is not confirmed',
      ],
    },
  },
  {
    row: 14,
    hole: 'admins cannot stop anyone or anything',
    tests: {
      'server/account/suspend-account.test.ts': [
        'is nobody at once, and can’t log in until the suspension ends',
        'of the %s has its Pending rentals rejected and its Approved ones cancelled; Active ones run on',
        'has its listings hidden, and as they were when it ends: not those that were taken down',
        'writes nothing with a request that was under way: no order, listing, review, report or question',
        'and another can’t suspend each other at once: one is left',
      ],
      'server/take-down/take-down-listing.test.ts': [
        'while a rental of it is %s goes at once, and no step of a rental brings it back',
        'is not brought back by its owner’s pausing and resuming, nor accepted by an admin before it is put back',
      ],
      'server/report/report-text.test.ts': [
        'keeps its text as it was, and says whose it is',
        'takes the listing down, or suspends the account, in the same change',
      ],
      'server/http/moderation.test.ts': [
        'is refused at every door at once, and its open stream ends',
        'of a listing goes from its page to the admins, who act on it there',
        'of a review goes from beside it, and removing it takes it off the page',
      ],
    },
  },
  {
    row: 15,
    hole: 'a stranger can lock anyone out',
    tests: {
      'server/account/log-in.test.ts': [
        'five in a minute close the account’s door to their network; other networks and accounts go on',
        'is stopped for the account, and keeps no device out that logged in to it before: not the only admin’s',
        'finds no endless guesses in the cookie of a known device either',
        'does not keep out who sets a new password by mail: that clears the account’s counts, and ' +
          'makes the device known',
      ],
      'tests/abuse/sessions.test.ts': [
        'is stopped for the account and network, however many addresses the guesses claim to come from',
      ],
    },
  },
  {
    row: 16,
    hole: 'counters are checked first and counted later',
    tests: {
      'server/limits.test.ts': [
        'let only so many in of fifty at once, and take what is given back, once',
        'count an IPv6 address by its /64, and an IPv4 address written as IPv6 as itself',
      ],
      'gateways/limits/contract.test.ts': [
        'lasts its seconds from its first count on, however often room is asked for meanwhile',
      ],
      'tests/races/limits.test.ts': [
        'when one network signs up',
        'when one network guesses at many accounts',
        'when one renter checks out',
        'when one owner uploads photos',
      ],
      'server/account/sign-up.test.ts': [
        'a network that signs up too often is asked to wait; refused attempts count, so that nobody ' +
          'can ask who is here without end',
      ],
      'server/order/place-order.test.ts': ['the limit of checkouts counts each attempt, also a refused one'],
    },
  },
  {
    row: 17,
    hole: 'full names reach strangers',
    tests: {
      'tests/abuse/who-sees-what.test.ts': [
        '%s finds of others only what everybody may know',
        '%s finds no more than their part in it',
        'the mails say no more',
      ],
      'server/http/valid-html.test.ts': [
        'the data of a page has the names that are declared for it, and no other',
      ],
      'server/names.test.ts': [
        'people see their own name in full, and of anyone else first name and initial',
        'the two of a rental see each other’s full names from its approval until 30 days after its end',
        'a request that came to nothing tells no name; one cancelled after its approval does, for 30 days',
      ],
      'tests/architecture.test.ts': [
        'is read by the rule of who sees it, by the admin area, and by the download of one’s own data',
      ],
    },
  },
  {
    row: 18,
    hole: '`/chat` tells whether two people talk, and the id of their thread',
    tests: {
      'tests/abuse/chat.test.ts': ['tells nobody else whether two people talk, nor the id of their thread'],
    },
  },
  {
    row: 19,
    hole: 'photos of listings that are not public are public for a year',
    tests: {
      'tests/abuse/private-photos.test.ts': [
        'that is in no listing yet is its uploader’s alone',
        'of a listing that waits or was rejected is its owner’s and the admins’, public once approved',
        'of a listing that %s stays with those who rented it, and nobody else who knows it',
        'of a public listing, and its sharing picture, are out of every cache within a minute',
      ],
    },
  },
  {
    row: 20,
    hole: 'an approved listing can be rewritten unseen',
    tests: {
      'server/listing/listing-edit.test.ts': [
        'is shown with what was approved beside what it says now, until an admin accepts the edit',
        'and again while an admin looked at it, is not accepted unseen',
        'keeps the photos that were approved for admins alone, until the edit is accepted',
      ],
    },
  },
  {
    row: 21,
    hole: 'names that are advertisements go out in mails to strangers',
    tests: {
      'domain/account/sign-up.test.ts': ['refuses a name that is an advertisement, beside its field'],
      'server/notification/unconfirmed.test.ts': [
        'is greeted by no name',
        'is sent nothing but what confirms it; notices on the site are written all the same',
        'is sent mails and greeted once it is confirmed',
      ],
    },
  },
  {
    row: 22,
    hole: 'exports, refusals and log-ins are in no log, events can be changed, and errors outlive erasure',
    tests: {
      'tests/abuse/audit-log.test.ts': [
        'a log-in, with who and from which network',
        'a failed log-in, by the account where there is one, and nothing of what was typed',
        'the admin area, asked for by anyone else',
        'what the doors beside the pages refused to someone logged in',
        'a write that another site asked a browser for, with whose browser it was',
        'an export, with what it was narrowed to and without the words that were searched for',
        'is stored up to a number for each network and minute, and log-ins beside it still are',
        'the database keeps events',
      ],
      'server/job/retry-jobs.test.ts': [
        'the reply of a mail server is not kept, nor the address in it',
        'done jobs are deleted after a week, and failed ones after 90 days',
      ],
    },
  },
  {
    row: 23,
    hole: 'sessions last too long, outlive a new log-in, and leave things behind',
    tests: {
      'server/account/read-actor.test.ts': [
        'of a %s ends for want of use, and after its whole time',
        'ends when its browser logs in or signs up again, whoever it was',
      ],
      'tests/abuse/sessions.test.ts': [
        'is one of many: every cookie is `__Host-` and `Secure` over https, and no other is believed',
        'who logs out leaves nothing of theirs in the browser',
      ],
      'tests/e2e/account/account.spec.ts': [
        'who logs out leaves nothing they wrote in the browser, and the site keeps its colours',
      ],
    },
  },
  {
    row: 24,
    hole: 'a lost connection throws the whole page away',
    tests: {
      'tests/e2e/connection/lost.spec.ts': [
        'When the connection is lost while ${name}, the page stays, says so, and the button works again',
      ],
      'tests/e2e/connection/read-on.spec.ts': [
        'A page that is open can be read on when the next one can’t be reached, wherever one goes',
        'Back and Forward keep the page, and its place among the pages, when nothing can be reached',
        'More of a list that can’t be reached is asked for again',
        'A checkout whose answer is lost, sent again, is one order',
        'An error of the server in an action leaves what was typed, and says the sentence',
      ],
      'tests/e2e/favorites/hearts.spec.ts': [
        'A heart goes back when the server refuses, and when it is out of reach',
      ],
      'tests/e2e/chat/conversation.spec.ts': [
        'A message that did not arrive stays, also after a reload, with a way to send it again, and is written once',
      ],
      'tests/e2e/assistant/support.spec.ts': [
        'The assistant: what did not reach it stays in the box, and an answer can be stopped',
      ],
      'server/listing/listing.test.ts': [
        'lists one thing when its form is sent again, as the answer was lost, and says so of another with its photos',
      ],
    },
  },
  {
    row: 25,
    hole: 'refusals answered to scripts do not say how long to wait',
    tests: {
      'server/http/refusals.test.ts': [
        'whoever searches too much from one network is told how long to wait',
        'whoever is told to wait is told how long,',
        'also when nobody knows: the site cannot reach its database',
      ],
    },
  },
  {
    row: 'small: lists without an end',
    hole: 'trackers, listings and histories are lists without an end',
    tests: {
      'server/rental/track-rentals.test.ts': [
        'begins with the newest twenty of each section, in one statement',
        'has every rental of %s once, page by page, the newest first',
        'purchases and own listings are paged too: each once, the newest first',
      ],
    },
  },
  {
    row: 'small: unpaid orders',
    hole: 'coming back from the payment page leaves an unpaid order that is offered nowhere',
    tests: {
      'tests/abuse/unpaid-orders.test.ts': [
        'is offered to pay or to cancel in the cart, also an empty one, and at the next checkout',
      ],
    },
  },
  {
    row: 'small: Print Receipt',
    hole: '“Print Receipt” opens a page with another “Print Receipt”',
    tests: {
      'tests/e2e/demo/rentals.spec.ts': [
        'One press on “Print Receipt” prints it, and coming back to the receipt does not',
      ],
    },
  },
]
