import { beforeEach, describe, expect, it } from 'vitest'
import { doEffects } from '#tests/support/do-effects.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { setVerification } from './set-verification.ts'
import { updateProfile } from './update-profile.ts'

const fixture = withServices(['ramon', 'amihan'])

const decide = (decision: 'verified' | 'rejected', accountId = fixture.cast.ramon.id) =>
  setVerification(...people.asAdmin(fixture.services, fixture.cast.amihan), {
    accountId,
    decision,
  })
const status = async () =>
  (
    await fixture.services.db
      .selectFrom('account')
      .select('verificationStatus')
      .where('id', '=', fixture.cast.ramon.id)
      .executeTakeFirstOrThrow()
  ).verificationStatus

let lastEvent = 0
const events = () =>
  fixture.services.db.selectFrom('event').selectAll().where('id', '>', lastEvent).orderBy('id').execute()

beforeEach(async () => {
  const { db } = fixture.services
  await db.updateTable('account').set({ verificationStatus: 'unverified', deletedAt: null }).execute()
  lastEvent = Math.max(0, ...(await db.selectFrom('event').select('id').execute()).map(({ id }) => id))
  await db.deleteFrom('effect').execute()
})

describe('an admin verifies or rejects a user', () => {
  // Spec: S4.14, S7.14
  it('either way and again; what it was stays on the record', async () => {
    for (const decision of ['verified', 'rejected', 'verified'] as const) {
      expect(await decide(decision)).toEqual({ ok: true })
      expect(await status()).toBe(decision)
    }
    expect((await events()).map(({ action, actorRole, detail }) => [action, actorRole, detail])).toEqual([
      ['verify', 'admin', { from: 'unverified', to: 'verified' }],
      ['reject', 'admin', { from: 'verified', to: 'rejected' }],
      ['verify', 'admin', { from: 'rejected', to: 'verified' }],
    ])
  })

  // Spec: D31
  it('and the user is told of the last decision only, when the mails could not be sent before', async () => {
    for (const decision of ['verified', 'rejected'] as const)
      expect(await decide(decision)).toEqual({ ok: true })
    fixture.services.clock.set(new Date(Date.now() + 3_600_000))
    await doEffects(fixture.services)
    const mails = await fixture.services.mail.list(10)
    expect(mails.filter(({ to }) => to === fixture.cast.ramon.email).map(({ subject }) => subject)).toEqual([
      'Your verification was not accepted',
    ])
  })

  it('not to the status they have already', async () => {
    await decide('verified')
    expect(await decide('verified')).toMatchObject({
      ok: false,
      reason: 'unchanged',
      message: 'This user is already verified.',
    })
    expect(await events()).toHaveLength(1)
  })

  it('by the name that the admin saw, not by one that they took meanwhile', async () => {
    const { services, cast } = fixture
    const asked = people.asAdmin(services, cast.amihan)
    const wanted = { accountId: cast.ramon.id, decision: 'verified', seen: 'Ramon Dela Cruz' } as const
    const rename = (fullName: string) =>
      updateProfile(by(services, cast.ramon), { fullName, location: '', removePicture: false, picture: null })
    expect(await rename('Bongbong Ayala')).toEqual({ ok: true })
    expect(await setVerification(...asked, wanted)).toMatchObject({ reason: 'stale' })
    expect(await status()).toBe('unverified')
    expect(await rename('Ramon Dela Cruz')).toEqual({ ok: true })
    expect(await setVerification(...asked, wanted)).toEqual({ ok: true })
  })

  it('not when they are deleted, or do not exist', async () => {
    await fixture.services.db
      .updateTable('account')
      .set({ deletedAt: new Date() })
      .where('id', '=', fixture.cast.ramon.id)
      .execute()
    expect(await decide('verified')).toMatchObject({ ok: false, reason: 'deleted' })
    expect(await decide('verified', '0199a000-0000-7000-8000-000000000000')).toMatchObject({
      ok: false,
      reason: 'not-found',
    })
  })

  it('twice at once counts once', async () => {
    const verdicts = await Promise.all([decide('verified'), decide('verified')])
    expect(verdicts.filter(({ ok }) => ok)).toHaveLength(1)
  })
})
