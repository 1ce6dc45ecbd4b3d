import { type FormProblem, typedIn } from '#domain/form.ts'

/** What a field of a refused form shows again: what was typed, and what was wrong with it. */
export type FieldProps = { name: string; defaultValue: string | undefined; error: string | undefined }

/** Gives the properties of a field by its name, and by the value that it has when nothing was typed: else `empty`. */
export const fieldsOf =
  (problem: FormProblem | undefined, empty?: string) =>
  (name: string, value = empty): FieldProps => ({
    name,
    defaultValue: typedIn(problem, name) ?? value,
    error: problem?.errors[name],
  })
