import type { z } from 'zod'

/**
 * One setting of the environment: its sentence in README, and the schema of its value. `defaultText` is README's text
 * for a default that is not one fixed value.
 */
export const setting = <Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  defaultText?: string,
): Schema => schema.meta({ description, defaultText })
