import { z } from 'zod'

/** The field for the password that an account has, read exactly as typed. A longer one can't be anybody's. */
export const passwordField = z
  .string({ error: 'Please type your password.' })
  .min(1, { error: 'Please type your password.' })
  .max(512, { error: 'That is not your password. Nothing was changed.' })
