import { type DisputeKind, disputeKinds } from '#domain/dispute/dispute.ts'
import { PesoField, Select, TextArea } from '#app/ui/primitives/field.tsx'
import { PhotoForm } from '../photo/photo-form.tsx'
import { statementPhotos } from './statement-photos.ts'
import type { StatementProblem } from './answer-dispute-page.ts'

type StatementFormProps = {
  intent: 'open' | 'answer' | 'appeal'
  heading: string
  lead: string
  /** The label of the text, and a hint below it. */
  label: string
  hint?: string
  button: string
  /** What an amount would be; without it nothing is asked for. */
  asks?: { label: string; hint: string }
  kinds?: readonly DisputeKind[]
  problem: StatementProblem | undefined
}

const names = { open: 'text', answer: 'answer', appeal: 'appeal' }

/** A form in which one of the two says something on the dispute page: text, photos, and perhaps an amount. */
export function StatementForm(props: StatementFormProps) {
  const { intent, heading, lead, label, hint, button, asks, kinds, problem } = props
  const id = `${intent}-heading`
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {heading}
      </h2>
      <p className="mt-1 max-w-2xl text-muted">{lead}</p>
      <PhotoForm {...{ intent, problem, button }} photos={statementPhotos('you two')} className="max-w-2xl">
        {(field) => (
          <>
            {kinds ? (
              <Select
                {...field('kind')}
                label="What is it about?"
                required
                options={[
                  { value: '', label: 'Please choose' },
                  ...kinds.map((kind) => ({ value: kind, label: disputeKinds[kind] })),
                ]}
              />
            ) : null}
            <TextArea {...field(names[intent])} label={label} rows={5} required hint={hint} />
            {asks ? <PesoField {...field('asked')} {...asks} fieldClassName="sm:max-w-80" /> : null}
          </>
        )}
      </PhotoForm>
    </section>
  )
}
