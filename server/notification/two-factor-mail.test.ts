import { beforeEach, describe, expect, it } from 'vitest'
import { fillPasskeys } from '#tests/support/passkey.ts'
import { testServices } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
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
