import { Search } from 'lucide-react'
import { Form } from 'react-router'
import { MAX_HELP_QUERY } from '#domain/help/query.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { useAddressValue } from '#app/ui/use-address-value.ts'

/** The search through the help texts: a plain GET form. */
export function HelpSearch({ typed }: { typed: string }) {
  const { input, sent } = useAddressValue(typed)
  return (
    <Form
      action="/help"
      role="search"
      aria-label="Help"
      onSubmit={sent}
      className="flex max-w-2xl flex-wrap items-end gap-3"
    >
      <Field
        ref={input}
        label="What would you like to know?"
        type="search"
        name="q"
        defaultValue={typed}
        maxLength={MAX_HELP_QUERY}
        placeholder="cancel a rental, magkano, deposit…"
        enterKeyHint="search"
        fieldClassName="min-w-[min(14rem,100%)] grow"
      />
      <Button>
        <Search aria-hidden="true" className="size-5" />
        Search
      </Button>
    </Form>
  )
}
