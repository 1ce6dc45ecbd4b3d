import { PASSWORD } from '#tests/support/people.ts'
import type { Forms } from './row.ts'
import { pushTarget, type When } from './samples.ts'

const password = { password: PASSWORD }
const newPassword = {
  currentPassword: PASSWORD,
  newPassword: 'a jeepney at dawn',
  confirmPassword: 'a jeepney at dawn',
}
const account = {
  role: 'renter',
  firstName: 'Ana',
  lastName: 'Cruz',
  email: 'ana@hiram.test',
  username: 'anac',
  password: 'a jeepney at dawn',
  confirmPassword: 'a jeepney at dawn',
}

/** What a browser sends of a new passkey, for a challenge of nobody. */
export const madePasskey = JSON.stringify({
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key',
  response: { clientDataJSON: 'AQID', attestationObject: 'AQID' },
})

const unconfirmed: When = ({ services }) =>
  services.db.updateTable('account').set({ emailVerified: false }).execute()

/** What is sent to the doors of accounts and of everyone: their object is whoever sends the form, or none. */
export const accountForms: Forms = {
  'POST /profile/settings profile': () => ({ fullName: 'Ana Cruz', location: '' }),
  'POST /profile/settings/password': () => newPassword,
  'POST /profile/settings/email': () => ({ ...password, email: 'new@hiram.test' }),
  'POST /profile/settings/sessions': ({ session }) => ({ sessionId: session }),
  'POST /profile/settings/two-factor begin': () => password,
  'POST /profile/settings/two-factor confirm': () => ({ code: '1' }),
  'POST /profile/settings/two-factor new-codes': () => ({ ...password, code: '123456' }),
  'POST /profile/settings/two-factor switch-off': () => ({ ...password, code: '123456' }),
  'POST /profile/settings/two-factor add-passkey': () => ({ passkey: madePasskey }),
  'POST /profile/settings/two-factor rename-passkey': ({ passkey }) => ({ passkeyId: passkey, name: 'Mine' }),
  'POST /profile/settings/two-factor remove-passkey': ({ passkey }) => ({ passkeyId: passkey }),
  'POST /api/passkey-challenge': () => ({ purpose: 'add' }),
  'POST /profile/settings/calendar make': () => ({}),
  'POST /profile/settings/calendar switch-off': () => ({}),
  'POST /profile/settings/notifications': () => ({ site: ['approved'], email: [] }),
  'POST /profile/settings/data delete-account': () => password,
  'POST /api/push subscribe': () => pushTarget('new'),
  'POST /api/push unsubscribe': () => ({ endpoint: pushTarget('ramon').endpoint }),
  'POST /support ask': () => ({ text: 'How do I pay?' }),

  // For everyone, with or without a log-in.
  'POST /login': ({ ramonMail }) => ({ ...password, portal: 'renter', email: ramonMail }),
  'POST /login sign-up': () => account,
  'POST /login passkey': () => ({ portal: 'renter', passkey: '{}' }),
  'POST /login/code': () => ({ code: '123456' }),
  'POST /forgot-password': ({ ramonMail }) => ({ email: ramonMail }),
  'POST /verify-email/again': { when: unconfirmed },
  'POST /contact': () => ({ name: 'Ana', email: 'ana@hiram.test', subject: 'A peg', message: 'It is lost.' }),
  'POST /reset-password': ({ reset }) => ({
    token: reset,
    password: 'a jeepney at dawn',
    confirmPassword: 'a jeepney at dawn',
  }),
  'POST /verify-email': { fields: ({ confirm }) => ({ token: confirm }), when: unconfirmed },
  'POST /change-email': ({ newEmail }) => ({ token: newEmail }),
  'POST /unsubscribe': ({ unsubscribe }) => ({ token: unsubscribe, on: 'no' }),
}
