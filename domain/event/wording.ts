import { capital } from '../text.ts'

const actions: Record<string, string> = {
  accept: 'Accepted',
  'accept-edit': 'Edit accepted',
  activate: 'Marked as active',
  add: 'Added',
  'agree-change': 'Change of days agreed, to be paid',
  answer: 'Answered',
  appeal: 'Appealed',
  approve: 'Approved',
  'ask-change': 'Asked for other days',
  'ask-for-deposit': 'Cash deposit due back',
  archive: 'Archived',
  block: 'Blocked',
  cancel: 'Cancelled',
  'cancel-by-admin': 'Cancelled by an admin',
  'change-area': 'Area changed',
  'change-delivery': 'Delivery address changed',
  'change-pick-up': 'Pick-up place changed',
  claim: 'Deposit claimed',
  close: 'Closed',
  'close-dispute': 'Dispute ended',
  complete: 'Marked as returned',
  decide: 'Deposit claim decided',
  delete: 'Deleted',
  edit: 'Edited',
  confirm: 'Confirmed',
  decline: 'Declined',
  'decline-change': 'Change of days declined',
  'do-change': 'Days changed',
  'end-by-admin': 'Ended by an admin',
  'end-lost-by-admin': 'Ended as lost by an admin',
  'end-never-got': 'Ended, never handed over',
  'end-not-returned': 'Ended without a return',
  'end-suspension': 'Suspension ended',
  erase: 'Deleted for good',
  expire: 'Ended unanswered',
  'expire-change': 'Change of days ended',
  explain: 'Explained',
  export: 'Taken as a file',
  'fail-log-in': 'Log-in failed',
  handle: 'Handled',
  lapse: 'Ended, never handed over',
  'leave-to-admin': 'Left to an admin',
  'log-in': 'Logged in',
  'make-admin': 'Made an admin',
  merge: 'Merged',
  'open-dispute': 'Problem reported',
  owe: 'Owed back',
  pay: 'Paid',
  'pay-goodwill': 'Goodwill paid',
  'pay-out': 'Paid out by hand',
  'pay-unused': 'Paid, and of no use',
  place: 'Placed',
  propose: 'Proposed',
  publish: 'Published',
  'put-back': 'Put back',
  'read-account': 'Read the account',
  'read-places': 'Read the addresses and phones',
  'read-thread': 'Read the conversation',
  'read-users': 'Read several users in the list',
  reconcile: 'Compared with the provider',
  refuse: 'Refused',
  record: 'Written down',
  reject: 'Rejected',
  'reject-by-admin': 'Rejected by an admin',
  rename: 'Renamed',
  reopen: 'Reopened',
  request: 'Requested',
  restore: 'Restored',
  retake: 'Dates taken again',
  retry: 'Asked of the provider again',
  'return-deposit': 'Deposit returned',
  reverse: 'Taken back',
  save: 'Saved',
  send: 'Sent',
  succeed: 'Made by the provider',
  suspend: 'Suspended',
  'take-down': 'Taken down',
  'try-again': 'Tried again',
  unblock: 'Unblocked',
  'undo-activate': 'Hand-over undone',
  'undo-complete': 'Return undone',
  verify: 'Verified',
  withdraw: 'Withdrawn',
  'withdraw-change': 'Change of days taken back',
}

/**
 * An action's name in one or two words.
 * ### Example `actionText('accept')` is `Accepted`; one without words of its own, such as `switch-off`, is `Switch
 * off`.
 */
export function actionText(action: string): string {
  if (Object.hasOwn(actions, action)) return actions[action]!
  return capital(action.replaceAll('-', ' '))
}

/**
 * The details of an event: first the values before and after, then the rest by name.
 * ### Example `detailText({ title: 'Tent', from: 'available', to: 'approved' })` is `available → approved; title:
 * Tent`.
 */
export function detailText(detail: Record<string, unknown>): string {
  const { from, to, ...rest } = detail
  const change = [from, to].filter((value) => value !== undefined).map(valueText)
  const others = Object.entries(rest).map(([name, value]) => `${name}: ${valueText(value)}`)
  return [...(change.length > 0 ? [change.join(' → ')] : []), ...others].join('; ')
}

function valueText(value: unknown): string {
  if (value === null || value === '') return 'none'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
