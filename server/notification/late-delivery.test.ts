import { beforeEach, describe, expect, it } from 'vitest'
import { noAward } from '#domain/dispute/dispute.ts'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { deposits } from '#tests/support/deposits.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, noLimits, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { answerChange } from '../change/answer-change.ts'
import { askChange } from '../change/ask-change.ts'
import { withdrawChange } from '../change/withdraw-change.ts'
import { returnDeposit } from '../deposit/return-deposit.ts'
import { sweepDeposits } from '../deposit/sweep-deposits.ts'
import { acceptDispute } from '../dispute/accept-dispute.ts'
import { answerDispute } from '../dispute/answer-dispute.ts'
import { decideDispute } from '../dispute/decide-dispute.ts'
import { fileDispute } from '../dispute/file-dispute.ts'
import { confirmWord } from '../handover/answer-word.ts'
import { sayBroughtBack } from '../handover/say-brought-back.ts'
import { sayNoShow, takeBackNoShow } from '../rental/say-no-show.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { disputeEmails } from './dispute-mail.ts'
import { handoverEmails } from './handover-mail.ts'
import { noShowEmails } from './no-show-mail.ts'
import { listNotices } from './queries.ts'
import { rentalEmails } from './rental-mail.ts'
import { sweepReminders } from './sweep-reminders.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'amihan'], { limits: noLimits })
const { paid, list, reset } = paying(fixture)
const { active, complete, hours, returned } = deposits(fixture)
const as = (who: keyof typeof fixture.cast) => by(fixture.services, fixture.cast[who])
const act = (rentalId: string, action: 'approve' | 'activate') =>
  takePartyAction(as('olivia'), { rentalId, action }).then(accepted)
const at = (when: string) => fixture.services.clock.set(when)

/** What was done before told nobody. */
const forget = () => fixture.services.db.deleteFrom('effect').execute()

/** What a person reads once everything that waits is delivered, now. */
async function noticesTo(who: 'ramon' | 'olivia'): Promise<string[]> {
  const { services, cast } = fixture
  const now = services.clock.now()
  await doEffects(services)
  services.clock.set(now)
  const { notices } = await listNotices(services.db, cast[who].id)
  return notices.map(({ title, text }) => `${title}: ${text}`)
}

beforeEach(async () => {
  await reset()
  await fixture.services.db.deleteFrom('notice').execute()
  await forget()
})

describe('an email that is delivered hours late', () => {
  it('goes to the address that its account has by then, and nowhere once the account is deleted', async () => {
    const { services, cast } = fixture
    const { id, email } = cast.ramon
    const approved = async (changes: { email: string; deletedAt: Date | null }) => {
      const { rentalId } = await people.rent(services, cast.ramon, [await list()])
      await forget()
      await act(rentalId, 'approve')
      const known = (await services.mail.list(99)).length
      await services.db.updateTable('account').set(changes).where('id', '=', id).execute()
      const notices = (await noticesTo('ramon')).length
      const mails = (await services.mail.list(99)).slice(known)
      await services.db.updateTable('account').set({ email, deletedAt: null }).where('id', '=', id).execute()
      return { notices, to: mails.map(({ to }) => to) }
    }
    const moved = 'ramon.moved@hiram.test'
    expect(await approved({ email: moved, deletedAt: null })).toEqual({ notices: 1, to: [moved] })
    expect(await approved({ email, deletedAt: NOW })).toEqual({ notices: 1, to: [] })
  })

  // In time it has the hours that people know; later it has the instant, as hours from then would be too many.
  it.each([
    [0, 'within 24 hours', 'in 48 hours'],
    [0.9, 'within 24 hours', 'in 48 hours'],
    [2, 'by Nov 22, 2026, 10:15 AM', 'after Nov 23, 2026, 10:15 AM'],
    [23, 'by Nov 22, 2026, 10:15 AM', 'after Nov 23, 2026, 10:15 AM'],
    [25, null, 'after Nov 23, 2026, 10:15 AM'],
  ])(
    'by %d says until when a return can be objected to, and when the deposit is back',
    async (late, by, back) => {
      const { rentalId } = await returned('online')
      hours(late)
      const mail = { rentalId, action: 'complete', to: 'renter' } as const
      const lead = (await rentalEmails['rental-mail'](fixture.services, mail))!.lead
      expect(lead).toContain(`Your deposit of ₱500.00 goes back to you ${back}, unless Olivia Santos claims`)
      expect(/ or object (.+)\.$/.exec(lead)?.[1] ?? null).toBe(by)
    },
  )

  it('does not remind of a return once the renter says that it is back', async () => {
    const { rentalId } = await active('cash_on_delivery')
    const { period } = await fixture.services.db
      .selectFrom('rental')
      .select('period')
      .where('id', '=', rentalId)
      .executeTakeFirstOrThrow()
    const lastDay = addDays(period.slice(12, 22), -1)
    at(`${lastDay}T08:00:00+08:00`)
    await forget()
    expect(await sweepReminders(fixture.services)).toBe(1)
    at(`${lastDay}T09:00:00+08:00`)
    accepted(await sayBroughtBack(as('ramon'), { rentalId, note: '', photoIds: [] }))
    at(`${lastDay}T20:00:00+08:00`)
    expect(await noticesTo('ramon')).toEqual([])
    expect((await noticesTo('olivia')).map((line) => line.split(':')[0])).toEqual([
      expect.stringContaining('says that Tent is back'),
    ])
  })

  it('does not ask the owner to confirm a return that they marked', async () => {
    const { rentalId } = await active('cash_on_delivery')
    await forget()
    accepted(await sayBroughtBack(as('ramon'), { rentalId, note: '', photoIds: [] }))
    accepted(await confirmWord(as('olivia'), { rentalId }))
    expect((await noticesTo('olivia')).filter((line) => line.includes('says that'))).toEqual([])
  })

  it('does not ask the owner to answer a request that they approved, nor the renter to confirm', async () => {
    const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [await list()], {
      startDate: TODAY,
    })
    await act(rentalId, 'approve')
    await act(rentalId, 'activate')
    accepted(await confirmWord(as('ramon'), { rentalId }))
    const request = (await noticesTo('olivia')).find((line) => line.includes('would like to rent'))
    expect(request).toMatch(/asks to rent it\.$/)
    const handover = (await noticesTo('ramon')).find((line) => line.startsWith('You have'))
    expect(handover).toMatch(/bring it back on its last day\.$/)
  })

  it('says nothing of a hand-over that was undone', async () => {
    const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [await list()], {
      startDate: TODAY,
    })
    await act(rentalId, 'approve')
    await act(rentalId, 'activate')
    await fixture.services.db
      .updateTable('rental')
      .set({ status: 'Approved', handedOverAt: null, handoverProof: null })
      .where('id', '=', rentalId)
      .execute()
    expect((await noticesTo('ramon')).map((line) => line.split(':')[0])).toEqual([
      expect.stringContaining('approved your rental'),
    ])
  })

  it('does not ask for an answer to a change that was taken back', async () => {
    const { rentalId } = await paid(fixture.cast.ramon, { bookableWhileRented: true })
    await act(rentalId, 'approve')
    await forget()
    const request = { what: 'extend', days: 3 } as const
    const { changeId } = accepted(await askChange(as('ramon'), { rentalId, request }))
    accepted(await withdrawChange(as('ramon'), { changeId }))
    expect((await noticesTo('olivia')).map((line) => line.split(':')[0])).toEqual([
      'The days of 4-person tent stay as they were',
    ])
  })

  it('does not ask to pay for a change that can’t be paid any more, also before it is ended', async () => {
    const { rentalId } = await paid(fixture.cast.ramon, { bookableWhileRented: true })
    await act(rentalId, 'approve')
    await forget()
    const request = { what: 'extend', days: 3 } as const
    const { changeId } = accepted(await askChange(as('ramon'), { rentalId, request }))
    accepted(await answerChange(as('olivia'), { changeId, yes: true }))
    fixture.services.clock.set(new Date(NOW.getTime() + 31 * 60_000))
    expect(await noticesTo('ramon')).toEqual([])
  })

  it('does not ask to object to a no-show that was taken back', async () => {
    const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [await list()], {
      startDate: TODAY,
    })
    await act(rentalId, 'approve')
    at(`${addDays(TODAY, 1)}T10:00:00+08:00`)
    await forget()
    accepted(await sayNoShow(as('olivia'), { rentalId }))
    accepted(await takeBackNoShow(as('olivia'), { rentalId }))
    expect((await noticesTo('ramon')).map((line) => line.split(':')[0])).toEqual([
      expect.stringContaining('took it back'),
    ])
  })

  it('does not ask to hand a deposit back that was handed back', async () => {
    const { rentalId } = await returned('cash_on_delivery', 50_000)
    fixture.services.clock.set(new Date(fixture.services.clock.now().getTime() + 49 * 3_600_000))
    await forget()
    await sweepDeposits(fixture.services)
    accepted(await returnDeposit(as('olivia'), { rentalId }))
    expect((await noticesTo('olivia')).filter((line) => line.startsWith('Please hand'))).toEqual([])
    expect((await noticesTo('ramon')).map((line) => line.split(':')[0])).toEqual([
      'Your deposit for Tent is back',
    ])
  })

  it('does not ask for a side of a dispute that was they answered', async () => {
    const { rentalId } = await returned('cash_on_delivery', 0)
    await forget()
    const said = {
      rentalId,
      kind: 'money',
      text: 'It was dirty.',
      askedCentavos: 10_000,
      photoIds: [],
    } as const
    accepted(await fileDispute(as('olivia'), said))
    accepted(await answerDispute(as('ramon'), { rentalId, text: 'It was clean.' }))
    expect((await noticesTo('ramon')).filter((line) => line.includes('tell your side'))).toEqual([])
    expect((await noticesTo('olivia')).filter((line) => line.includes('read both sides'))).toHaveLength(1)
  })

  it.each([
    [0, 'online', 50_000, 'within 48 hours', 'for 48 hours'],
    [2, 'online', 50_000, 'by Nov 23, 2026, 10:15 AM', 'until Nov 23, 2026, 10:15 AM'],
    [2, 'cash_on_delivery', 0, 'by Nov 23, 2026, 10:15 AM', null],
    [49, 'online', 50_000, null, null],
    [72, 'cash_on_delivery', 50_000, null, null],
    [72, 'cash_on_delivery', 0, null, null],
  ] as const)(
    'by %d says of a rental that is paid %s until when a deposit of %d can be claimed, if it still can',
    async (late, paymentMethod, deposit, by, claim) => {
      const { rentalId } = await returned(paymentMethod, deposit)
      hours(late)
      await sweepDeposits(fixture.services)
      const lead = async (action: 'complete' | 'complete-by-code' | 'end-by-admin', to: 'owner' | 'renter') =>
        (await rentalEmails['rental-mail'](fixture.services, { rentalId, action, to }))!.lead
      expect(await lead('complete-by-code', 'owner')).toBe(
        `You both confirmed it.${by ? ` If something is wrong with it, please say so ${by}.` : ''}`,
      )
      expect(await lead('end-by-admin', 'owner')).toBe(
        'We marked it as returned. ' +
          (claim
            ? `You can claim of the deposit ${claim}.`
            : 'If something is wrong with it, please write to us.'),
      )
      if (by) return
      expect(await lead('complete', 'renter')).toBe('Thank you for borrowing with care.')
    },
  )

  describe.each(['online', 'cash_on_delivery'] as const)('about a deposit paid %s', (paymentMethod) => {
    type Action = 'complete' | 'complete-by-code' | 'end-by-admin'
    const lead = async (rentalId: string, action: Action, to: 'owner' | 'renter') =>
      (await rentalEmails['rental-mail'](fixture.services, { rentalId, action, to }))!.lead
    const claimed = { kind: 'money', text: 'It is dirty.', askedCentavos: 30_000, photoIds: [] } as const

    it('does not promise that the owner can claim more beside a claim', async () => {
      const { rentalId } = await active(paymentMethod)
      accepted(await fileDispute(as('olivia'), { rentalId, ...claimed }))
      hours(0)
      accepted(await complete(rentalId))
      const rest =
        paymentMethod === 'online'
          ? '₱200.00 of your deposit goes back to you in 48 hours.'
          : 'Olivia Santos hands ₱200.00 of your deposit back to you.'
      expect(await lead(rentalId, 'complete', 'renter')).toContain(rest)
      expect(await lead(rentalId, 'complete', 'renter')).not.toContain('unless')
    })

    it('promises no time and no claim while a decision can be appealed', async () => {
      const { rentalId } = await active(paymentMethod)
      accepted(await fileDispute(as('olivia'), { rentalId, ...claimed }))
      accepted(await answerDispute(as('ramon'), { rentalId, text: 'No.' }))
      const decision = { rentalId, award: noAward, reason: 'So it was.' }
      accepted(await decideDispute(as('amihan'), people.admin(fixture.cast.amihan), decision))
      hours(0)
      accepted(await complete(rentalId))
      expect(await lead(rentalId, 'complete', 'renter')).toContain(
        paymentMethod === 'online'
          ? 'Your deposit waits until the decision about your dispute is final. After that Olivia Santos has 48 ' +
              'hours to claim a part of what is left; the rest goes back to you.'
          : 'Olivia Santos hands ₱200.00 of your deposit back to you.',
      )
      if (paymentMethod !== 'online')
        expect(accepted(await returnDeposit(as('olivia'), { rentalId })).centavos).toBe(20_000)
      expect(await lead(rentalId, 'complete', 'renter')).not.toMatch(/in 48 hours|unless/)
      expect(await lead(rentalId, 'end-by-admin', 'owner')).not.toContain('You can claim')
      expect(await lead(rentalId, 'complete-by-code', 'owner')).toBe('You both confirmed it.')
    })

    const inCash = it.runIf(paymentMethod === 'cash_on_delivery')
    inCash('says that what nobody claimed in time waits for the decision', async () => {
      const { rentalId } = await returned(paymentMethod)
      hours(47)
      accepted(await fileDispute(as('ramon'), { rentalId, ...claimed, askedCentavos: 10_000 }))
      hours(49)
      await sweepDeposits(fixture.services)
      accepted(await answerDispute(as('olivia'), { rentalId, text: 'No.' }))
      const decision = { rentalId, award: noAward, reason: 'So it was.' }
      accepted(await decideDispute(as('amihan'), people.admin(fixture.cast.amihan), decision))
      expect(await lead(rentalId, 'complete', 'renter')).toBe(
        'Thank you for borrowing with care. What is left of your deposit goes back to you once the decision about ' +
          'your dispute is final.',
      )
      expect(await returnDeposit(as('olivia'), { rentalId })).toMatchObject({ reason: 'early' })
    })

    it('says that what is not claimed does not wait for the decision about a claim', async () => {
      const { rentalId } = await returned(paymentMethod)
      accepted(await fileDispute(as('olivia'), { rentalId, ...claimed }))
      accepted(await answerDispute(as('ramon'), { rentalId, text: 'No.' }))
      const decision = { rentalId, award: noAward, reason: 'So it was.' }
      accepted(await decideDispute(as('amihan'), people.admin(fixture.cast.amihan), decision))
      const rest =
        paymentMethod === 'online' ? '' : 'Olivia Santos hands ₱200.00 of your deposit back to you. '
      expect(await lead(rentalId, 'complete', 'renter')).toContain(
        `Thank you for borrowing with care. ${rest}Please confirm it`,
      )
      if (paymentMethod === 'cash_on_delivery')
        expect(accepted(await returnDeposit(as('olivia'), { rentalId })).centavos).toBe(20_000)
    })

    it('does not promise the owner a claim after one was decided', async () => {
      const { rentalId } = await returned(paymentMethod)
      accepted(await fileDispute(as('olivia'), { rentalId, ...claimed }))
      hours(1)
      const accepts = { what: 'demand', centavos: 30_000 } as const
      accepted(await acceptDispute(as('ramon'), { rentalId, accepts }))
      expect(await lead(rentalId, 'end-by-admin', 'owner')).not.toContain('You can claim')
      expect(await lead(rentalId, 'complete', 'renter')).not.toContain('unless')
    })
  })

  it.each([
    [0, 'until Nov 24, 2026, 10:15 AM on the page below. After that we decide on what there is.'],
    [73, 'on the page below before we decide.'],
  ])('by %d says until when a side of a dispute can be told, if that is not over', async (late, until) => {
    const { rentalId } = await returned('cash_on_delivery', 0)
    const said = { kind: 'money', text: 'It is dirty.', askedCentavos: 10_000, photoIds: [] } as const
    accepted(await fileDispute(as('olivia'), { rentalId, ...said }))
    const { id: disputeId } = await fixture.services.db
      .selectFrom('dispute')
      .select('id')
      .where('rentalId', '=', rentalId)
      .executeTakeFirstOrThrow()
    hours(late)
    const mail = { rentalId, disputeId, news: 'opened', to: 'renter' } as const
    const { lead } = (await disputeEmails['dispute-mail'](fixture.services, mail))!
    expect(lead).toContain(`Please tell your side ${until}`)
  })

  it.each([
    [0, 'within 48 hours'],
    [10, 'by Nov 23, 2026, 10:15 AM'],
  ])('by %d says until when the owner can object to a return', async (late, by) => {
    const { rentalId } = await active('cash_on_delivery')
    hours(0)
    accepted(await sayBroughtBack(as('ramon'), { rentalId, note: '', photoIds: [] }))
    hours(late)
    const mail = { rentalId, news: 'brought-back', to: 'owner' } as const
    expect((await handoverEmails['handover-mail'](fixture.services, mail))!.lead).toBe(
      `Please confirm it on the page of the rental, or object ${by}. After that it counts as returned.`,
    )
  })

  it.each([
    [0, 'within 72 hours; after that we decide'],
    [10, 'by Nov 25, 2026, 10:00 AM; after that we decide'],
    [73, 'before we decide'],
  ])('by %d says until when two who contradict each other tell their side', async (late, by) => {
    const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [await list()], {
      startDate: TODAY,
    })
    await act(rentalId, 'approve')
    at(`${addDays(TODAY, 1)}T10:00:00+08:00`)
    for (const who of ['olivia', 'ramon'] as const) accepted(await sayNoShow(as(who), { rentalId }))
    fixture.services.clock.set(new Date(fixture.services.clock.now().getTime() + late * 3_600_000))
    const mail = { rentalId, news: 'contradicted', to: 'owner' } as const
    expect((await noShowEmails['no-show-mail'](fixture.services, mail))!.lead).toContain(
      `Please tell your side on the page below ${by}. Until then the rental waits.`,
    )
  })
})
