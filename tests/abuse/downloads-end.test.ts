import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { changeArea } from '#server/account/change-area.ts'
import { createAdmin } from '#server/account/first-admin.ts'
import { exportData, jsonOf } from '#server/account/export-data.ts'
import { logOut } from '#server/account/log-out.ts'
import { DownloadEnded } from '#server/account/while-allowed.ts'
import { findExport } from '#server/overview/exports.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'

/** A browser takes the pieces of a file as slowly as it wants, and may be logged out meanwhile. */
const site = withSite(['ramon', 'katrina', 'olivia', 'amihan'])

async function openAdmin(email: string) {
  const admin = { email, password: people.PASSWORD, firstName: 'Luz', lastName: 'Cruz' }
  const { accountId } = accepted(await createAdmin(site.services, admin))
  return { accountId, ...(await people.loggedIn(site.services, email)) }
}

it('a file of the admin area is broken off at the next piece once its admin is logged out', async () => {
  const luz = await openAdmin('luz@hiram.test')
  const ctx = by(site.services, luz)
  const { pieces } = accepted(findExport('users')!(ctx, new URLSearchParams()))
  expect((await pieces.next()).value).toContain('Email')
  await logOut(ctx)
  await expect(pieces.next()).rejects.toThrow(DownloadEnded)
  expect(await pieces.next()).toEqual({ done: true, value: undefined })
})

it('and once the admin may no longer read its table', async () => {
  const { services, cast } = site
  const mia = await openAdmin('mia@hiram.test')
  const { pieces } = accepted(findExport('orders')!(by(services, mia), new URLSearchParams()))
  await pieces.next()
  accepted(
    await changeArea(...people.asAdmin(services, cast.amihan), { accountId: mia.accountId, area: 'support' }),
  )
  await expect(pieces.next()).rejects.toThrow(DownloadEnded)
})

it('a person’s own data is broken off, too, and whole while they are logged in', async () => {
  const ctx = by(site.services, site.cast.ramon)
  const whole = []
  for await (const piece of jsonOf(accepted(await exportData(ctx)).personalData)) whole.push(piece)
  expect(JSON.parse(whole.join('')).sections).toBeDefined()
  const pieces = jsonOf(accepted(await exportData(ctx)).personalData)
  await pieces.next()
  await pieces.next()
  await logOut(ctx)
  await expect(pieces.next()).rejects.toThrow(DownloadEnded)
})

it('over HTTP the body of the answer fails, instead of ending as if it were complete', async () => {
  const { services, cast } = site
  // The file waits here until she is logged out.
  const waiting = await services.db.startTransaction().execute()
  await sql`lock table late_fee in access exclusive mode`.execute(waiting)
  const answer = await site.visitor('katrina').get('/profile/settings/data/download')
  const reader = answer.body!.getReader()
  await reader.read()
  await logOut(by(services, cast.katrina))
  await waiting.commit().execute()
  const rest = async () => {
    while (!(await reader.read()).done);
  }
  await expect(rest()).rejects.toThrow()
})
