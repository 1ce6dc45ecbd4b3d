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
  /** Whether street, city, barangay and phone are marked as required. */
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
  const field = (name: 'street' | 'city' | 'barangay' | 'phone' | 'note') => ({
    name,
    defaultValue: (problem ? typedIn(problem, name) : first?.[name]) ?? '',
    error: problem?.errors[name],
  })
  const { cities, barangays, loadCities, loadBarangays } = usePlaces()
  return (
    <div className="grid gap-5">
      <Field
        label="Street and house number"
        {...field('street')}
        required={required}
        autoComplete="address-line1"
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label="City or municipality"
          {...field('city')}
          required={required}
          autoComplete="address-level2"
          list={`${id}-cities`}
          placeholder="Mandaluyong City"
          onFocus={loadCities}
        >
          <Options id={`${id}-cities`} names={cities} />
        </Field>
        <Field
          label="Barangay"
          {...field('barangay')}
          required={required}
          autoComplete="address-level3"
          list={`${id}-barangays`}
          onFocus={(event) => loadBarangays(cityIn(event.currentTarget.form))}
        >
          <Options id={`${id}-barangays`} names={barangays} />
        </Field>
      </div>
      <Field
        label="Mobile phone"
        {...field('phone')}
        type="tel"
        required={required}
        autoComplete="tel"
        placeholder="0917 123 4567"
        fieldClassName="sm:max-w-xs"
      />
      <TextArea label="Landmark or note" {...field('note')} rows={2} hint={noteHint} />
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
