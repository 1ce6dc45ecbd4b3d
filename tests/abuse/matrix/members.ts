import { randomUUID } from 'node:crypto'
import { rentalActions, type RentalAction } from '#domain/rental/lifecycle.ts'
import { addDays } from '#domain/period.ts'
import { typedPlace } from '#tests/support/places.ts'
import { TODAY } from '#tests/support/services.ts'
import type { Forms } from './row.ts'
import { after, type When } from './samples.ts'

const choice = { durationDays: '1', deliveryOption: 'pickup', startDate: addDays(TODAY, 5) }
const edited = {
  title: 'Mine now',
  categoryId: '2',
  pricePerDay: '1',
  description: 'Taken.',
  tags: '',
  location: 'Manila',
  ownerTerms: '',
  cancellationPolicy: 'flexible',
  deposit: '',
}
const repriced: When = ({ services }) =>
  services.db.updateTable('cartLine').set({ seenPricePerDayCentavos: 1 }).execute()
const paused: When = ({ services }, { gown }) =>
  services.db.updateTable('listing').set({ pausedAt: new Date() }).where('id', '=', gown!).execute()
const ramonBlockedOlivia: When = ({ services, cast }) =>
  services.db
    .insertInto('personBlock')
    .values({ blockerId: cast.ramon.id, blockedId: cast.olivia.id, blockedAt: services.clock.now() })
    .execute()

const choiceOfDays = { startDate: addDays(TODAY, 5), durationDays: '1' }
const gownIsBlocked: When = ({ services }, { gown }) =>
  services.db
    .insertInto('blockedPeriod')
    .values({
      id: randomUUID(),
      listingId: gown!,
      period: `[${choiceOfDays.startDate},${addDays(choiceOfDays.startDate, 1)})`,
      createdAt: services.clock.now(),
    })
    .execute()
const withoutChange: When = async ({ services }, { change }) => {
  const over = { state: 'withdrawn' as const, endedAt: services.clock.now() }
  await services.db.updateTable('rentalChange').set(over).where('id', '=', change!).execute()
  await services.db.deleteFrom('blockedPeriod').where('id', '=', change!).execute()
}

/** What the owner did before an action is possible. */
const first: Partial<Record<RentalAction, RentalAction[]>> = {
  activate: ['approve'],
  complete: ['approve', 'activate'],
  withdraw: ['approve'],
  'cancel-not-back': ['approve'],
}

/** What is sent to the doors of people who rent and lend, and of guests. */
export const memberForms: Forms = {
  'POST /listing/:listingId': ({ gown }) => ({ ...choice, listingId: gown }),
  'POST /listing/:listingId write-review': () => ({ rating: '5', body: 'Dry.' }),
  'POST /cart remove': ({ listing }) => ({ listingId: listing }),
  'POST /cart accept-price': {
    fields: ({ listing }) => ({ listingId: listing, shownPrice: '45000' }),
    when: repriced,
  },
  'POST /cart change-start': ({ listing }) => ({ listingId: listing, startDate: addDays(TODAY, 20) }),
  'POST /checkout': ({ quote, key }) => ({
    agreed: 'on',
    paymentMethod: 'cash_on_delivery',
    idempotencyKey: key,
    quoteSeen: quote,
  }),
  'POST /checkout/unpaid pay': ({ online }) => ({ orderNumber: online, from: 'cart' }),
  'POST /checkout/unpaid cancel': ({ online }) => ({ orderNumber: online, from: 'cart' }),
  'POST /api/favorites add': ({ gown }) => ({ listingId: gown }),
  'POST /api/favorites remove': ({ listing }) => ({ listingId: listing }),

  'POST /chat send': () => ({ text: 'Hello' }),
  'POST /api/messages send': () => ({ text: 'Hello' }),
  'POST /api/messages seen': ({ message }) => ({ upTo: message }),
  'POST /chat/assistant assistant': ({ thread }) => ({ threadId: thread, to: 'off' }),
  'POST /report': () => ({ reason: 'spam', note: 'x' }),
  'POST /block unblock': { when: ramonBlockedOlivia },
  'POST /profile/settings/blocked unblock': {
    fields: ({ olivia }) => ({ personId: olivia }),
    when: ramonBlockedOlivia,
  },

  'POST /profile/listings add': ({ photo }) => ({ ...edited, photoIds: photo }),
  'POST /profile/listings edit': ({ gown, photo }) => ({ ...edited, photoIds: photo, listingId: gown }),
  'POST /profile/listings pause': ({ gown }) => ({ listingId: gown }),
  'POST /profile/listings resume': { fields: ({ gown }) => ({ listingId: gown }), when: paused },
  'POST /profile/listings delete': ({ gown }) => ({ listingId: gown }),
  'POST /profile/listings/:listingId/calendar block': () => ({
    firstDay: addDays(TODAY, 60),
    lastDay: addDays(TODAY, 61),
  }),
  'POST /profile/listings/:listingId/calendar unblock': ({ dateBlock }) => ({ blockId: dateBlock }),
  'POST /profile/listings/:listingId/pick-up': () => ({ ...typedPlace }),
  'POST /profile/rental-tracker/:rentalId/address': () => ({ ...typedPlace }),
  ...Object.fromEntries(
    rentalActions.map((action) => [
      `POST /profile/rental-tracker ${action}`,
      { fields: ({ pending }) => ({ rentalId: pending }), when: after(...(first[action] ?? [])) },
    ]),
  ),
  'POST /handover/:rentalId enter': () => ({ code: '123456' }),
  'POST /handover/:rentalId scan': () => ({ token: 'none' }),
  'POST /handover/:rentalId new-code': { when: after('approve') },
  'POST /handover/:rentalId confirm': { when: after('approve', 'activate') },
  'POST /handover/:rentalId object': {
    fields: () => ({ reason: 'It was not so.' }),
    when: after('approve', 'activate'),
  },
  'POST /handover/:rentalId check': {
    fields: () => ({ condition: 'Dry.', parts: '', serial: '', photos: new File([], '') }),
    when: after('approve'),
  },
  'POST /handover/:rentalId brought-back': {
    fields: () => ({ note: 'In the box.', photos: new File([], '') }),
    when: after('approve', 'activate'),
  },
  'POST /profile/rental-tracker/:rentalId/claim claim': () => ({
    centavos: '100.00',
    reason: 'Torn.',
    photos: new File([], ''),
  }),
  'POST /profile/rental-tracker/:rentalId/claim answer': () => ({ answer: 'It was so.' }),
  'POST /profile/rental-tracker/:rentalId/late waive': () => ({ centavos: '1.00' }),
  'POST /profile/rental-tracker/:rentalId/late object': () => ({ objection: 'There was a flood.' }),
  'POST /profile/rental-tracker/:rentalId/owed pay': ({ debt }) => ({ debtId: debt }),
  'POST /profile/rental-tracker/:rentalId/owed received': ({ debt }) => ({ debtId: debt }),
  'POST /profile/rental-tracker/:rentalId/no-show take-back': {
    when: ({ services }, { absent }) =>
      services.db
        .insertInto('noShow')
        .values({ rentalId: absent!, saidBy: 'renter', saidAt: services.clock.now() })
        .execute(),
  },
  'POST /profile/rental-tracker/:rentalId/claim open': () => ({ kind: 'money', text: 'It was late.' }),
  'POST /profile/rental-tracker/:rentalId/claim accept': {
    fields: () => ({ accepts: 'demand', demand: '10000' }),
    when: ({ services }, { claimed }) =>
      services.db
        .updateTable('dispute')
        .set({ ownerAsked: 10_000 })
        .where('rentalId', '=', claimed!)
        .execute(),
  },
  'POST /profile/rental-tracker/:rentalId/claim appeal': () => ({ appeal: 'Here is a quote.' }),
  'POST /profile/rental-tracker/:rentalId/change ask': {
    fields: () => ({ what: 'extend', days: '1' }),
    when: withoutChange,
  },
  ...Object.fromEntries(
    ['approve', 'decline', 'withdraw'].map((intent) => [
      `POST /profile/rental-tracker/:rentalId/change ${intent}`,
      ({ change }) => ({ changeId: change }),
    ]),
  ),
  'POST /listing/:listingId wait': { fields: () => choiceOfDays, when: gownIsBlocked },
  ...Object.fromEntries(
    ['rent', 'decline', 'leave'].map((intent) => [
      `POST /profile/waiting-list ${intent}`,
      ({ offer }) => ({ entryId: offer }),
    ]),
  ),
  'POST /profile/notices': ({ notice }) => ({ upTo: notice }),
}
