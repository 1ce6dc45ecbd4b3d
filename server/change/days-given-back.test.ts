import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { noAward } from '#domain/dispute/dispute.ts'
import { restGoesBackText } from '#domain/payment/payment.ts'
import { addDays, type Day } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { DAY, START, rentalChanges, daysFrom } from '#tests/support/rental-changes.ts'
import { settleCheckout } from '../payment/settle-checkout.ts'
import { acceptDispute } from '../dispute/accept-dispute.ts'
import { decideDispute } from '../dispute/decide-dispute.ts'
import { fileDispute } from '../dispute/file-dispute.ts'
import { sweepDeposits } from '../deposit/sweep-deposits.ts'
import { listMoneyLines } from '../book/queries.ts'
import { changeEmails } from '../notification/change-mail.ts'
import { rentalEmails } from '../notification/rental-mail.ts'
import { payGoodwill } from '../refund/pay-goodwill.ts'
import { lockRental } from '../rental/queries.ts'
import { takeAdminAction } from '../rental/take-action.ts'
import { findChangeable } from './queries.ts'

const {
  minutes,
  effects,
  balances,
  settle,
  fixture,
  db,
  ask,
  extend,
  answer,
  act,
  rentalOf,
  changeOf,
  refundsOf,
  differences,
  online,
  pay,
} = rentalChanges()

const restBackOf = async (rentalId: string) => {
  const now = fixture.services.clock.now()
  return restGoesBackText((await findChangeable(db(), rentalId, now))!.payments, now)
}

describe('paid online', () => {
  it('what goes back of several payments goes back of each, the latest first', async () => {
    const { rentalId, orderId } = await online({ deposit: 200_000 })
    accepted(await answer(await extend(rentalId)))
    accepted(await settleCheckout(fixture.services, (await pay(rentalId)).sessionId))
    const later = (await changeOf(rentalId)).orderId!
    accepted(await act(rentalId, 'cancel'))
    expect((await refundsOf(rentalId)).map(({ orderId: of, centavos }) => [of, centavos])).toEqual([
      [later, 104_999],
      [orderId, 304_999],
    ])
    await settle()
    for (const of of [later, orderId])
      expect(Object.keys(await balances(of)).filter((name) => !name.startsWith('provider'))).toEqual([])
    expect(await differences()).toEqual([])
  })

  it('days given back are refunded at once, once', async () => {
    const { rentalId } = await online()
    accepted(await answer(await extend(rentalId)))
    accepted(await settleCheckout(fixture.services, (await pay(rentalId)).sessionId))
    const shorten = async (lastDay: Day) =>
      accepted(await answer(accepted(await ask(rentalId, { what: 'shorten', lastDay })).changeId))
    await shorten(addDays(START, 3))
    await shorten(addDays(START, 1))
    const refunds = await refundsOf(rentalId)
    expect(refunds.map(({ centavos, reason }) => [centavos, reason])).toEqual([
      [66_666 + 3_333, 'change'],
      [33_333 + 1_667, 'change'],
      [33_333 + 1_667, 'change'],
    ])
    expect(await rentalOf(rentalId)).toMatchObject({ period: daysFrom(START, 2), durationDays: 2 })
    expect(await differences()).toEqual([])
    await effects()
  })

  it('by different channels the mail, and the form before, say how each part goes back', async () => {
    const { rentalId } = await online({}, 'qrph')
    const restBack = () => restBackOf(rentalId)
    expect(await restBack()).toBe('The rest goes back to you. We send by hand what you paid by QR Ph.')
    accepted(await answer(await extend(rentalId)))
    accepted(await settleCheckout(fixture.services, (await pay(rentalId)).sessionId))
    const givenBack = async (lastDay: Day) => {
      const { changeId } = accepted(await ask(rentalId, { what: 'shorten', lastDay }))
      accepted(await answer(changeId))
      const mail = { changeId, news: 'do', to: 'renter' } as const
      return (await changeEmails['change-mail'](fixture.services, mail))!.lead
    }
    expect(await givenBack(addDays(START, 3))).toContain('₱699.99 goes back to you the way you paid.')
    expect(await restBack()).toBe(
      'The rest goes back to you. We send by hand what you paid by QR Ph, ' +
        'and the other part goes back the way you paid.',
    )
    const both = await givenBack(START)
    expect(both).toContain(
      '₱350.00 goes back to you the way you paid. ₱699.99 goes back to you. We send it by',
    )
    accepted(await act(rentalId, 'withdraw'))
    const ended = { rentalId, action: 'withdraw', to: 'renter', back: 35_000 } as const
    expect((await rentalEmails['rental-mail'](fixture.services, ended))!.lead).toContain(
      '₱350.00 goes back to you. We send it by hand, as QR Ph takes no refunds by itself.',
    )
  })

  it('by a card too long ago for a refund the mails, and the form before, say that we send it by hand', async () => {
    const { rentalId } = await online({}, 'card')
    expect(await restBackOf(rentalId)).toBe('The rest goes back to you the way you paid.')
    const longAgo = new Date(fixture.services.clock.now().getTime() - 61 * 24 * 3_600_000)
    const { orderId } = await rentalOf(rentalId)
    await db().updateTable('payment').set({ paidAt: longAgo }).where('orderId', '=', orderId).execute()
    expect(await restBackOf(rentalId)).toBe(
      'The rest goes back to you. We send by hand what you paid by Card.',
    )
    const { changeId } = accepted(await ask(rentalId, { what: 'shorten', lastDay: START }))
    accepted(await answer(changeId))
    const changed = { changeId, news: 'do', to: 'renter' } as const
    const byHand = 'goes back to you. We send it by hand, as it can’t go back the way you paid.'
    expect((await changeEmails['change-mail'](fixture.services, changed))!.lead).toContain(
      `₱699.99 ${byHand}`,
    )
    accepted(await act(rentalId, 'withdraw'))
    const ended = { rentalId, action: 'withdraw', to: 'renter', back: 35_000 } as const
    expect((await rentalEmails['rental-mail'](fixture.services, ended))!.lead).toContain(`₱350.00 ${byHand}`)
  })

  it('days can’t be given back once a dispute has settled the money, also if they were asked for before', async () => {
    const { rentalId } = await online()
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    const shorten = { what: 'shorten', lastDay: addDays(START, 1) } as const
    const { changeId } = accepted(await ask(rentalId, shorten))
    const opening = { rentalId, kind: 'not-as-described', text: 'It leaks.', askedCentavos: 90_000 } as const
    accepted(await fileDispute(by(fixture.services, fixture.cast.ramon), opening))
    const accepts = { what: 'demand', centavos: 90_000 } as const
    accepted(await acceptDispute(by(fixture.services, fixture.cast.olivia), { rentalId, accepts }))
    expect(await answer(changeId)).toMatchObject({ reason: 'decided' })
    accepted(await answer(changeId, false))
    expect(await ask(rentalId, shorten)).toMatchObject({ reason: 'decided' })
    expect((await refundsOf(rentalId)).map(({ centavos }) => centavos)).toEqual([90_000])
    accepted(await act(rentalId, 'complete'))
  })

  it('days can be given back after the renter accepted what the owner asked for, which is of the deposit', async () => {
    const { rentalId } = await online({ deposit: 200_000 })
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    const opening = { rentalId, kind: 'missing-parts', text: 'The bag.', askedCentavos: 10_000 } as const
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), opening))
    const accepts = { what: 'demand', centavos: 10_000 } as const
    accepted(await acceptDispute(by(fixture.services, fixture.cast.ramon), { rentalId, accepts }))
    const shorten = { what: 'shorten', lastDay: addDays(START, 1) } as const
    accepted(await answer(accepted(await ask(rentalId, shorten)).changeId))
    accepted(await act(rentalId, 'complete'))
    minutes(13 * DAY)
    await sweepDeposits(fixture.services)
    expect((await refundsOf(rentalId)).map(({ centavos }) => centavos)).toEqual([33_333 + 1_667, 190_000])
    expect(await differences()).toEqual([])
  })

  it('more days can’t be paid for before the hand-over once a dispute has settled the money', async () => {
    const { rentalId } = await online()
    accepted(await answer(await extend(rentalId)))
    const { sessionId } = await pay(rentalId)
    minutes(10 * DAY)
    const opening = { rentalId, kind: 'money', text: 'A taxi.', askedCentavos: 10_000 } as const
    accepted(await fileDispute(by(fixture.services, fixture.cast.ramon), opening))
    const accepts = { what: 'demand', centavos: 10_000 } as const
    accepted(await acceptDispute(by(fixture.services, fixture.cast.olivia), { rentalId, accepts }))
    accepted(await settleCheckout(fixture.services, sessionId))
    expect(await rentalOf(rentalId)).toMatchObject({ period: daysFrom(START, 3) })
    const { orderId } = await changeOf(rentalId)
    const back = await db().selectFrom('refund').selectAll().where('orderId', '=', orderId!).execute()
    expect(back).toMatchObject([{ reason: 'unused', centavos: 104_999 }])
    expect(await differences()).toEqual([])
    const later = { what: 'extend', days: 1 } as const
    expect(await ask(rentalId, later)).toMatchObject({ reason: 'decided' })
    accepted(await act(rentalId, 'activate'))
    accepted(await ask(rentalId, later))
  })

  it('a hand-over can’t be undone once more days were paid for after a dispute had settled the money', async () => {
    const { rentalId } = await online()
    minutes(10 * DAY)
    const [ramon, olivia] = [fixture.cast.ramon, fixture.cast.olivia].map((who) => by(fixture.services, who))
    const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
    accepted(await fileDispute(ramon!, { rentalId, kind: 'money', text: 'A taxi.', askedCentavos: 10_000 }))
    accepted(await decideDispute(...admin, { rentalId, award: noAward, reason: 'So be it.' }))
    for (const who of [ramon!, olivia!])
      accepted(await acceptDispute(who, { rentalId, accepts: { what: 'decision' } }))
    minutes(10 * DAY + 1)
    accepted(await act(rentalId, 'activate'))
    const undo = () => takeAdminAction(...admin, { rentalId, action: 'undo-activate' })
    accepted(await undo())
    accepted(await act(rentalId, 'activate'))
    accepted(await answer(accepted(await ask(rentalId, { what: 'extend', days: 1 })).changeId))
    accepted(await settleCheckout(fixture.services, (await pay(rentalId)).sessionId))
    expect((await rentalOf(rentalId)).period).toBe(daysFrom(START, 4))
    expect(await undo()).toMatchObject({ message: expect.stringMatching(/^More days were paid for/) })
  })

  it('days given back are not counted again in the email about a withdrawal', async () => {
    const { rentalId } = await online()
    accepted(await answer(accepted(await ask(rentalId, { what: 'shorten', lastDay: START })).changeId))
    accepted(await act(rentalId, 'withdraw'))
    const back = (await refundsOf(rentalId)).filter(({ reason }) => reason === 'withdraw')
    expect(back.map(({ centavos }) => centavos)).toEqual([33_333 + 1_667])
    await effects()
    const { text } = (await fixture.services.mail.list(30)).find(({ subject }) =>
      subject.includes('can’t lend you Tent after all'),
    )!
    expect(text).toContain('₱350.00 goes back to you the way you paid.')
  })

  it('days given back after a goodwill payment of the site leave the deposit, and mails say what went back', async () => {
    const { rentalId } = await online({ deposit: 50_000 })
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    await db()
      .transaction()
      .execute(async (tx) => {
        const goodwill = { causeId: randomUUID(), to: 'renter', centavos: 60_000 } as const
        const rental = { ...(await lockRental(tx, rentalId))!, lines: await listMoneyLines(tx, rentalId) }
        await payGoodwill(tx, by(fixture.services, fixture.cast.amihan), rental, goodwill)
      })
    accepted(await answer(accepted(await ask(rentalId, { what: 'shorten', lastDay: START })).changeId))
    // Of the ₱1,049.99 besides the deposit ₱600.00 are back.
    expect((await refundsOf(rentalId)).at(-1)).toMatchObject({ reason: 'change', centavos: 44_999 })
    expect(await changeOf(rentalId)).toMatchObject({ rentCentavos: -44_999, feeCentavos: 0 })
    accepted(await act(rentalId, 'complete'))
    minutes(13 * DAY)
    await sweepDeposits(fixture.services)
    expect((await refundsOf(rentalId)).at(-1)).toMatchObject({ reason: 'deposit', centavos: 50_000 })
  })
})
