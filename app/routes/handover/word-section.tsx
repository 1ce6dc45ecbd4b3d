import type { FormProblem } from '#domain/form.ts'
import type { Word } from '#domain/handover/word.ts'
import { formatInstant } from '#domain/period.ts'
import { MAX_SAID } from '#domain/handover/forms.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { IntentForm } from '#app/ui/intent-form.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { TextArea } from '#app/ui/primitives/field.tsx'
import { wordText } from './word-text.ts'

type WordSectionProps = {
  word: Word
  partner: string
  /** The refusal of an objection. */
  problem: FormProblem | undefined
}

/** What the other side alone said, to be confirmed or objected to. */
export function WordSection({ word, partner, problem }: WordSectionProps) {
  return (
    <Card as="section" aria-labelledby="word-heading">
      <h2 id="word-heading" className="text-xl">
        Is that right?
      </h2>
      <p className="mt-1">
        {wordText(word.about, partner)} Please answer until {formatInstant(word.until)}; after that it stands.
      </p>
      <ButtonForm
        hidden={{ intent: 'confirm' }}
        formClassName="mt-4"
        className="w-full sm:w-auto"
        busyText="Saving..."
      >
        Yes, that is right
      </ButtonForm>
      <div className="mt-6 border-t border-line pt-1">
        <IntentForm
          intent="object"
          problem={problem}
          button="No, I object"
          busyText="Sending..."
          variant="secondary"
          buttonClassName="w-full sm:w-auto sm:justify-self-start"
        >
          {(field) => (
            <TextArea
              {...field('reason')}
              label="What happened"
              rows={3}
              required
              maxLength={MAX_SAID}
              hint={`${partner} and our admins read this. It opens a dispute, which we decide.`}
            />
          )}
        </IntentForm>
      </div>
    </Card>
  )
}
