import { Form } from 'react-router'
import type { Word } from '#domain/handover/word.ts'
import { formatInstant } from '#domain/period.ts'
import { MAX_SAID } from '#domain/handover/forms.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { TextArea } from '#app/ui/primitives/field.tsx'
import { wordText } from './word-text.ts'

type WordSectionProps = {
  word: Word
  partner: string
  problem: { errors: Partial<Record<string, string>>; values: Record<string, unknown> } | undefined
}

/** What the other side alone said, to be confirmed or objected to. */
export function WordSection({ word, partner, problem }: WordSectionProps) {
  const typed = problem?.values.reason
  return (
    <Card as="section" aria-labelledby="word-heading">
      <h2 id="word-heading" className="text-xl">
        Is that right?
      </h2>
      <p className="mt-1">
        {wordText(word.about, partner)} Please answer until {formatInstant(word.until)}; after that it stands.
      </p>
      <Form method="post" preventScrollReset className="mt-4">
        <input type="hidden" name="intent" value="confirm" />
        <Button className="w-full sm:w-auto">Yes, that is right</Button>
      </Form>
      <Form method="post" noValidate preventScrollReset className="mt-6 grid gap-4 border-t border-line pt-5">
        <input type="hidden" name="intent" value="object" />
        <TextArea
          label="What happened"
          name="reason"
          rows={3}
          required
          maxLength={MAX_SAID}
          defaultValue={typeof typed === 'string' ? typed : ''}
          error={problem?.errors.reason}
          hint={`${partner} and our admins read this. It opens a dispute, which we decide.`}
        />
        <Button variant="secondary" className="w-full sm:w-auto sm:justify-self-start">
          No, I object
        </Button>
      </Form>
    </Card>
  )
}
