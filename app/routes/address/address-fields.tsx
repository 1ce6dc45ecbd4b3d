import { useId } from 'react'
import { type FormProblem, typedIn } from '#domain/form.ts'
import type { Place } from '#domain/address/place-form.ts'
import { formatPhone } from '#domain/address/phone.ts'
import { Field, TextArea } from '#app/ui/primitives/field.tsx'
import { usePlaces } from './use-places.ts'

type Props = {
  /** What the fields hold at first. */
  place: Place | null
  problem: FormProblem | undefined
  /** Whether an empty field is marked as needed. */
  required?: boolean
  noteHint?: string
}

/**
 * The fields of a place. The city and the barangay are offered from the lists while one types; without scripts they
 * are plain text fields, which the server compares with the lists.
 */
export function AddressFields({ place, problem, required, noteHint }: Props) {
  const id = useId()
  const first = place ? { ...place, phone: formatPhone(place.phone) } : null
  const valueOf = (name: 'street' | 'city' | 'barangay' | 'phone' | 'note') =>
    (problem ? typedIn(problem, name) : first?.[name]) ?? ''
  const { cities, barangays, loadCities, loadBarangays } = usePlaces()
  return (
    <div className="grid gap-5">
      <Field
        label="Street and house number"
        name="street"
        required={required}
        autoComplete="address-line1"
        defaultValue={valueOf('street')}
        error={problem?.errors.street}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label="City or municipality"
          name="city"
          required={required}
          autoComplete="address-level2"
          list={`${id}-cities`}
          placeholder="Mandaluyong City"
          defaultValue={valueOf('city')}
          error={problem?.errors.city}
          onFocus={loadCities}
        >
          <Options id={`${id}-cities`} names={cities} />
        </Field>
        <Field
          label="Barangay"
          name="barangay"
          required={required}
          autoComplete="address-level3"
          list={`${id}-barangays`}
          defaultValue={valueOf('barangay')}
          error={problem?.errors.barangay}
          onFocus={(event) => loadBarangays(cityIn(event.currentTarget.form))}
        >
          <Options id={`${id}-barangays`} names={barangays} />
        </Field>
      </div>
      <Field
        label="Mobile phone"
        name="phone"
        type="tel"
        required={required}
        autoComplete="tel"
        placeholder="0917 123 4567"
        fieldClassName="sm:max-w-xs"
        defaultValue={valueOf('phone')}
        error={problem?.errors.phone}
      />
      <TextArea
        label="Landmark or note"
        name="note"
        rows={2}
        hint={noteHint}
        defaultValue={valueOf('note')}
        error={problem?.errors.note}
      />
      <p className="text-xs text-muted">
        Cities and barangays: Philippine Statistics Authority (PSGC, 2025).
      </p>
    </div>
  )
}

function cityIn(form: HTMLFormElement | null): string {
  const city = form?.elements.namedItem('city')
  return city instanceof HTMLInputElement ? city.value : ''
}

function Options({ id, names }: { id: string; names: readonly string[] }) {
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </datalist>
  )
}
