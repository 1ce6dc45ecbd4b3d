import { rentalActions, type RentalAction } from '#domain/rental/lifecycle.ts'
import { suspendAccount } from '#server/account/suspend-account.ts'
import { takeDownListing } from '#server/take-down/take-down-listing.ts'
import { asAdmin, PASSWORD } from '#tests/support/people.ts'
import { TODAY } from '#tests/support/services.ts'
import { madePasskey } from './accounts.ts'
import type { Forms } from './row.ts'
import { after, AGREEMENT, type When } from './samples.ts'

const password = { password: PASSWORD }
const reason = { reason: 'A scam.' }

const asAmihan = ({ services, cast }: Parameters<When>[0]) => asAdmin(services, cast.amihan)
const suspended: When = (site) =>
  suspendAccount(...asAmihan(site), { accountId: site.cast.miguel.id, ...reason })
const takenDown: When = (site, { gown }) =>
  takeDownListing(...asAmihan(site), { listingId: gown!, ...reason })
const LUZ = '0199a000-0000-7000-8000-0000000000aa'
const PROPOSAL = { proposalId: '0199a000-0000-7000-8000-0000000000bb' }
const withLuz: When = ({ services }) =>
  services.db
    .insertInto('account')
    .values({
      id: LUZ,
      role: 'admin',
      adminArea: 'all',
      email: 'luz@hiram.test',
      username: 'luz',
      name: 'Luz Cruz',
      firstName: 'Luz',
      lastName: 'Cruz',
    })
    .execute()
const proposedBy =
  (who: 'luz' | 'amihan'): When =>
  async (site, samples) => {
    await withLuz(site, samples)
    const payload = { direction: 'from_provider', amount: 100, reference: 'Proposed', paidOn: TODAY }
    await site.services.db
      .insertInto('proposal')
      .values({
        id: PROPOSAL.proposalId,
        kind: 'payout',
        about: 'payout Proposed',
        payload: JSON.stringify(payload),
        proposedAt: site.services.clock.now(),
        proposedBy: who === 'luz' ? LUZ : site.cast.amihan.id,
      })
      .execute()
  }
const handled: When = ({ services }) =>
  services.db.updateTable('contactMessage').set({ handledAt: services.clock.now() }).execute()

const steps: Partial<Record<RentalAction, readonly RentalAction[]>> = {
  'reject-by-admin': [],
  'cancel-by-admin': ['approve'],
  'end-by-admin': ['approve', 'activate'],
  'end-lost-by-admin': ['approve', 'activate'],
  'undo-activate': ['approve', 'activate'],
  'undo-complete': ['approve', 'activate', 'complete'],
}

/** What is sent to the doors of the admin area: everyone else is led away, and nothing is done. */
export const adminForms: Forms = {
  'POST /admin/users accept': ({ katrina }) => ({ userId: katrina }),
  'POST /admin/users reject': ({ katrina }) => ({ userId: katrina }),
  'POST /admin/users delete': ({ katrina }) => ({ userId: katrina }),
  'POST /admin/users/:userId suspend': () => reason,
  'POST /admin/users/:userId end-suspension': { when: suspended },
  'POST /admin/admins make': () => ({
    firstName: 'Mara',
    lastName: 'Santos',
    email: 'mara@hiram.test',
    area: 'money',
  }),
  'POST /admin/admins change': { fields: () => ({ accountId: LUZ, area: 'money' }), when: withLuz },
  'POST /admin/admins delete': { fields: () => ({ accountId: LUZ }), when: withLuz },
  'POST /admin/listings accept': ({ waiting }) => ({ listingId: waiting }),
  'POST /admin/listings reject': ({ waiting }) => ({ listingId: waiting }),
  'POST /admin/listings delete': ({ gown }) => ({ listingId: gown }),
  'POST /admin/listings/:listingId accept': () => ({ seen: '' }),
  'POST /admin/listings/:listingId reject': () => ({ seen: '' }),
  'POST /admin/listings/:listingId take-down': () => reason,
  'POST /admin/listings/:listingId put-back': { when: takenDown },
  ...Object.fromEntries(
    rentalActions.map((action) => [
      `POST /admin/orders/:orderNumber ${action}`,
      { fields: ({ pending }) => ({ rentalId: pending, ...reason }), when: after(...(steps[action] ?? [])) },
    ]),
  ),
  'POST /admin/orders/:orderNumber places': () => ({ intent: 'places' }),
  'POST /admin/orders/:orderNumber goodwill': {
    fields: ({ pending }) => ({
      intent: 'goodwill',
      goodwillId: '0199a000-0000-7000-8000-0000000000cc',
      rentalId: pending,
      to: 'owner',
      amount: '1.00',
      ...reason,
    }),
    when: after('approve', 'activate', 'complete'),
  },
  'POST /admin/claims/:rentalId': () => ({ grantedCentavos: '0.00', decision: 'Torn.' }),
  'POST /admin/reviews publish': ({ review }) => ({ reviewId: review }),
  'POST /admin/reviews reject': ({ review }) => ({ reviewId: review }),
  'POST /admin/contact-messages handle': ({ contact }) => ({ messageId: contact }),
  'POST /admin/contact-messages reopen': { fields: ({ contact }) => ({ messageId: contact }), when: handled },
  'POST /admin/jobs retry': ({ job }) => ({ jobId: job }),
  'POST /admin/reports/:reportId close': () => ({ decision: 'no-action', note: 'Fine.' }),
  'POST /admin/refunds retry': ({ refund }) => ({ refundId: refund }),
  'POST /admin/refunds pay-out': ({ refund }) => ({ refundId: refund, proof: 'Sent', paidOn: TODAY }),
  'POST /admin/payouts record': () => ({
    direction: 'from_provider',
    amount: '1.00',
    reference: 'Another',
    paidOn: TODAY,
  }),
  'POST /admin/payouts/recorded reverse': ({ payout }) => ({ payoutId: payout, ...reason }),
  'POST /admin/proposals confirm': { fields: () => PROPOSAL, when: proposedBy('luz') },
  'POST /admin/proposals decline': { fields: () => ({ ...PROPOSAL, ...reason }), when: proposedBy('luz') },
  'POST /admin/proposals withdraw': { fields: () => PROPOSAL, when: proposedBy('amihan') },
  'POST /admin/reconciliation/:runId explain': ({ difference }) => ({
    differenceId: difference,
    explanation: 'A fee.',
  }),
  'POST /admin/categories add': () => ({ name: 'Boats' }),
  'POST /admin/categories rename': ({ category }) => ({ categoryId: category, name: 'Boats' }),
  'POST /admin/categories delete': ({ category }) => ({ categoryId: category }),
  'POST /admin/tags add': () => ({ name: 'boats' }),
  'POST /admin/tags rename': () => ({ tag: 'kept tag', name: 'boats' }),
  'POST /admin/tags merge': () => ({ tag: 'kept tag', into: 'other tag' }),
  'POST /admin/tags delete': () => ({ tag: 'kept tag' }),
  'POST /admin/content preview': ({ template }) => ({ body: AGREEMENT, basedOn: template }),
  'POST /admin/content save': ({ template }) => ({ body: AGREEMENT, basedOn: template }),
  'POST /admin/content restore': ({ template }) => ({ version: '1', basedOn: template }),
  'POST /admin/settings profile': () => ({ fullName: 'Ana Cruz', location: '' }),
  'POST /admin/settings/password': () => ({
    currentPassword: PASSWORD,
    newPassword: 'a jeepney at dawn',
    confirmPassword: 'a jeepney at dawn',
  }),
  'POST /admin/settings/email': () => ({ ...password, email: 'new@hiram.test' }),
  'POST /admin/settings/sessions': ({ session }) => ({ sessionId: session }),
  'POST /admin/settings/two-factor begin': () => password,
  'POST /admin/settings/two-factor confirm': () => ({ code: '1' }),
  'POST /admin/settings/two-factor new-codes': () => ({ ...password, code: '123456' }),
  'POST /admin/settings/two-factor switch-off': () => ({ ...password, code: '123456' }),
  'POST /admin/settings/two-factor add-passkey': () => ({ passkey: madePasskey }),
  'POST /admin/settings/two-factor rename-passkey': ({ passkey }) => ({ passkeyId: passkey, name: 'Mine' }),
  'POST /admin/settings/two-factor remove-passkey': ({ passkey }) => ({ passkeyId: passkey }),
}
