import type { ComponentProps } from 'react'
import { Form, useNavigation } from 'react-router'
import { HiddenFields, type HiddenValues } from './hidden-fields.tsx'
import { Button } from './primitives/button.tsx'

export type ButtonFormProps = Omit<ComponentProps<typeof Button>, 'busy' | 'form' | 'hidden' | 'type'> & {
  /** The fields that the form sends. The button is busy while any form with these values is being sent. */
  hidden: HiddenValues
  /** The address to which it posts; the page itself by default. */
  postTo?: string
  formClassName?: string
  /** The message when the request does not arrive, as `failureText` takes it. */
  failure?: string
  replace?: boolean
  /** Whether the page stays scrolled as it is; true by default. */
  preventScrollReset?: boolean
}

/** A form of hidden fields and one button. */
export function ButtonForm({
  hidden,
  postTo,
  formClassName,
  failure,
  replace,
  preventScrollReset = true,
  ...button
}: ButtonFormProps) {
  const { formData } = useNavigation()
  const busy =
    formData !== undefined &&
    Object.entries(hidden).every(
      ([name, value]) => value === undefined || formData.get(name) === String(value),
    )
  return (
    <Form
      method="post"
      action={postTo}
      className={formClassName}
      data-failure={failure}
      replace={replace}
      preventScrollReset={preventScrollReset}
    >
      <HiddenFields values={hidden} />
      <Button {...button} busy={busy} />
    </Form>
  )
}
