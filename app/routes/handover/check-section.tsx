import type { ComponentProps } from 'react'
import { MAX_CHECK_PHOTOS, MAX_SAID, tooManyCheckPhotos } from '#domain/handover/forms.ts'
import { Card } from '#app/ui/primitives/card.tsx'
import { Field, TextArea } from '#app/ui/primitives/field.tsx'
import { PhotoForm } from '../photo/photo-form.tsx'
import type { HandoverProblem } from './answer-handover-post.ts'

const photoRules = {
  max: MAX_CHECK_PHOTOS,
  tooMany: tooManyCheckPhotos,
  required: false,
  purpose: 'timeline',
  hint: `Up to ${MAX_CHECK_PHOTOS}, each at most 10 MB: first from afar, then close, and the serial number.`,
} as const

type SectionProps = {
  partner: string
  problem: HandoverProblem | undefined
  /** The name under which unsaved photos stay in this browser, and the ids of those that its forms have saved. */
  keepAs: string
  saved: readonly string[]
}

/** The condition of the item at the handover or return, with photos; each side can write it down. */
export function CheckSection(props: SectionProps) {
  return (
    <EntrySection
      {...props}
      intent="check"
      heading="How is it?"
      lead={`Write it down while you look at it together. Only you, ${props.partner} and our admins see it.`}
      button="Save"
    >
      {(field) => (
        <>
          <TextArea {...field('condition')} label="Condition" rows={3} maxLength={MAX_SAID} />
          <TextArea {...field('parts')} label="What comes with it" rows={2} maxLength={MAX_SAID} />
          <Field {...field('serial')} label="Serial number" maxLength={100} autoComplete="off" />
        </>
      )}
    </EntrySection>
  )
}

/**
 * “I have brought it back”, for a renter whose owner is not there to show a code. `isHandoverInDoubt`: by
 * their own word, or by a decision, they never got it.
 */
export function BroughtBackSection({
  isHandoverInDoubt,
  ...props
}: SectionProps & { isHandoverInDoubt: boolean }) {
  return (
    <EntrySection
      {...props}
      intent="brought-back"
      heading="No code at hand?"
      lead={
        isHandoverInDoubt
          ? `Only if you have had it: it then no longer counts that you never got it, and ${props.partner} is asked.`
          : `Say that you have brought it back. ${props.partner} is asked, and it counts as returned after 48 hours ` +
            'without an objection.'
      }
      button="I have brought it back"
    >
      {(field) => <TextArea {...field('note')} label="Where and to whom" rows={2} maxLength={MAX_SAID} />}
    </EntrySection>
  )
}

type EntryProps = SectionProps & {
  intent: 'check' | 'brought-back'
  heading: string
  lead: string
  button: string
  children: ComponentProps<typeof PhotoForm>['children']
}

/** A form that becomes an entry of the timeline, with photos. */
function EntrySection({ intent, heading, lead, button, problem, keepAs, saved, children }: EntryProps) {
  return (
    <Card as="section" aria-labelledby={`${intent}-heading`}>
      <h2 id={`${intent}-heading`} className="text-xl">
        {heading}
      </h2>
      <p className="mt-1 text-muted">{lead}</p>
      <PhotoForm
        intent={intent}
        problem={problem?.intent === intent ? problem : undefined}
        photos={{ ...photoRules, keep: { as: `${keepAs}-${intent}`, saved } }}
        button={button}
        variant="secondary"
        buttonClassName="w-full sm:w-auto sm:justify-self-start"
      >
        {children}
      </PhotoForm>
    </Card>
  )
}
