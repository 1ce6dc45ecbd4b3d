import { TOTP } from 'otpauth'
import { accepted } from '#seeds/act.ts'
import { beginTwoFactor, confirmTwoFactor, readTwoFactor } from '#server/account/set-up-two-factor.ts'
import { PASSWORD, type Person } from './people.ts'
import { by, type TestServices } from './services.ts'

/** What an authenticator app with this key shows at an instant. */
export const appCode = (secret: string, at: Date): string =>
  new TOTP({ secret }).generate({ timestamp: at.getTime() })

/** Switches two-factor log-in on for a person; the app's code of this half minute is used by that. */
export async function withTwoFactor(services: TestServices, person: Person) {
  const ctx = by(services, person)
  accepted(await beginTwoFactor(ctx, { password: PASSWORD }))
  const { secret } = (await readTwoFactor(ctx, person)).setup!
  const { codes } = accepted(await confirmTwoFactor(ctx, { code: appCode(secret, services.clock.now()) }))
  return { secret, codes }
}
