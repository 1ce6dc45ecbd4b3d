import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import type { RentalAction } from '#domain/rental/lifecycle.ts'
import { accepted } from '#seeds/act.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, noLimits, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { whatHappened } from '#app/routes/rental/rental-events.ts'
import { findRental } from './find-rental.ts'
import { findRentalOfParty } from './find-rental-of-party.ts'
import { objectToWord } from '../handover/answer-word.ts'
import { sayBroughtBack } from '../handover/say-brought-back.ts'
import { resumeListing } from '../listing/resume-listing.ts'
import { notBackEmails } from '../notification/not-back-mail.ts'
import { reminderEmails } from '../notification/reminder-mail.ts'
import { rentalEmails } from '../notification/rental-mail.ts'
import { sweepReminders } from '../notification/sweep-reminders.ts'
import { sayNoShow } from './say-no-show.ts'
import { sweepLate } from './sweep-late.ts'
import { takeAdminAction, takePartyAction } from './take-action.ts'

/** An item is rented twice: the first rental is Active from today, the next one Approved. */
const fixture = withServices(['ramon', 'katrina', 'olivia', 'amihan'], { limits: noLimits })
const { list, reset } = paying(fixture)
beforeEach(async () => {
  await reset()
  at(0, '10:00')
})

type Who = keyof typeof fixture.cast
const as = (who: Who) => by(fixture.services, fixture.cast[who])
const at = (day: number, time: string) =>
  fixture.services.clock.set(new Date(`${addDays(TODAY, day)}T${time}:00+08:00`))
const act = (rentalId: string, action: RentalAction, who: Who = 'olivia') =>
  takePartyAction(as(who), { rentalId, action } as Parameters<typeof takePartyAction>[1])
const end = (rentalId: string, action: 'end-lost-by-admin' | 'undo-complete') =>
  takeAdminAction(...people.asAdmin(fixture.services, fixture.cast.amihan), {
    rentalId,
    action,
    ...(action === 'end-lost-by-admin' ? { reason: 'It is gone.' } : {}),
  })
const say = (rentalId: string, who: Who) => sayNoShow(as(who), { rentalId })

async function rentTwice(first: Who, next: Who, nextStart = 1) {
  const { services, cast } = fixture
  const listingId = await list({ bookableWhileRented: true })
  const rentFrom = async (who: Who, day: number) => {
    const wanted = { startDate: addDays(TODAY, day), durationDays: 1 as const }
    const { rentalId } = await people.rent(services, cast[who], [listingId], wanted)
    accepted(await act(rentalId, 'approve'))
    return rentalId
  }
  const before = await rentFrom(first, 0)
  const after = await rentFrom(next, nextStart)
  accepted(await act(before, 'activate'))
  return { before, after, listingId }
}

/** How many mails of a kind there are about a rental. */
async function mailsOf(kind: string, rentalId: string) {
  const { rows } = await sql`select from effect where kind = ${kind}
    and payload ->> 'rentalId' = ${rentalId}`.execute(fixture.services.db)
  return rows.length
}
const notBackMails = (rentalId: string) => mailsOf('not-back-mail', rentalId)
const reminded = (rentalId: string) => mailsOf('reminder-mail', rentalId)

describe('the reminder that a rental starts tomorrow', () => {
  it('waits for an item that is late, and is sent once that is back during the day', async () => {
    const { before, after } = await rentTwice('ramon', 'katrina', 2)
    at(1, '09:00')
    await sweepReminders(fixture.services)
    expect(await reminded(after)).toBe(0)
    accepted(await act(before, 'complete'))
    await sweepReminders(fixture.services)
    expect(await reminded(after)).toBe(2)
  })

  it('is not sent for an item that was never returned', async () => {
    const { before, after } = await rentTwice('ramon', 'katrina', 2)
    accepted(await end(before, 'end-lost-by-admin'))
    at(1, '09:00')
    await sweepReminders(fixture.services)
    expect(await reminded(after)).toBe(0)
    const mail = { rentalId: after, kind: 'starts-tomorrow', number: 1, to: 'owner' } as const
    expect(await reminderEmails['reminder-mail'](fixture.services, mail)).toBeNull()
  })
})

describe('a renter who has the item themselves', () => {
  it('gets nothing back as if someone else had it, also when it counts as lost', async () => {
    const { before, after } = await rentTwice('ramon', 'ramon')
    at(0, '20:00')
    await sweepLate(fixture.services)
    expect(await act(after, 'cancel-not-back', 'ramon')).toMatchObject({ reason: 'day' })
    accepted(await end(before, 'end-lost-by-admin'))
    expect(await act(after, 'cancel-not-back', 'ramon')).toMatchObject({ reason: 'day' })
    expect(await notBackMails(after)).toBe(0)
  })

  it('can’t say that the owner did not come, nor can the owner of them', async () => {
    const { before, after } = await rentTwice('ramon', 'ramon')
    at(1, '18:00')
    expect(await say(after, 'ramon')).toMatchObject({ reason: 'day', message: expect.stringMatching(/^You/) })
    expect(await say(after, 'olivia')).toMatchObject({ reason: 'day' })
    accepted(await end(before, 'end-lost-by-admin'))
    expect(await say(after, 'ramon')).toMatchObject({ reason: 'day' })
    expect(accepted(await findRentalOfParty(as('ramon'), after)).rental).toMatchObject({
      renterHasOrLostIt: true,
    })
  })

  it('is contradicted by the owner all the same once they have said so', async () => {
    const { before, after } = await rentTwice('ramon', 'ramon')
    at(1, '09:00')
    accepted(await act(before, 'complete'))
    at(1, '18:00')
    accepted(await say(after, 'ramon'))
    accepted(await end(before, 'undo-complete'))
    expect(accepted(await say(after, 'olivia'))).toMatchObject({ contradicted: true })
  })
})

describe('an item that is out with another rental of the same renter', () => {
  it('is not called out with another renter once they say that it is back', async () => {
    const { before, after } = await rentTwice('ramon', 'ramon')
    at(1, '09:00')
    accepted(await sayBroughtBack(as('ramon'), { rentalId: before, note: 'In the box.', photoIds: [] }))
    at(1, '18:00')
    const message = 'The renter says that it is back from another rental. Mark that one as returned first.'
    expect(await act(after, 'activate')).toMatchObject({ reason: 'day', message })
    expect(await say(after, 'olivia')).toMatchObject({ reason: 'day', message })
  })

  it('is called not free while its hand-over is contested', async () => {
    const { before, after } = await rentTwice('ramon', 'ramon')
    at(0, '15:00')
    accepted(await objectToWord(as('ramon'), { rentalId: before, reason: 'Nobody came.' }))
    at(1, '18:00')
    const message = 'It is not free yet because of a disagreement about the rental before.'
    expect(await act(after, 'activate')).toMatchObject({ reason: 'day', message })
    expect(await say(after, 'olivia')).toMatchObject({ reason: 'day', message })
  })

  it('keeps an admin from undoing the return before, which does not blame another renter', async () => {
    const { before, after } = await rentTwice('ramon', 'ramon')
    at(1, '09:00')
    accepted(await act(before, 'complete'))
    accepted(await act(after, 'activate'))
    expect(await end(before, 'undo-complete')).toMatchObject({
      reason: 'day',
      message: 'The renter has this item from another rental. Mark that one as returned first.',
    })
  })
})

describe('an item that another renter never brought back', () => {
  it('keeps its owner from saying that the next renter did not come, until its listing is resumed', async () => {
    const { before, after, listingId } = await rentTwice('ramon', 'katrina', 2)
    accepted(await end(before, 'end-lost-by-admin'))
    at(2, '18:00')
    expect(await say(after, 'olivia')).toMatchObject({ reason: 'day' })
    expect(accepted(await findRentalOfParty(as('olivia'), after)).rental.isItemLost).toBe(true)
    accepted(await resumeListing(as('olivia'), { listingId }))
    accepted(await say(after, 'olivia'))
  })
})

describe('an item that is back by the word of another renter', () => {
  it('is not waited for, until the owner objects', async () => {
    const { before, after } = await rentTwice('ramon', 'katrina')
    at(0, '15:00')
    accepted(await sayBroughtBack(as('ramon'), { rentalId: before, note: 'In the box.', photoIds: [] }))
    at(0, '20:00')
    expect(await sweepLate(fixture.services)).toBe(0)
    expect(await act(after, 'cancel-not-back', 'katrina')).toMatchObject({ reason: 'day' })
    accepted(await objectToWord(as('olivia'), { rentalId: before, reason: 'The box is empty.' }))
    await sweepLate(fixture.services)
    expect(await notBackMails(after)).toBe(1)
    accepted(await act(after, 'cancel-not-back', 'katrina'))
  })

  it('may have been handed over, so that its owner can contradict the next renter, but not speak first', async () => {
    const { before, after } = await rentTwice('ramon', 'katrina')
    at(1, '09:00')
    accepted(await sayBroughtBack(as('ramon'), { rentalId: before, note: 'In the box.', photoIds: [] }))
    at(1, '18:00')
    expect(await say(after, 'olivia')).toMatchObject({ reason: 'day' })
    accepted(await say(after, 'katrina'))
    expect(accepted(await say(after, 'olivia'))).toMatchObject({ contradicted: true })
  })
})

describe('the renter after one whose item was back', () => {
  it.each([
    [
      'by their word, to which the owner objects',
      async (before: string) => {
        accepted(await sayBroughtBack(as('ramon'), { rentalId: before, note: 'In the box.', photoIds: [] }))
        await sweepReminders(fixture.services)
        at(1, '14:00')
        accepted(await objectToWord(as('olivia'), { rentalId: before, reason: 'The box is empty.' }))
      },
    ],
    [
      'by a return that is undone',
      async (before: string) => {
        accepted(await act(before, 'complete'))
        await sweepReminders(fixture.services)
        at(1, '14:00')
        accepted(await end(before, 'undo-complete'))
      },
    ],
  ])(
    '%s, is told once more that it is not back, after they read that it is theirs tomorrow',
    async (_, backAndOut) => {
      const { before, after } = await rentTwice('ramon', 'katrina', 2)
      at(1, '00:01')
      await sweepLate(fixture.services)
      expect(await notBackMails(after)).toBe(1)
      at(1, '10:00')
      await backAndOut(before)
      expect(await reminded(after)).toBe(2)
      await sweepLate(fixture.services)
      expect(await notBackMails(after)).toBe(2)
      await backAndOut(before)
      await sweepLate(fixture.services)
      expect(await notBackMails(after)).toBe(2)
    },
  )

  it('is told that it is not back once more, as promised, when its end as lost is undone', async () => {
    const { before, after } = await rentTwice('ramon', 'katrina', 2)
    at(1, '00:01')
    await sweepLate(fixture.services)
    accepted(await end(before, 'end-lost-by-admin'))
    accepted(await end(before, 'undo-complete'))
    expect(await notBackMails(after)).toBe(3)
    await sweepLate(fixture.services)
    expect(await notBackMails(after)).toBe(4)
  })
})

describe('a renter whose item is not free because the hand-over before is contested', () => {
  const shownTo = async (rentalId: string, who: 'katrina' | 'olivia') => {
    const { rental } = accepted(await findRental(as(who), rentalId))
    return whatHappened(rental, who === 'olivia' ? 'lent' : 'rented', fixture.services.clock.now())
  }
  const eventsFor = async (rentalId: string, who: 'katrina' | 'olivia') =>
    (await shownTo(rentalId, who)).events.join()

  it('and its owner do not read that somebody has it, and all their money can go back', async () => {
    const { before, after } = await rentTwice('ramon', 'katrina', 2)
    at(1, '09:00')
    accepted(await objectToWord(as('ramon'), { rentalId: before, reason: 'Nobody came.' }))
    at(1, '21:00')
    await sweepLate(fixture.services)
    expect(await notBackMails(after)).toBe(1)
    const mail = await notBackEmails['not-back-mail'](fixture.services, { rentalId: after })
    expect(mail).toMatchObject({
      subject: expect.stringMatching(/ is not free yet$/),
      lead: expect.stringMatching(
        /^There is a disagreement about the rental before yours\. You can wait for it, see/,
      ),
    })
    expect(await eventsFor(after, 'katrina')).toMatch(
      /^It is not free yet because of a disagreement about the rental before yours\. You can wait,/,
    )
    expect(await eventsFor(after, 'olivia')).toBe(
      'It is not free yet because of a disagreement about the rental before.',
    )
    for (const who of ['katrina', 'olivia'] as const)
      expect((await shownTo(after, who)).badges).toEqual(['not-free'])
    expect(await act(after, 'activate')).toMatchObject({
      message: 'It is not free yet because of a disagreement about the rental before.',
    })
    accepted(await act(after, 'cancel-not-back', 'katrina'))
    const ended = { rentalId: after, action: 'cancel-not-back', to: 'owner', back: 0 } as const
    const lead = async () => (await rentalEmails['rental-mail'](fixture.services, ended))?.lead
    const why = 'It was not free because of a disagreement about the rental before.'
    expect(await lead()).toBe(`${why} Its dates are free again.`)
    at(30, '09:00')
    expect(await lead()).toBe(why)
  })
})
