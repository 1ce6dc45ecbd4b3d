import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { NewAccount } from './open-account.ts'

const timeLength = 'xxxxxxxx-xxxx-'.length

/** Hashes (SHA-256) the key of a form with its role, names, email and username. It leaves out the password. */
const hashOf = ({ role, firstName, lastName, email, username }: NewAccount, key: string) =>
  createHash('sha256')
    .update(JSON.stringify([key, role, firstName, lastName, email, username]))
    .digest()

/**
 * Makes the id of a new account, a UUIDv7. With a `key`, a hash of the key and the form replaces the random part of
 * the id, so that `isOfForm` can recognise the form. Nobody can compute the key from the id.
 */
export const newAccountId = (account: NewAccount, key?: string): string =>
  key === undefined ? uuid() : uuid({ random: hashOf(account, key) })

/** Whether the form with this key and these texts made the account with this id. */
export const isOfForm = (accountId: string, account: NewAccount, key: string): boolean =>
  newAccountId(account, key).slice(timeLength) === accountId.slice(timeLength)
