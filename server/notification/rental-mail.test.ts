import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { RentalAction } from '#domain/rental/lifecycle.ts'
import { addDays } from '#domain/period.ts'
import { DAY_MS } from '#domain/time.ts'
import { accepted } from '#seeds/act.ts'
import type { MailGateway } from '#gateways/mail/port.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { blockDates } from '../listing/block-dates.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { listNotices } from './queries.ts'
import { rentalEmails } from './rental-mail.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])
const { paid } = paying(fixture)
const down: MailGateway = { ...({} as MailGateway), send: () => Promise.reject(new Error('no mail server')) }

const act = async (who: people.Person, rentalId: string, action: RentalAction) =>
  accepted(await takePartyAction(by(fixture.services, who), { rentalId, action }))

/** The mails of everything that waits, once the mail server is back. */
async function mailedLater() {
  const { services } = fixture
  const before = new Set((await services.mail.list(500)).map(({ id }) => id))
  services.clock.set(new Date(services.clock.now().getTime() + DAY_MS))
  await doEffects(services)
  services.clock.set(NOW)
  const mails = (await services.mail.list(500)).filter(({ id }) => !before.has(id))
  return mails.map(({ to, subject }) => `${to}: ${subject}`).sort()
}

async function rented() {
  const { services, cast } = fixture
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  await services.db.deleteFrom('effect').execute()
  await services.db.deleteFrom('notice').execute()
  return people.rent(services, cast.ramon, [listingId])
}

describe('a mail about a rental that could not be sent at once', () => {
  it('is not sent once it is no longer true; its notice stays, and the order is still confirmed', async () => {
    const { services, cast } = fixture
    const { rentalId } = await rented()
    await doEffects(services, down)
    await act(cast.ramon, rentalId, 'cancel')
    expect(await mailedLater()).toEqual([
      'owner@hiram.test: Ramon D. cancelled the rental of 4-person tent',
      'renter@hiram.test: Your request for 4-person tent',
    ])
    const { notices } = await listNotices(services.db, cast.olivia.id)
    expect(notices.map(({ title }) => title)).toContain('Ramon D. would like to rent your 4-person tent')
  })

  it('that confirms an order to be paid in cash asks to prepare the payment only while that is to come', async () => {
    const { services, cast } = fixture
    const lead = async (action?: 'cancel' | 'reject') => {
      const { rentalId } = await rented()
      if (action) await act(action === 'cancel' ? cast.ramon : cast.olivia, rentalId, action)
      const { id } = await services.db
        .selectFrom('effect')
        .select('id')
        .where('kind', '=', 'rental-mail')
        .where(sql`payload ->> 'action'`, '=', 'request')
        .where(sql`payload ->> 'to'`, '=', 'renter')
        .executeTakeFirstOrThrow()
      await mailedLater()
      const mails = await services.mail.list(500)
      return mails.find((mail) => mail.id.startsWith(`effect-${id}-`))!.text
    }
    expect(await lead()).toContain('Please prepare your payment')
    for (const [action, status] of [
      ['cancel', 'Cancelled'],
      ['reject', 'Rejected'],
    ] as const) {
      const text = await lead(action)
      expect(text).toContain(`It is ${status} now, so there is nothing to pay.`)
      expect(text).not.toContain('prepare')
    }
  })

  it('of an approval is not sent once the rental was called off', async () => {
    const { cast } = fixture
    const { rentalId } = await rented()
    await act(cast.olivia, rentalId, 'approve')
    await act(cast.olivia, rentalId, 'withdraw')
    const mails = await mailedLater()
    expect(mails).not.toContainEqual(expect.stringContaining('approved your rental'))
    expect(mails).toContain('renter@hiram.test: Your request for 4-person tent')
  })

  it('is sent when the rental went on since', async () => {
    const { cast } = fixture
    const { rentalId } = await rented()
    await act(cast.olivia, rentalId, 'approve')
    expect(await mailedLater()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^owner@hiram.test: Ramon .* would like to rent your 4-person tent/),
        'renter@hiram.test: Olivia Santos approved your rental of 4-person tent',
      ]),
    )
  })
})

it.each([
  ['strict', 'Its dates are free again, and ₱675.00 of the rent stays with you.'],
  ['flexible', 'Its dates are free again, and what was paid goes back to the renter.'],
] as const)(
  'the owner of a cancelled %s rental reads what stays with them',
  async (cancellationPolicy, lead) => {
    const { services, cast } = fixture
    const { rentalId } = await paid(cast.ramon, { cancellationPolicy })
    await act(cast.olivia, rentalId, 'approve')
    await act(cast.ramon, rentalId, 'cancel')
    const mail = { rentalId, action: 'cancel', to: 'owner' } as const
    expect((await rentalEmails['rental-mail'](services, mail))?.lead).toBe(lead)
  },
)

it.each([
  ['cash_on_delivery', 'Nothing was paid.'],
  ['online', 'What was paid goes back to the renter.'],
] as const)(
  'an owner is not told that dates are free which were taken again, or have passed (%s)',
  async (paymentMethod, lead) => {
    const { services, cast } = fixture
    const { list, minutes } = paying(fixture)
    const cancelled = async () => {
      if (paymentMethod === 'online') return paid(cast.ramon, { cancellationPolicy: 'flexible' })
      return people.rent(services, cast.ramon, [await list()], { startDate: addDays(TODAY, 10) })
    }
    const { rentalId } = await cancelled()
    await act(cast.ramon, rentalId, 'cancel')
    const read = async () => {
      const mail = { rentalId, action: 'cancel', to: 'owner' } as const
      return (await rentalEmails['rental-mail'](services, mail))!.lead
    }
    expect(await read()).toMatch(/^Its dates are free again/)
    const { listingId } = await services.db
      .selectFrom('rental')
      .select('listingId')
      .where('id', '=', rentalId)
      .executeTakeFirstOrThrow()
    const days = { firstDay: addDays(TODAY, 10), lastDay: addDays(TODAY, 10) }
    accepted(await blockDates(by(services, cast.olivia), { listingId, ...days }))
    expect(await read()).toBe(lead)
    await services.db.deleteFrom('blockedPeriod').where('listingId', '=', listingId).execute()
    minutes(13 * 24 * 60)
    expect(await read()).toBe(lead)
    minutes(0)
  },
)
