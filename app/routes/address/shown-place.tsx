import { Phone } from 'lucide-react'
import type { Place } from '#domain/address/place-form.ts'
import { formatPhone } from '#domain/address/phone.ts'

/** A place as an address, with its phone; `call` makes the phone a link. */
export function Shown({ place, call }: { place: Place; call: boolean }) {
  return (
    <address className="grid gap-1 wrap-anywhere not-italic">
      <span>
        {place.street}
        <br />
        {place.barangay}, {place.city}
      </span>
      {place.note ? <span className="text-sm whitespace-pre-line text-muted">{place.note}</span> : null}
      <span className="flex items-center gap-2">
        <Phone aria-hidden="true" className="size-4 shrink-0 text-muted" />
        {call ? (
          <a href={`tel:${place.phone}`} className="link inline-flex min-h-11 items-center">
            {formatPhone(place.phone)}
          </a>
        ) : (
          formatPhone(place.phone)
        )}
      </span>
    </address>
  )
}
