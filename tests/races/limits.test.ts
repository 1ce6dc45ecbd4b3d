import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { guest } from '#domain/actor.ts'
import type { Verdict } from '#domain/verdict.ts'
import { logIn } from '#server/account/log-in.ts'
import { signUp } from '#server/account/sign-up.ts'
import { postgresLimits } from '#gateways/limits/postgres.ts'
import { createLimits } from '#server/limits.ts'
import { placeOrder } from '#server/order/place-order.ts'
import { uploadPhoto } from '#server/photo/upload-photo.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'

const ten = { points: 10, seconds: 3600 }
const fixture = withServices(['ramon', 'olivia'], {
  database: { poolSize: 40, connectionTimeoutMillis: 60_000 },
  limits: { signUps: ten, failedLoginsNetwork: ten, checkouts: ten, uploads: ten },
})
beforeAll(() => {
  fixture.services.limits = createLimits(
    fixture.services.settings.limits,
    postgresLimits(fixture.database.connection.pool),
  )
})

/** The results of fifty parallel calls: how many of each reason, `done` for the successful ones. */
async function fifty(act: (i: number) => Promise<Verdict>) {
  const verdicts = await Promise.all(Array.from({ length: 50 }, (_, i) => act(i)))
  const reasons = verdicts.map((verdict) => (verdict.ok ? 'done' : verdict.reason))
  return Object.fromEntries(
    Object.entries(Object.groupBy(reasons, (it) => it)).map(([k, v]) => [k, v!.length]),
  )
}

describe('of fifty at once, only as many as the limit has room for are looked at', () => {
  it('when one network signs up', async () => {
    const newcomer = (i: number) => ({
      role: 'renter' as const,
      firstName: 'Nena',
      lastName: 'Cruz',
      email: `nena-${i}@hiram.test`,
      username: `nena-${i}`,
      password: people.PASSWORD,
    })
    expect(await fifty((i) => signUp(by(fixture.services, guest, `2001:db8::${i}`), newcomer(i)))).toEqual({
      done: 10,
      limit: 40,
    })
  })

  it('when one network guesses at many accounts', async () => {
    const guess = (i: number) =>
      logIn(by(fixture.services, guest, `2001:db8::${i}`), {
        portal: 'renter',
        email: `someone-${i}@hiram.test`,
        password: 'guess',
      })
    expect(await fifty(guess)).toEqual({ credentials: 10, limit: 40 })
  })

  it('when one renter checks out', async () => {
    const checkout = () => ({
      idempotencyKey: randomUUID(),
      paymentMethod: 'cash_on_delivery' as const,
      quoteSeen: '',
    })
    const { ramon } = fixture.cast
    const order = () => placeOrder(by(fixture.services, ramon), people.renter(ramon), checkout())
    expect(await fifty(order)).toEqual({ 'cart-empty': 10, limit: 40 })
  })

  it('when one owner uploads photos', async () => {
    const { olivia } = fixture.cast
    const photo = await people.tinyJpeg()
    const upload = () => uploadPhoto(by(fixture.services, olivia), people.owner(olivia), photo)
    expect(await fifty(upload)).toEqual({ done: 10, limit: 40 })
  })
})
