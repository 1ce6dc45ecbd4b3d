import { CalendarPlus, Copy } from 'lucide-react'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { useToast } from '#app/ui/toasts.tsx'

/** A new calendar address, to copy or to open in the calendar program of the device. It is shown only once. */
export function FeedAddress({ address }: { address: string }) {
  const toast = useToast()
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast({ kind: 'success', text: 'Address copied!' }),
      () => toast({ kind: 'error', text: 'It could not be copied. Please select it and copy it.' }),
    )
  return (
    <Card as="section" aria-labelledby="address" padding="lg">
      <h2 id="address" className="text-2xl">
        Here it is
      </h2>
      <div className="my-4">
        <Alert tone="warning" title="It is shown only now">
          Whoever has it can read your hand-overs and returns. Keep it to yourself.
        </Alert>
      </div>
      <Field
        label="Your calendar address"
        name="address"
        defaultValue={address}
        key={address}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <a
          href={address.replace(/^https?:/, 'webcal:')}
          className={
            'btn min-h-11 border-accent bg-accent px-5 py-2 text-on-accent ' +
            'hover:border-accent-hover hover:bg-accent-hover'
          }
        >
          <CalendarPlus aria-hidden="true" className="size-5" />
          Open in my calendar
        </a>
        <Button type="button" variant="secondary" className="needs-js" onClick={copy}>
          <Copy aria-hidden="true" className="size-5" />
          Copy
        </Button>
      </div>
    </Card>
  )
}
