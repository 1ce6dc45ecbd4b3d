import { adminAreas, adminAreaTexts } from '#domain/account/admin-area.ts'
import type { FormProblem } from '#domain/form.ts'
import type { FieldProps } from '#app/ui/fields-of.ts'
import { RadioCards } from '#app/ui/primitives/radio-cards.tsx'
import type { AdminAccount } from '#server/account/admin-account-table.ts'
import { CardForm } from '../card-form.tsx'

/** The choice of an admin's area, with what belongs to each. */
export function AreaField(field: FieldProps) {
  return (
    <RadioCards
      legend="Area"
      required
      columns={3}
      options={adminAreas.map((area) => ({ value: area, ...adminAreaTexts[area] }))}
      {...field}
    />
  )
}

type AreaFormProps = { account: AdminAccount; problem?: FormProblem; cancelTo: string }

/** Gives an admin another area. */
export function AreaForm({ account: { id, name, area }, problem, cancelTo }: AreaFormProps) {
  return (
    <CardForm
      intent="change"
      title={`The area of ${name}`}
      text="It counts from the next page they open."
      hidden={{ accountId: id }}
      button="Save"
      isOpened={false}
      {...{ problem, cancelTo }}
    >
      {(field) => <AreaField key={area} {...field('area', area)} />}
    </CardForm>
  )
}
