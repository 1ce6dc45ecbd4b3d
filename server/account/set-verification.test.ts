import { beforeEach, describe, expect, it } from 'vitest'
import { doEffect } from '../jobs/do-effect.ts'
import { runEffects } from '../jobs/run-effects.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { setVerification } from './set-verification.ts'

const town = withServices(['ramon', 'amihan'])

const decide = (decision: 'verified' | 'rejected', accountId = town.cast.ramon.id) =>
  setVerification(by(town.services, town.cast.amihan), people.admin(town.cast.amihan), {
    accountId,
    decision,
  })
const status = async () =>
  (
    await town.services.db
      .selectFrom('account')
      .select('verificationStatus')
      .where('id', '=', town.cast.ramon.id)
      .executeTakeFirstOrThrow()
  ).verificationStatus

let lastEvent = 0
const events = () =>
  town.services.db.selectFrom('event').selectAll().where('id', '>', lastEvent).orderBy('id').execute()

beforeEach(async () => {
  const { db } = town.services
  await db.updateTable('account').set({ verificationStatus: 'unverified', deletedAt: null }).execute()
  lastEvent = Math.max(0, ...(await db.selectFrom('event').select('id').execute()).map(({ id }) => id))
  await db.deleteFrom('effect').execute()
})

describe('an admin verifies or rejects a user', () => {
  it('either way and again; what it was stays on the record, and the user is told', async () => {
    for (const decision of ['verified', 'rejected', 'verified'] as const) {
      expect(await decide(decision)).toEqual({ ok: true })
      expect(await status()).toBe(decision)
    }
    expect((await events()).map(({ action, actorRole, detail }) => [action, actorRole, detail])).toEqual([
      ['verify', 'admin', { from: 'unverified', to: 'verified' }],
      ['reject', 'admin', { from: 'verified', to: 'rejected' }],
      ['verify', 'admin', { from: 'rejected', to: 'verified' }],
    ])
    town.services.clock.set(new Date(Date.now() + 3_600_000))
    await runEffects(town.services, (effect) => doEffect(town.services, town.services.mail, effect))
    const mails = await town.services.mail.list(10)
    expect(mails.filter(({ to }) => to === town.cast.ramon.email).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['You are verified', 'Your verification was not accepted']),
    )
  })

  it('not to what they are already', async () => {
    await decide('verified')
    expect(await decide('verified')).toMatchObject({
      ok: false,
      reason: 'unchanged',
      message: 'This user is already verified.',
    })
    expect(await events()).toHaveLength(1)
  })

  it('not one who is gone, or never was', async () => {
    await town.services.db
      .updateTable('account')
      .set({ deletedAt: new Date() })
      .where('id', '=', town.cast.ramon.id)
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
