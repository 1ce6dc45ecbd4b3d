import { expect, it } from 'vitest'
import { accepted, actorOf } from '#seeds/act.ts'
import { changeArea } from '#server/account/change-area.ts'
import { deleteAccount } from '#server/account/delete-account.ts'
import { createAdmin } from '#server/account/first-admin.ts'
import { suspendAccount } from '#server/account/suspend-account.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'

const fixture = withServices(['amihan'], { database: { poolSize: 20, connectionTimeoutMillis: 60_000 } })

// Spec: D1
it('admins who limit, suspend and remove each other at once leave one who may do everything', async () => {
  const { services } = fixture
  for (let round = 0; round < 6; round++) {
    const others = []
    for (const name of ['luz', 'mara', 'nena']) {
      const email = `${name}-${round}@hiram.test`
      accepted(await createAdmin(services, { email, password: people.PASSWORD }))
      others.push(await actorOf(services, email))
    }
    const heads = await services.db
      .selectFrom('account')
      .select('email')
      .where('adminArea', '=', 'all')
      .where('suspendedAt', 'is', null)
      .execute()
    const all = await Promise.all(heads.map(({ email }) => actorOf(services, email)))
    const verdicts = await Promise.all(
      all.map((actor, i) => {
        const accountId = all[(i + 1) % all.length]!.id
        const ctx = by(services, actor)
        const admin = people.admin(actor)
        if ((round + i) % 3 === 0) return changeArea(ctx, admin, { accountId, area: 'money' })
        if ((round + i) % 3 === 1) return suspendAccount(ctx, admin, { accountId, reason: 'No.' })
        return deleteAccount(ctx, { accountId })
      }),
    )
    expect(verdicts.some(({ ok }) => ok)).toBe(true)
    const left = await services.db
      .selectFrom('account')
      .select('id')
      .where('adminArea', '=', 'all')
      .where('suspendedAt', 'is', null)
      .where('deletedAt', 'is', null)
      .execute()
    expect(left.length).toBeGreaterThan(0)
    expect(left.length).toBeLessThan(all.length)
  }
})
