import { expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { by } from '#tests/support/services.ts'
import { lateFees } from '#tests/support/late-fees.ts'
import { answerDispute } from '../dispute/answer-dispute.ts'
import { fileDispute } from '../dispute/file-dispute.ts'
import { returnDeposit } from '../deposit/return-deposit.ts'

const { fixture, hours, returned, balances, waive, grant, sweep, mails } = lateFees()

it('in cash the owner keeps it of the deposit in their hand, and hands the rest back', async () => {
  const { rentalId, orderId } = await returned('cash_on_delivery', 250_000, 2)
  expect(await balances(orderId)).toMatchObject({ deposit_held: -250_000 })
  const back = accepted(await returnDeposit(by(fixture.services, fixture.cast.olivia), { rentalId }))
  expect(back.centavos).toBe(150_000)
  hours(2 + 48.1)
  await sweep()
  // The owner has the rent and the fee of 2 days; the site is owed its 5 %.
  expect(await balances(orderId)).toMatchObject({ owner_payable: -200_000, cash_collected: 205_000 })
})

it('in cash both are told what is to be handed back when it is waived after the rest was handed back', async () => {
  const { rentalId } = await returned('cash_on_delivery', 250_000, 2)
  accepted(await returnDeposit(by(fixture.services, fixture.cast.olivia), { rentalId }))
  accepted(await waive(rentalId, 30_000))
  const due = (await mails('deposit-mail', rentalId)).filter((mail) => mail.startsWith('cash-due'))
  expect(due).toEqual(['cash-due to owner', 'cash-due to renter'])
  const renter = by(fixture.services, fixture.cast.ramon)
  expect(await returnDeposit(renter, { rentalId })).toMatchObject({ ok: true, centavos: 30_000 })
})

it.each(['all', 60_000] as const)(
  'in cash both are told what is to be handed back of it, when %s is waived in a dispute, once that is over',
  async (waived) => {
    const { rentalId } = await returned('cash_on_delivery', 250_000, 26)
    const damage = { rentalId, kind: 'damage' as const, text: 'It is torn.', askedCentavos: 50_000 }
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), damage))
    accepted(await answerDispute(by(fixture.services, fixture.cast.ramon), { rentalId, text: 'It was so.' }))
    await grant(rentalId, 50_000)
    accepted(await waive(rentalId, waived))
    const due = async () =>
      (await mails('deposit-mail', rentalId)).filter((mail) => mail.startsWith('cash-due'))
    expect(await due()).toEqual([])
    hours(26 + 7 * 24 + 0.1)
    await sweep()
    expect(await due()).toEqual(['cash-due to owner', 'cash-due to renter'])
  },
)
