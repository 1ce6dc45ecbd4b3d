import { parseArgs } from 'node:util'
import { system } from '#domain/actor.ts'
import { connect } from '#db/connect.ts'
import { readSettings, SettingError, startFailure } from '../settings.ts'
import { removePasskeys } from './change-passkeys.ts'
import { removeTwoFactor } from './change-two-factor.ts'
import { hasPasskey } from './queries.ts'
import { hasEmail } from './has-email.ts'

/* `npm run two-factor:off -- --email ana@example.com` For someone who lost their phone and their recovery codes, or
   the device with their passkeys, after the operator made sure who asks. The running site mails the person. */
try {
  const { values } = parseArgs({ options: { email: { type: 'string' } } })
  const { email } = values
  if (!email) throw new SettingError('Say whose two-factor log-in ends: --email ana@example.com')
  // This needs no payment keys, and readSettings would refuse the keys of a production here.
  const { PAYMONGO_SECRET_KEY: _key, PAYMONGO_WEBHOOK_SECRET: _secret, ...env } = process.env
  const settings = readSettings(env, 'dev')
  const { db, close } = await connect(
    settings.databaseUrl ? { databaseUrl: settings.databaseUrl } : { dataDir: settings.dataDir },
  )
  try {
    const account = await db
      .selectFrom('account')
      .select(['id', 'twoFactorAt'])
      .select(hasPasskey)
      .where(hasEmail(email))
      .executeTakeFirst()
    if (!account?.twoFactorAt && !account?.hasPasskey)
      throw new SettingError(`${email} has no two-factor log-in and no passkey.`)
    const ctx = { actor: system, clock: { now: () => new Date() } }
    await db.transaction().execute(async (tx) => {
      if (account.twoFactorAt) await removeTwoFactor(tx, ctx, account.id)
      await tx.deleteFrom('twoFactor').where('accountId', '=', account.id).execute()
      await removePasskeys(tx, ctx, { accountId: account.id })
      // Whoever has the lost device may be logged in on it.
      await tx.deleteFrom('session').where('userId', '=', account.id).execute()
    })
    console.log(
      `The two-factor log-in of ${email} is off, there are no passkeys, and every session is ended.`,
    )
  } finally {
    await close()
  }
} catch (error) {
  console.error(startFailure(error))
  process.exit(1)
}
