import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { MAX_DECLINE_REASON, movementText } from '#domain/proposal/proposal.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Field, FormError } from '#app/ui/primitives/field.tsx'
import type { AdminProposal } from '#server/proposal/proposal-table.ts'
import { Facts } from '../facts.tsx'
import { addressWith } from '../table/address.ts'
import { useFirstField } from '../use-first-field.ts'
import { proposalFacts } from './proposal-facts.ts'

const words = {
  confirm: { button: 'Confirm', text: 'Please check the bank first. It takes effect at once.' },
  decline: { button: 'Decline', text: 'Nothing is changed, and the one who proposed it sees why.' },
  withdraw: { button: 'Withdraw', text: 'Nothing is changed.' },
} as const

type DecisionFormProps = {
  intent: keyof typeof words
  proposal: AdminProposal
  problem?: FormProblem
  cancelTo: string
}

/** Decides on a proposal, with everything that it says. */
export function DecisionForm({ intent, proposal, problem, cancelTo }: DecisionFormProps) {
  const busy = useNavigation().formData?.get('intent') === intent
  const form = useFirstField(problem, { isOpened: intent === 'decline' })
  const { button, text } = words[intent]
  const reason = problem?.values.reason
  return (
    <Card as="section" aria-labelledby="decide" className="mb-8">
      <h2 id="decide" className="text-xl">
        {`${button}: ${movementText[proposal.kind]}`}
      </h2>
      <p className="mt-1 text-muted">{text}</p>
      <Facts facts={proposalFacts(proposal)} />
      <Form ref={form} method="post" replace preventScrollReset noValidate className="mt-5 grid gap-4">
        <FormError>{problem?.formError ?? problem?.errors.proposalId}</FormError>
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="proposalId" value={proposal.id} />
        {intent === 'decline' ? (
          <Field
            label="Reason"
            name="reason"
            required
            maxLength={MAX_DECLINE_REASON}
            autoComplete="off"
            defaultValue={typeof reason === 'string' ? reason : undefined}
            error={problem?.errors.reason}
          />
        ) : null}
        <div className="flex flex-wrap gap-3">
          <Button variant={intent === 'confirm' ? 'primary' : 'danger'} busy={busy} busyText="Saving...">
            {button}
          </Button>
          {intent === 'confirm' ? (
            <ButtonLink
              to={addressWith(cancelTo, { decline: proposal.id })}
              variant="secondary"
              replace
              preventScrollReset
            >
              Decline instead
            </ButtonLink>
          ) : null}
          <ButtonLink to={cancelTo} variant="secondary" replace preventScrollReset>
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </Card>
  )
}
