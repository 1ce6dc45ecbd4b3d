/** Hidden fields of a form, by their names; one that is undefined is not sent. */
export type HiddenValues = Readonly<Record<string, string | number | undefined>>

export function HiddenFields({ values }: { values: HiddenValues }) {
  return Object.entries(values).map(([name, value]) =>
    value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
  )
}
