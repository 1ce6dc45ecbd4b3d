import { stdin, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { connect } from '#db/connect.ts'
import { migrateAtStart } from '#db/migrate.ts'
import { readSettings, SettingError, startFailure } from '../settings.ts'
import { scryptPasswords } from '../passwords.ts'
import { askPassword } from './ask-password.ts'
import { createAdmin } from './first-admin.ts'

/* `npm run admin:create -- --email ana@example.com [--first-name Ana] [--last-name Cruz]` The command asks for the
   password, or reads it from ADMIN_PASSWORD; it is never an argument, as process lists show arguments. */
try {
  const { values } = parseArgs({
    options: { email: { type: 'string' }, 'first-name': { type: 'string' }, 'last-name': { type: 'string' } },
  })
  if (!values.email || !values.email.includes('@'))
    throw new SettingError('Say whose account it is: --email ana@example.com')
  // Creating an account needs no payment keys, and readSettings would refuse the keys of a production here.
  const { PAYMONGO_SECRET_KEY: _key, PAYMONGO_WEBHOOK_SECRET: _secret, ...env } = process.env
  const settings = readSettings(env, 'dev')
  const password =
    process.env.ADMIN_PASSWORD ||
    (await askPassword('Password (8 characters or more): ', { input: stdin, output: stdout }))
  const connection = await connect(
    settings.databaseUrl ? { databaseUrl: settings.databaseUrl } : { dataDir: settings.dataDir },
  )
  try {
    await migrateAtStart(connection, settings.databaseUrl)
    const verdict = await createAdmin(
      { db: connection.db, passwords: scryptPasswords },
      { email: values.email, password, firstName: values['first-name'], lastName: values['last-name'] },
    )
    if (!verdict.ok) throw new SettingError(verdict.message)
    console.log(`${values.email} is an admin now. Log in through the admin portal.`)
  } finally {
    await connection.close()
  }
} catch (error) {
  console.error(startFailure(error))
  process.exit(1)
}
