import { describe, expect, it } from 'vitest'
import { PASSWORD } from '#tests/support/people.ts'
import { withServices } from '#tests/support/with-services.ts'
import { createAdmin, ensureFirstAdmin } from './first-admin.ts'

const fixture = withServices(['ramon'])
const admins = async () =>
  (
    await fixture.services.db
      .selectFrom('account')
      .select('email')
      .where('role', '=', 'admin')
      .where('adminArea', '=', 'all')
      .orderBy('email')
      .execute()
  ).map(({ email }) => email)

describe('the first admin', () => {
  it('is nobody without ADMIN_EMAIL and ADMIN_PASSWORD', async () => {
    await ensureFirstAdmin(fixture.services, undefined)
    expect(await admins()).toEqual([])
  })

  it('with a common password stops the start, naming the variables', async () => {
    const admin = { email: 'first@hiram.test', password: 'password' }
    await expect(ensureFirstAdmin(fixture.services, admin)).rejects.toThrow(
      /^ADMIN_EMAIL, ADMIN_PASSWORD: .*first that strangers try/,
    )
    expect(await admins()).toEqual([])
  })

  it('of an email that has an account stops the start: a role is never raised', async () => {
    const admin = { email: 'renter@hiram.test', password: PASSWORD }
    await expect(ensureFirstAdmin(fixture.services, admin)).rejects.toThrow('might already be registered')
    expect(await admins()).toEqual([])
  })

  it('is opened once by two machines that start at the same moment', async () => {
    const admin = { email: 'twice@hiram.test', password: PASSWORD }
    await Promise.all([ensureFirstAdmin(fixture.services, admin), ensureFirstAdmin(fixture.services, admin)])
    expect(await admins()).toEqual(['twice@hiram.test'])
    await fixture.services.db.deleteFrom('account').where('role', '=', 'admin').execute()
  })

  // Spec: D3
  it('is opened once, at the first start', async () => {
    const admin = { email: 'First@Hiram.test', password: PASSWORD }
    await ensureFirstAdmin(fixture.services, admin)
    await ensureFirstAdmin(fixture.services, { ...admin, email: 'second@hiram.test' })
    expect(await admins()).toEqual(['first@hiram.test'])
  })
})

// Spec: D3
it('further admins are opened by the command', async () => {
  expect(
    await createAdmin(fixture.services, { email: 'third@hiram.test', password: PASSWORD }),
  ).toMatchObject({
    ok: true,
  })
  expect(
    await createAdmin(fixture.services, { email: 'third@hiram.test', password: PASSWORD }),
  ).toMatchObject({
    reason: 'email-taken',
  })
  expect(
    await createAdmin(fixture.services, { email: 'fourth@hiram.test', password: 'short' }),
  ).toMatchObject({
    reason: 'short',
  })
})
