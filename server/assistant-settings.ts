import { z } from 'zod'
import { SettingError } from './setting-error.ts'
import { setting } from './setting.ts'

const models = z
  .string()
  .transform((list) => list.split(',').map((each) => each.trim()))
  .pipe(
    z.array(z.string().regex(/^[a-z0-9][a-z0-9.-]{2,99}$/, 'a model is called such as gemini-flash-latest')),
  )

/** The settings of the assistant. */
export const assistantFields = {
  ASSISTANT: setting(
    '`off` switches the assistant off, the built-in one too',
    z.enum(['on', 'off']).default('on'),
  ),
  ASSISTANT_DAILY_BUDGET: setting(
    'tokens Google may cost in a day; the built-in one answers after that',
    z.coerce.number().int().min(0).max(1_000_000_000_000).default(2_000_000),
  ),
  GEMINI_API_KEY: setting(
    'Google’s key for the assistant; without it the built-in one answers from the help texts',
    z.string().trim().optional(),
  ),
  GEMINI_MODEL: setting('the model that answers', models.prefault('gemini-1.5-flash')),
  GEMINI_FALLBACK_MODELS: setting(
    'asked, in their order, when Google no longer has that one',
    models.prefault('gemini-flash-latest'),
  ),
  GEMINI_THINKING_LEVEL: setting(
    '`MINIMAL`, `LOW`, `MEDIUM` or `HIGH`, for models that take one',
    z.enum(['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']).optional(),
  ),
}
type Fields = z.infer<z.ZodObject<typeof assistantFields>>

export type AssistantSettings = {
  /** Whether the assistant is switched on. */
  on: boolean
  /** How many tokens the model may cost per day; after that the built-in assistant answers. */
  dailyBudget: number
  /** Null: the built-in assistant answers. */
  gemini: { apiKey: string; models: string[]; thinkingLevel: string | undefined } | null
}

/** Reads the assistant's settings. A key of a wrong form throws a `SettingError`. */
export function readAssistant(values: Fields): AssistantSettings {
  const key = values.GEMINI_API_KEY
  if (key && /change[-_]?me|example|your[-_]|x{6,}|\*/i.test(key))
    throw new SettingError('GEMINI_API_KEY still has an example value.')
  if (key && !/^[\w.-]{20,200}$/.test(key))
    throw new SettingError('GEMINI_API_KEY has not the form of a key of Google AI Studio.')
  return {
    on: values.ASSISTANT === 'on',
    dailyBudget: values.ASSISTANT_DAILY_BUDGET,
    gemini: key
      ? {
          apiKey: key,
          models: [...new Set([...values.GEMINI_MODEL, ...values.GEMINI_FALLBACK_MODELS])],
          thinkingLevel: values.GEMINI_THINKING_LEVEL,
        }
      : null,
  }
}
