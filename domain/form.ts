import { z } from 'zod'

/**
 * What was wrong with a form: the typed values (never passwords), one message per field, and one for the whole form.
 */
export type FormProblem = {
  ok: false
  values: Record<string, string | string[]>
  errors: Record<string, string>
  formError?: string
}

/** What was typed in a field of a refused form; undefined for a list, or when nothing was. */
export function typedIn(problem: Pick<FormProblem, 'values'> | undefined, name: string): string | undefined {
  const typed = problem?.values[name]
  return typeof typed === 'string' ? typed : undefined
}

/** What is wrong with a form, where only one message can be shown. */
export const firstMessage = ({ formError, errors }: FormProblem): string =>
  formError ?? Object.values(errors)[0] ?? ''

export type FormReading<T> = { ok: true; value: T } | FormProblem

/**
 * Reads a posted form by its schema. Only fields of the schema are accepted; a field that is an array in the schema
 * may come several times, every other one once. Fields named in `ignore`, such as uploads, are read elsewhere.
 * ### Example `readForm(z.strictObject({ title: line({ label: 'Title', max: 80 }) }), formData)` of an empty form is
 * `{ ok: false, values: {}, errors: { title: 'Title is required.' } }`.
 */
export function readForm<S extends z.ZodObject>(
  schema: S,
  formData: FormData,
  { ignore = [] }: { ignore?: readonly string[] } = {},
): FormReading<z.output<S>> {
  const names = [...new Set(formData.keys())].filter((name) => !ignore.includes(name))
  const isKnown = (name: string) => Object.hasOwn(schema.shape, name)
  const isList = (name: string) => isKnown(name) && isArray(schema.shape[name]!)

  const unknown = names.filter((name) => !isKnown(name))
  const input = Object.fromEntries(
    names.filter(isKnown).map((name) => {
      const all = formData.getAll(name)
      return [name, isList(name) || all.length > 1 ? all : all[0]]
    }),
  )
  const result = schema.safeParse(input)
  if (result.success && unknown.length === 0) return { ok: true, value: result.data }

  const errors: Record<string, string> = {}
  let formError = unknown.length > 0 ? unknownFields(unknown) : undefined
  for (const issue of result.error?.issues ?? []) {
    const name = issue.path[0]?.toString()
    if (name === undefined) formError ??= issue.message
    else errors[name] ??= !isList(name) && Array.isArray(input[name]) ? sentTwice : issue.message
  }
  const values = Object.fromEntries(
    Object.keys(input)
      .filter((name) => !/password/i.test(name))
      .map((name) => [name, formData.getAll(name).filter((entry) => typeof entry === 'string')] as const)
      .filter(([, texts]) => texts.length > 0)
      .map(([name, texts]) => [name, isList(name) ? texts : texts[0]!]),
  )
  return { ok: false, values, errors, ...(formError === undefined ? {} : { formError }) }
}

const sentTwice = 'This field was sent more than once. Please send the form again.'

function unknownFields(names: string[]): string {
  const shown = names.slice(0, 5).map((name) => name.slice(0, 40))
  return `This form has fields we don't know: ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}`
}

function isArray(type: z.core.$ZodType): boolean {
  if (type instanceof z.ZodArray) return true
  if (type instanceof z.ZodPipe) return isArray(type.def.in)
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault || type instanceof z.ZodPrefault)
    return isArray(type.def.innerType)
  return false
}
