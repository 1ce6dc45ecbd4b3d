import { Form, useNavigation } from 'react-router'
import { adminAreas, adminAreaTexts } from '#domain/account/admin-area.ts'
import type { FormProblem } from '#domain/form.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { FormError } from '#app/ui/primitives/field.tsx'
import { RadioCards } from '#app/ui/primitives/radio-cards.tsx'
import type { AdminAccount } from '#server/account/admin-account-table.ts'

/** The choice of an admin's area, with what belongs to each. */
export function AreaField({ value, error }: { value?: string; error?: string }) {
  return (
    <RadioCards
      legend="Area"
      name="area"
      required
      columns={3}
      defaultValue={value}
      error={error}
      options={adminAreas.map((area) => ({ value: area, ...adminAreaTexts[area] }))}
    />
  )
}

type AreaFormProps = { account: AdminAccount; problem?: FormProblem; cancelTo: string }

/** Gives an admin another area. */
export function AreaForm({ account: { id, name, area }, problem, cancelTo }: AreaFormProps) {
  const busy = useNavigation().formData?.get('intent') === 'change'
  const chosen = problem?.values.area
  return (
    <Card as="section" aria-labelledby="change" className="mb-8">
      <h2 id="change" className="text-xl">
        The area of {name}
      </h2>
      <p className="mt-1 text-muted">It counts from the next page they open.</p>
      <Form method="post" replace preventScrollReset noValidate className="mt-5 grid gap-5">
        <FormError>{problem?.formError}</FormError>
        <input type="hidden" name="intent" value="change" />
        <input type="hidden" name="accountId" value={id} />
        <AreaField
          key={area}
          value={typeof chosen === 'string' ? chosen : area}
          error={problem?.errors.area}
        />
        <div className="flex flex-wrap gap-3">
          <Button busy={busy} busyText="Saving...">
            Save
          </Button>
          <ButtonLink to={cancelTo} variant="secondary" replace preventScrollReset>
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </Card>
  )
}
