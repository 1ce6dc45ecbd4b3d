import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { noAward } from '#domain/dispute/dispute.ts'
import type { Direction } from '#domain/handover/code.ts'
import { addDays, formatDay, lastDay } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { deleteOwnAccount } from '../account/delete-own-account.ts'
import { uploadPrivatePhoto } from '../photo/upload-photo.ts'
import { acceptDispute } from '../dispute/accept-dispute.ts'
import { decideDispute } from '../dispute/decide-dispute.ts'
import { fileDispute } from '../dispute/file-dispute.ts'
import { sweepDisputes } from '../dispute/sweep-disputes.ts'
import { wordEmail } from '../notification/templates.ts'
import { findRental } from '../rental/find-rental.ts'
import { takeAdminAction, takePartyAction } from '../rental/take-action.ts'
import { sweepRentals } from '../rental/sweep-rentals.ts'
import { sweepRetention } from '../retention/sweep-retention.ts'
import { readTimeline } from '../timeline/queries.ts'
import { confirmWord, objectToWord } from './answer-word.ts'
import { digitsOf, tokenOf } from './codes.ts'
import { enterCode } from './enter-code.ts'
import { openEntryPhoto } from './open-entry-photo.ts'
import { readCode } from './queries.ts'
import { renewCode } from './renew-code.ts'
import { saveCheck } from './save-check.ts'
import { sayBroughtBack } from './say-brought-back.ts'
import { showHandover } from './show-handover.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
type Who = keyof typeof fixture.cast
const as = (who: Who) => by(fixture.services, fixture.cast[who])

let rentalId: string
beforeEach(async () => {
  fixture.services.clock.set(NOW)
  rentalId = await approved()
})

async function approved() {
  const { services, cast } = fixture
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const rented = await people.rent(services, cast.ramon, [listingId])
  accepted(await takePartyAction(as('olivia'), { rentalId: rented.rentalId, action: 'approve' }))
  return rented.rentalId
}

const later = (minutes: number) =>
  fixture.services.clock.set(new Date(fixture.services.clock.now().getTime() + minutes * 60_000))
const rental = () =>
  fixture.services.db.selectFrom('rental').selectAll().where('id', '=', rentalId).executeTakeFirstOrThrow()
const shown = async (who: Who) => showHandover(as(who), accepted(await findRental(as(who), rentalId)))

async function codeOf(direction: Direction) {
  const { version } = await readCode(fixture.services.db, rentalId, direction)
  return digitsOf(fixture.services, { rentalId, direction, version })
}
const tokenNow = async (direction: Direction) => {
  const { version } = await readCode(fixture.services.db, rentalId, direction)
  return tokenOf(fixture.services, { rentalId, direction, version })
}
const enter = (who: Who, code: string) => enterCode(as(who), { rentalId, given: { code } })
const scan = (who: Who, token: string) => enterCode(as(who), { rentalId, given: { token } })
const wrong = async (direction: Direction) => ((await codeOf(direction)) === '000000' ? '111111' : '000000')
const disputes = () =>
  fixture.services.db
    .selectFrom('dispute')
    .innerJoin('disputeStatement', 'disputeId', 'dispute.id')
    .select(['dispute.kind', 'openedBy', 'text as said', 'dispute.id'])
    .where('rentalId', '=', rentalId)
    .orderBy('disputeStatement.id')
    .execute()
const mailed = async (kind: 'handover-mail' | 'dispute-mail') => {
  const rows = await fixture.services.db
    .selectFrom('effect')
    .select('payload')
    .where('kind', '=', kind)
    .execute()
  return rows
    .map(({ payload }) => payload as { rentalId: string; news: string })
    .filter((payload) => payload.rentalId === rentalId)
}
const subjectOfObjection = async () => {
  const payload = { rentalId, news: 'objected', to: 'owner' } as const
  return (await wordEmail(fixture.services, { id: 1, kind: 'handover-mail', payload }))?.subject
}
const decideNothing = () =>
  decideDispute(as('amihan'), people.admin(fixture.cast.amihan), {
    rentalId,
    award: noAward,
    reason: 'So be it.',
  })
/** Both accept the decision, which ends the dispute. */
const endDecided = async () => {
  for (const who of ['ramon', 'olivia'] as const)
    accepted(await acceptDispute(as(who), { rentalId, accepts: { what: 'decision' } }))
}
const handOver = async () => accepted(await enter('olivia', await codeOf('out')))

describe('the code', () => {
  it('is shown by the renter and entered by the owner at the handover, and the other way round at the return', async () => {
    expect((await shown('ramon')).task).toMatchObject({ does: 'show', digits: await codeOf('out') })
    expect((await shown('olivia')).task).toMatchObject({ does: 'enter', direction: 'out' })
    await handOver()
    expect(await rental()).toMatchObject({
      status: 'Active',
      handedOverAt: NOW,
      handoverProof: 'both',
      returnedAt: null,
    })
    expect((await shown('olivia')).task).toMatchObject({ does: 'show', digits: await codeOf('back') })
    expect((await shown('ramon')).task).toEqual({ does: 'enter', direction: 'back', until: null })
    later(60)
    accepted(await enter('ramon', await codeOf('back')))
    expect(await rental()).toMatchObject({
      status: 'Completed',
      returnedAt: new Date(NOW.getTime() + 3_600_000),
      returnProof: 'both',
    })
    const timeline = await readTimeline(fixture.services.db, rentalId)
    expect(timeline.slice(2).map(({ kind, side, facts }) => [kind, side, facts.proof])).toEqual([
      ['activate', 'owner', 'both'],
      ['complete-by-code', 'renter', 'both'],
    ])
  })

  it('is not for whoever shows it, nor for strangers', async () => {
    const code = await codeOf('out')
    expect(await enter('ramon', code)).toMatchObject({ reason: 'side' })
    expect(await enter('katrina', code)).toMatchObject({ reason: 'not-found' })
    expect(await scan('ramon', await tokenNow('out'))).toMatchObject({ reason: 'side' })
    await handOver()
    expect(await enter('olivia', await codeOf('back'))).toMatchObject({ reason: 'side' })
  })

  it('is another one for each rental and direction, and works for no other', async () => {
    const codes = [await codeOf('out'), await codeOf('back')]
    const mine = rentalId
    rentalId = await approved()
    const others = [await codeOf('out'), await codeOf('back')]
    expect(new Set([...codes, ...others]).size).toBe(4)
    expect(await enter('olivia', codes[0]!)).toMatchObject({ reason: 'code' })
    expect(await enter('olivia', others[1]!)).toMatchObject({ reason: 'code' })
    rentalId = mine
  })

  it('opens by its link too, whose token says nothing about the digits', async () => {
    expect(await scan('olivia', await tokenNow('back'))).toMatchObject({ reason: 'link' })
    expect(await scan('olivia', '')).toMatchObject({ reason: 'link' })
    expect((await readCode(fixture.services.db, rentalId, 'out')).wrong).toBe(0)
    accepted(await scan('olivia', await tokenNow('out')))
    expect((await rental()).handoverProof).toBe('both')
  })

  it('that arrives twice is accepted twice, and done once', async () => {
    const code = await codeOf('out')
    accepted(await enter('olivia', code))
    expect(await enter('olivia', code)).toEqual({ ok: true, direction: 'out' })
    const kinds = (await readTimeline(fixture.services.db, rentalId)).map(({ kind }) => kind)
    expect(kinds).toEqual(['request', 'approve', 'activate'])
  })

  it('is not valid again after the handover was undone', async () => {
    const code = await codeOf('out')
    accepted(await enter('olivia', code))
    const { cast } = fixture
    accepted(
      await takeAdminAction(as('amihan'), people.admin(cast.amihan), { rentalId, action: 'undo-activate' }),
    )
    expect(await rental()).toMatchObject({ handedOverAt: null, handoverProof: null })
    expect(await enter('olivia', code)).toMatchObject({ reason: 'code' })
  })

  it('pauses after 5 wrong ones, closes after 20, and a new code keeps the count', async () => {
    for (let i = 1; i <= 4; i++)
      expect(await enter('olivia', await wrong('out'))).toMatchObject({ reason: 'code' })
    accepted(await renewCode(as('ramon'), { rentalId }))
    expect(await enter('olivia', await wrong('out'))).toMatchObject({
      reason: 'limit',
      retryAfterSeconds: 900,
    })
    expect(await enter('olivia', await codeOf('out'))).toMatchObject({ reason: 'limit' })
    accepted(await renewCode(as('ramon'), { rentalId }))
    expect(await enter('olivia', await codeOf('out'))).toMatchObject({ reason: 'limit' })
    for (let pause = 1; pause <= 3; pause++) {
      later(15)
      for (let i = 0; i < 5; i++) await enter('olivia', await wrong('out'))
    }
    later(24 * 60)
    expect(await enter('olivia', await codeOf('out'))).toMatchObject({ reason: 'stopped' })
    expect(await scan('olivia', await tokenNow('out'))).toMatchObject({ reason: 'stopped' })
    expect((await rental()).status).toBe('Approved')
    accepted(await takePartyAction(as('olivia'), { rentalId, action: 'activate' }))
    accepted(await enter('ramon', await codeOf('back')))
  })

  it('of before a new one is wrong, and only whoever shows it makes a new one', async () => {
    const before = await codeOf('out')
    expect(await renewCode(as('olivia'), { rentalId })).toMatchObject({ reason: 'side' })
    expect(await renewCode(as('katrina'), { rentalId })).toMatchObject({ reason: 'not-found' })
    accepted(await renewCode(as('ramon'), { rentalId }))
    expect(await enter('olivia', before)).toMatchObject({ reason: 'code' })
    accepted(await enter('olivia', await codeOf('out')))
  })

  it('works from the day before the start on, and not after a cancellation', async () => {
    const code = await codeOf('out')
    fixture.services.clock.set('2026-11-10T02:00:00Z')
    expect(await enter('olivia', code)).toMatchObject({ reason: 'early' })
    expect((await shown('ramon')).task).toBe(null)
    fixture.services.clock.set(NOW)
    accepted(
      await takeAdminAction(as('amihan'), people.admin(fixture.cast.amihan), {
        rentalId,
        action: 'cancel-by-admin',
      }),
    )
    expect(await enter('olivia', code)).toMatchObject({ reason: 'status' })
  })

  it('starts no rental after its last day, also when it was seen before, and is then neither shown nor counted', async () => {
    const [code, bad] = [await codeOf('out'), await wrong('out')]
    const { period } = accepted(await findRental(as('ramon'), rentalId)).rental
    expect((await shown('ramon')).task).toMatchObject({ does: 'show', until: formatDay(lastDay(period)) })
    fixture.services.clock.set(`${lastDay(period)}T23:59:59+08:00`)
    expect(await enter('olivia', bad)).toMatchObject({ reason: 'code' })
    fixture.services.clock.set(`${period.end}T00:00:00+08:00`)
    expect((await shown('ramon')).task).toBe(null)
    expect((await shown('ramon')).mayCheck).toBe(false)
    expect(await saveCheck(as('ramon'), { rentalId, text: 'Fine', photoIds: [] })).toMatchObject({
      reason: 'late',
    })
    const isLate = { reason: 'late', message: expect.stringMatching(/^Its last day is over/) }
    expect(await enter('olivia', bad)).toMatchObject(isLate)
    expect(await readCode(fixture.services.db, rentalId, 'out')).toMatchObject({ wrong: 1 })
    expect(await enter('olivia', code)).toMatchObject(isLate)
    fixture.services.clock.set(`${addDays(period.end, 3)}T00:00:00+08:00`)
    await sweepRentals(fixture.services)
    expect(await rental()).toMatchObject({ status: 'Cancelled' })
    expect(await enter('olivia', code)).toMatchObject(isLate)
  })

  it('is in no mail, event, live event or timeline', async () => {
    const codes = [await codeOf('out'), await codeOf('back')]
    await handOver()
    accepted(await enter('ramon', codes[1]!))
    const { pool } = fixture.services.connection
    for (const table of ['effect', 'event', 'account_event', 'rental_entry', 'notice', 'handover_code']) {
      const { rows } = await pool.query(`select t::text as text from "${table}" t`)
      const text = rows
        .map((row) => row.text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}/g, ''))
        .join()
      for (const code of codes) expect([table, text.includes(`${code}`)]).toEqual([table, false])
    }
  })
})

describe('the word of the owner alone', () => {
  beforeEach(async () => {
    accepted(await takePartyAction(as('olivia'), { rentalId, action: 'activate' }))
  })

  // Spec: D49
  it('is confirmed by the renter, and then by both', async () => {
    expect(await rental()).toMatchObject({ handoverProof: 'owner', handedOverAt: NOW })
    expect(await confirmWord(as('olivia'), { rentalId })).toMatchObject({ reason: 'side' })
    expect(await confirmWord(as('katrina'), { rentalId })).toMatchObject({ reason: 'not-found' })
    accepted(await confirmWord(as('ramon'), { rentalId }))
    expect((await rental()).handoverProof).toBe('both')
    expect(await confirmWord(as('ramon'), { rentalId })).toMatchObject({ reason: 'answered' })
  })

  // Spec: D49
  it('is objected to within 24 hours: the objection stands in the timeline, and the owner is told', async () => {
    later(24 * 60 - 1)
    accepted(await objectToWord(as('ramon'), { rentalId, reason: 'I was not there.' }))
    expect((await rental()).handoverObjectedAt).toEqual(fixture.services.clock.now())
    const timeline = await readTimeline(fixture.services.db, rentalId)
    expect(timeline.at(-2)).toMatchObject({
      kind: 'object-handover',
      side: 'renter',
      text: 'I was not there.',
    })
    expect(await disputes()).toMatchObject([
      { kind: 'not-handed-over', openedBy: 'renter', said: 'I was not there.' },
    ])
    expect(await mailed('dispute-mail')).toMatchObject([{ rentalId, news: 'opened', to: 'owner' }])
  })

  it('that was objected to is no reason to pay nothing for a late return by code', async () => {
    accepted(await objectToWord(as('ramon'), { rentalId, reason: 'I was not there.' }))
    fixture.services.clock.set(`${(await rental()).period.slice(12, 22)}T12:01:00+08:00`)
    accepted(await enter('ramon', await codeOf('back')))
    const fee = fixture.services.db.selectFrom('lateFee').select('days').where('rentalId', '=', rentalId)
    expect(await fee.execute()).toEqual([{ days: 1 }])
  })

  it('is objected to also while another dispute is decided: that counts at once, and opens a dispute after it', async () => {
    accepted(await fileDispute(as('ramon'), { rentalId, kind: 'money', text: 'It is dirty.' }))
    accepted(await decideNothing())
    later(1)
    accepted(await objectToWord(as('ramon'), { rentalId, reason: 'I was not there.' }))
    const isContested = async () => accepted(await findRental(as('ramon'), rentalId)).rental.isHandoverInDoubt
    expect(await isContested()).toBe(true)
    expect(await mailed('handover-mail')).toEqual([{ rentalId, news: 'objected', to: 'owner' }])
    expect(await subjectOfObjection()).toMatch(/ objects to what you said about /)
    later(7 * 24 * 60)
    await sweepDisputes(fixture.services)
    await sweepDisputes(fixture.services)
    expect((await disputes()).map(({ kind, openedBy, said }) => [kind, openedBy, said])).toEqual([
      ['money', 'renter', 'It is dirty.'],
      ['not-handed-over', 'renter', 'I was not there.'],
    ])
    expect(new Set((await disputes()).map(({ id }) => id)).size).toBe(2)
    expect((await mailed('dispute-mail')).at(-1)).toMatchObject({ news: 'opened', to: 'owner' })
    const entries = await fixture.services.db
      .selectFrom('rentalEntry')
      .select(['side', 'byId'])
      .where('rentalId', '=', rentalId)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    expect(entries).toEqual({ side: 'renter', byId: fixture.cast.ramon.id })
    expect(await isContested()).toBe(true)
  })

  it('that was objected to while a dispute is decided is no late return when the owner marks it as returned', async () => {
    accepted(await fileDispute(as('ramon'), { rentalId, kind: 'money', text: 'It is dirty.' }))
    accepted(await decideNothing())
    later(1)
    accepted(await objectToWord(as('ramon'), { rentalId, reason: 'I was not there.' }))
    fixture.services.clock.set(`${(await rental()).period.slice(12, 22)}T12:01:00+08:00`)
    accepted(await takePartyAction(as('olivia'), { rentalId, action: 'complete' }))
    const fee = fixture.services.db.selectFrom('lateFee').select('days').where('rentalId', '=', rentalId)
    expect(await fee.execute()).toEqual([])
  })

  it('needs no further dispute where the decision says that the renter never got it', async () => {
    accepted(await fileDispute(as('ramon'), { rentalId, kind: 'money', text: 'It is dirty.' }))
    const decided = { rentalId, award: noAward, reason: 'So be it.', neverGot: true }
    accepted(await decideDispute(as('amihan'), people.admin(fixture.cast.amihan), decided))
    later(1)
    accepted(await objectToWord(as('ramon'), { rentalId, reason: 'I was not there.' }))
    await endDecided()
    expect(await disputes()).toHaveLength(1)
    await sweepRentals(fixture.services)
    expect((await rental()).status).toBe('Cancelled')
  })

  it('stands after 24 hours of silence', async () => {
    later(24 * 60)
    expect(await objectToWord(as('ramon'), { rentalId, reason: 'Late.' })).toMatchObject({
      reason: 'answered',
    })
    expect(await rental()).toMatchObject({ handoverProof: 'owner', handoverObjectedAt: null })
  })
})

describe('“I have brought it back”', () => {
  const say = (who: Who, photoIds: string[] = []) =>
    sayBroughtBack(as(who), { rentalId, note: 'Into the box by the gate.', photoIds })
  beforeEach(handOver)

  it('is for the renter of an active rental, once, and the owner is asked', async () => {
    expect(await say('olivia')).toMatchObject({ reason: 'side' })
    expect(await say('katrina')).toMatchObject({ reason: 'not-found' })
    accepted(await say('ramon'))
    expect(await say('ramon')).toMatchObject({ reason: 'answered' })
    expect((await shown('olivia')).word).toMatchObject({ about: 'brought-back', asks: 'owner' })
    expect(await confirmWord(as('ramon'), { rentalId })).toMatchObject({ reason: 'side' })
    later(60)
    accepted(await confirmWord(as('olivia'), { rentalId }))
    expect(await rental()).toMatchObject({ status: 'Completed', returnedAt: NOW, returnProof: 'both' })
  })

  // Spec: D49
  it('counts after 48 hours of silence, also when the server was down over it, and then once', async () => {
    accepted(await say('ramon'))
    later(48 * 60 - 1)
    await sweepRentals(fixture.services)
    expect((await rental()).status).toBe('Active')
    later(72 * 60)
    await sweepRentals(fixture.services)
    await sweepRentals(fixture.services)
    expect(await rental()).toMatchObject({ status: 'Completed', returnedAt: NOW, returnProof: 'renter' })
    const kinds = (await readTimeline(fixture.services.db, rentalId)).map(({ kind }) => kind)
    expect(kinds).toEqual(['request', 'approve', 'activate', 'say-returned', 'complete-by-silence'])
  })

  it('does not count once the owner objected; the renter may say it again', async () => {
    accepted(await say('ramon'))
    accepted(await objectToWord(as('olivia'), { rentalId, reason: 'The box is empty.' }))
    expect(await disputes()).toMatchObject([
      { kind: 'not-returned', openedBy: 'owner', said: 'The box is empty.' },
    ])
    later(72 * 60)
    await sweepRentals(fixture.services)
    expect((await rental()).status).toBe('Active')
    accepted(await say('ramon'))
    expect((await rental()).broughtBackObjectedAt).toBe(null)
  })

  it('does not count either once its owner reports that it is not returned', async () => {
    accepted(await say('ramon'))
    accepted(await fileDispute(as('olivia'), { rentalId, kind: 'not-returned', text: 'The box is empty.' }))
    expect((await rental()).broughtBackObjectedAt).toEqual(fixture.services.clock.now())
    expect((await shown('olivia')).word).toBe(null)
    expect(await disputes()).toMatchObject([{ kind: 'not-returned', openedBy: 'owner' }])
  })

  it('can be reported as not returned also by an owner who has said all that a dispute takes', async () => {
    for (const text of ['one', 'two', 'three', 'four', 'five'])
      accepted(await fileDispute(as('olivia'), { rentalId, kind: 'late', text }))
    const report = { rentalId, kind: 'not-returned', text: 'The box is empty.' } as const
    expect(await fileDispute(as('olivia'), report)).toMatchObject({ reason: 'limit' })
    accepted(await say('ramon'))
    accepted(await fileDispute(as('olivia'), report))
    expect((await rental()).broughtBackObjectedAt).not.toBe(null)
  })

  it('does not count either while another dispute is decided; the one about it opens when that is over', async () => {
    accepted(
      await fileDispute(as('olivia'), { rentalId, kind: 'late', text: 'It is late.', askedCentavos: 100 }),
    )
    accepted(await decideNothing())
    later(1)
    expect(await shown('ramon')).toMatchObject({ mayBringBack: true, returnObjectionWaits: false })
    accepted(await say('ramon'))
    accepted(await objectToWord(as('olivia'), { rentalId, reason: 'The box is empty.' }))
    expect((await rental()).broughtBackObjectedAt).not.toBe(null)
    expect(await disputes()).toHaveLength(1)
    expect(await mailed('handover-mail')).toContainEqual({ rentalId, news: 'objected', to: 'renter' })
    // Said again, it would end the objection before its dispute.
    expect(await say('ramon')).toMatchObject({ reason: 'decided' })
    expect(await shown('ramon')).toMatchObject({ mayBringBack: false, returnObjectionWaits: true })
    expect(await shown('olivia')).toMatchObject({ mayBringBack: false, returnObjectionWaits: false })
    await endDecided()
    expect(await shown('ramon')).toMatchObject({ mayBringBack: true, returnObjectionWaits: false })
    expect((await disputes()).at(-1)).toMatchObject({
      kind: 'not-returned',
      openedBy: 'owner',
      said: 'The box is empty.',
    })
  })
})

describe('a return that the owner alone marked', () => {
  beforeEach(async () => {
    await handOver()
    accepted(await takePartyAction(as('olivia'), { rentalId, action: 'complete' }))
  })

  it('is objected to in a dispute about the money', async () => {
    accepted(await objectToWord(as('ramon'), { rentalId, reason: 'It was whole.' }))
    expect(await disputes()).toMatchObject([{ kind: 'money', openedBy: 'renter', said: 'It was whole.' }])
    expect(await objectToWord(as('ramon'), { rentalId, reason: 'Again.' })).toMatchObject({
      reason: 'answered',
    })
  })

  it('is objected to also while another dispute is decided; the one about it opens when that is over', async () => {
    accepted(await fileDispute(as('olivia'), { rentalId, kind: 'damage', text: 'Torn.' }))
    accepted(await decideNothing())
    later(1)
    accepted(await objectToWord(as('ramon'), { rentalId, reason: 'It was whole.' }))
    expect((await rental()).returnObjectedAt).toEqual(fixture.services.clock.now())
    expect(await mailed('handover-mail')).toEqual([{ rentalId, news: 'objected', to: 'owner' }])
    expect(await subjectOfObjection()).toMatch(/ objects to what you said about /)
    expect(await disputes()).toHaveLength(1)
    await endDecided()
    expect((await disputes()).at(-1)).toMatchObject({
      kind: 'money',
      openedBy: 'renter',
      said: 'It was whole.',
    })
  })
})

describe('what a side writes down', () => {
  const check = (who: Who, text: string, photoIds: string[] = []) =>
    saveCheck(as(who), { rentalId, text, photoIds })
  const photo = async (who: Who) =>
    accepted(await uploadPrivatePhoto(as(who), await people.tinyJpeg())).photo.id

  it('is an entry with its text and photos, from the day before the start until 48 hours after the return', async () => {
    fixture.services.clock.set('2026-11-10T02:00:00Z')
    expect(await check('ramon', 'Dry.')).toMatchObject({ reason: 'early' })
    fixture.services.clock.set(NOW)
    expect(await check('ramon', '')).toMatchObject({ reason: 'incomplete' })
    expect(await check('katrina', 'Mine.')).toMatchObject({ reason: 'not-found' })
    const photoId = await photo('ramon')
    accepted(await check('ramon', 'Condition: dry', [photoId]))
    await handOver()
    accepted(await takePartyAction(as('olivia'), { rentalId, action: 'complete' }))
    later(48 * 60 - 1)
    accepted(await check('olivia', 'Condition: torn'))
    later(1)
    expect(await check('olivia', 'Too late.')).toMatchObject({ reason: 'late' })
    const checks = (await readTimeline(fixture.services.db, rentalId)).filter(({ kind }) => kind === 'check')
    expect(checks.map(({ side, text, facts }) => [side, text, facts])).toEqual([
      ['renter', 'Condition: dry', { direction: 'out' }],
      ['owner', 'Condition: torn', { direction: 'back' }],
    ])
    expect(checks[0]!.photos).toMatchObject([
      { id: photoId, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
  })

  it('is written down at most 20 times by one side in one direction, so that nothing of the other one disappears', async () => {
    for (let i = 0; i < 20; i++) accepted(await check('ramon', `Dry ${i}.`))
    expect(await check('ramon', 'Once more.')).toMatchObject({
      reason: 'limit',
      message: 'You did this 20 times for this rental already, which is the most. Please use the chat.',
    })
    accepted(await check('olivia', 'Condition: dry'))
    await handOver()
    accepted(await check('ramon', 'Still dry.'))
    const entries = await readTimeline(fixture.services.db, rentalId)
    expect(entries.filter(({ kind }) => kind === 'check')).toHaveLength(22)
  })

  it('takes photos of its writer, each once, and nobody else sees them before', async () => {
    const photoId = await photo('ramon')
    const seen = async (who: Who) => (await openEntryPhoto(as(who), photoId, 40)) !== null
    const everyone = () => Promise.all((['ramon', 'olivia', 'katrina', 'amihan'] as const).map(seen))
    expect(await everyone()).toEqual([true, false, false, false])
    expect(await check('olivia', 'Mine.', [photoId])).toMatchObject({ reason: 'photos' })
    expect(await check('ramon', 'Gone.', [photoId, randomUUID()])).toMatchObject({ reason: 'photos' })
    expect(await sayBroughtBack(as('ramon'), { rentalId, note: '', photoIds: [photoId] })).toMatchObject({
      reason: 'status',
    })
    accepted(await check('ramon', 'Dry.', [photoId]))
    expect(await everyone()).toEqual([true, true, false, true])
    expect((await shown('ramon')).savedPhotoIds).toEqual([photoId])
    expect((await shown('olivia')).savedPhotoIds).toEqual([])
    await handOver()
    expect(await check('ramon', 'Again.', [photoId])).toMatchObject({ reason: 'photos' })
    expect(await sayBroughtBack(as('ramon'), { rentalId, note: '', photoIds: [photoId] })).toMatchObject({
      reason: 'photos',
    })
    expect(await rental()).toMatchObject({ broughtBackAt: null })
  })

  it('never leaves photos behind that were not said: they go after a day', async () => {
    const photoId = await photo('ramon')
    later(25 * 60)
    await sweepRetention(fixture.services)
    expect(await openEntryPhoto(as('ramon'), photoId, 40)).toBe(null)
    expect(await check('ramon', 'Dry.', [photoId])).toMatchObject({ reason: 'photos' })
  })

  it('has photos for its two people and admins only, until 90 days after the end, and longer while a dispute is open', async () => {
    const photoId = await photo('ramon')
    accepted(await check('ramon', '', [photoId]))
    const seen = async (who: Who) => (await openEntryPhoto(as(who), photoId, 40)) !== null
    expect(await Promise.all((['ramon', 'olivia', 'katrina', 'amihan'] as const).map(seen))).toEqual([
      true,
      true,
      false,
      true,
    ])
    expect(await openEntryPhoto(by(fixture.services), photoId, 40)).toBe(null)
    const keptAfter = async (days: number) => {
      later(days * 24 * 60)
      await sweepRetention(fixture.services)
      return seen('ramon')
    }
    accepted(await takePartyAction(as('olivia'), { rentalId, action: 'activate' }))
    expect(await keptAfter(100)).toBe(true)
    accepted(await takePartyAction(as('olivia'), { rentalId, action: 'complete' }))
    expect(await keptAfter(89)).toBe(true)
    const about = { id: randomUUID(), rentalId, kind: 'money' as const, openedBy: 'system' as const }
    const times = { openedAt: NOW, answerBy: NOW, dueAt: NOW }
    await fixture.services.db
      .insertInto('dispute')
      .values({ ...about, ...times })
      .execute()
    expect(await keptAfter(2)).toBe(true)
    await fixture.services.db
      .updateTable('dispute')
      .set({ closedAt: NOW, outcome: 'undecided', dueAt: null })
      .execute()
    expect(await keptAfter(0)).toBe(false)
  })
})

// Spec: D7
it('whoever deleted their account writes nothing down any more, by a request that began before', async () => {
  const { services, cast } = fixture
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const rented = await people.rent(services, cast.diego, [listingId])
  for (const action of ['approve', 'activate', 'complete'] as const)
    accepted(await takePartyAction(as('olivia'), { rentalId: rented.rentalId, action }))
  const check = { rentalId: rented.rentalId, text: 'Fine', photoIds: [] }
  accepted(await saveCheck(as('diego'), check))
  const diego = await people.loggedIn(services, cast.diego.email)
  accepted(await deleteOwnAccount(by(services, diego), { password: people.PASSWORD }))
  expect(await saveCheck(as('diego'), check)).toMatchObject({ reason: 'login' })
  const texts = (await readTimeline(services.db, rented.rentalId)).map(({ text }) => text)
  expect(texts).not.toContain('Fine')
})
