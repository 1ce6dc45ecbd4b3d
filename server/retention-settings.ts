import { z } from 'zod'
import { settable, type Settable, type TimesKept } from '#domain/retention/policy.ts'
import { isShorter, parseTimeKept, type TimeKept } from '#domain/retention/time-kept.ts'
import { setting } from './setting.ts'

type Fields = { [Name in Settable['setting'][0]]: z.ZodDefault<z.ZodString> }

/** How long things are kept: a setting for each that has one in `domain/retention`. */
export const retentionFields = Object.fromEntries(
  settable.map((kept) => {
    const [name, says] = kept.setting
    const atLeast: TimeKept = 'atLeast' in kept ? kept.atLeast : '1 day'
    const schema = z
      .string()
      .refine((text) => parseTimeKept(text) !== null, 'write it as 90 days, 6 months or 2 years')
      .refine((text) => !isShorter(parseTimeKept(text) ?? atLeast, atLeast), `${atLeast} is the least`)
      .default(kept.time)
    return [name, setting(`how long to keep ${says}`, schema)]
  }),
) as Fields

/** The times of the settings. */
export function readTimesKept(values: { [Name in keyof Fields]: string }): TimesKept {
  return Object.fromEntries(
    settable.map(({ name, setting: [variable] }) => [name, parseTimeKept(values[variable])!]),
  ) as TimesKept
}
