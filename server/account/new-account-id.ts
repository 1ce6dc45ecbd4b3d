import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { NewAccount } from './open-account.ts'

const afterTime = 'xxxxxxxx-xxxx-'.length

/** A SHA-256 of a form's random key and of its texts, without the password. */
const hashOf = ({ role, firstName, lastName, email, username }: NewAccount, key: string) =>
  createHash('sha256')
    .update(JSON.stringify([key, role, firstName, lastName, email, username]))
    .digest()

/**
 * The id of an account that signs up, a UUIDv7. With the random key of a form, its random part is made of the form, so
 * that `isOfForm` knows the same form again. Nobody finds the key from the id.
 */
export const newAccountId = (account: NewAccount, key?: string): string =>
  key === undefined ? uuid() : uuid({ random: hashOf(account, key) })

/** Whether the form with this key and these texts made the account with this id. */
export const isOfForm = (accountId: string, account: NewAccount, key: string): boolean =>
  newAccountId(account, key).slice(afterTime) === accountId.slice(afterTime)
