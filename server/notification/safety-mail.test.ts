import { beforeEach, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { fillPasskeys } from '#tests/support/passkey.ts'
import { by, testServices } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { makeFeed } from '../calendar-feed/change-feed.ts'
import { wordEmail } from './templates.ts'

const site = withServices(['ramon', 'amihan'])
beforeEach(() => site.services.db.deleteFrom('passkey').execute())

/** What the mail about an authenticator app that was switched off says, where admins need a second factor or not. */
async function leadFor(who: 'ramon' | 'amihan', required: boolean) {
  const env: Record<string, string> = required ? { ADMIN_TWO_FACTOR: 'required' } : {}
  const services = await testServices(site.services.connection, { env })
  const payload = { accountId: site.cast[who].id, change: 'off' as const }
  const email = await wordEmail(services, { id: 1, kind: 'two-factor-mail', payload })
  await services.close()
  return email!.lead
}

describe('the mail that two-factor log-in is off', () => {
  const ALONE = 'From now on your password alone is enough to log in to your account.'

  it('says that a passkey is still asked for, to an admin who has one where a second factor is required', async () => {
    await fillPasskeys(site.services, site.cast.amihan.id, 1)
    const lead = await leadFor('amihan', true)
    expect(lead).toContain('After your password it still asks for a passkey.')
    expect(lead).not.toContain('alone')
  })

  it('says to everybody else that the password alone is enough', async () => {
    expect(await leadFor('amihan', true)).toBe(ALONE)
    for (const who of ['ramon', 'amihan'] as const) await fillPasskeys(site.services, site.cast[who].id, 1)
    expect(await leadFor('amihan', false)).toBe(ALONE)
    expect(await leadFor('ramon', true)).toBe(ALONE)
  })
})

it('a person is mailed that a calendar address was made, which outlives a new password', async () => {
  const { services, cast } = site
  await services.db.deleteFrom('effect').execute()
  accepted(await makeFeed(by(services, cast.ramon)))
  await doEffects(services)
  const [email] = await services.mail.list(1)
  expect(email).toMatchObject({ to: cast.ramon.email, subject: 'A calendar address was made' })
  expect(email!.text).toContain('switch the address off under Settings, Calendar')
})
