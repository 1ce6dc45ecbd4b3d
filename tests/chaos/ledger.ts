/** What the site acknowledged to its clients: only this may be asked for afterwards. */
export type Ledger = ReturnType<typeof emptyLedger>

/** A ledger of which nothing is acknowledged yet. */
export const emptyLedger = () => ({
  sent: 0,
  acknowledged: 0,
  refused: 0,
  /** Requests without an answer, or with a status from 500 on. */
  failed: 0,
  /** Emails of new accounts. */
  accounts: new Set<string>(),
  /** Titles of listings, each unique, with a photo each. */
  listings: new Set<string>(),
  /** Order numbers. */
  orders: new Set<string>(),
  /** Checkout keys of all orders that were asked for, whether acknowledged or not. */
  checkoutKeys: new Set<string>(),
  /** The provider's ids of payments. */
  payments: new Set<string>(),
  /** Client ids of messages. */
  messages: new Set<string>(),
  /** Questions to the assistant, each unique. */
  questions: new Set<string>(),
  /** `account email listing id`. */
  favourites: new Set<string>(),
  /** `rental id action`. */
  steps: new Set<string>(),
  /** Subjects of contact messages; each is mailed to the support address. */
  contacts: new Set<string>(),
})
