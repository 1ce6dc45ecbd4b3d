import type { FormProblem } from '#domain/form.ts'
import { MAX_DECLINE_REASON, movementText } from '#domain/proposal/proposal.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import type { OpenedProposal } from '#server/proposal/proposal-table.ts'
import { CardForm } from '../card-form.tsx'
import { Facts } from '../facts.tsx'
import { addressWith } from '../table/address.ts'
import { MayGoBackNote } from '../dispute/may-go-back-note.tsx'
import { proposalFacts } from './proposal-facts.ts'

const words = {
  confirm: { button: 'Confirm', text: 'Please check the bank first. It takes effect at once.' },
  decline: { button: 'Decline', text: 'Nothing is changed, and the one who proposed it sees why.' },
  withdraw: { button: 'Withdraw', text: 'Nothing is changed.' },
} as const

type DecisionFormProps = {
  intent: keyof typeof words
  proposal: OpenedProposal
  problem?: FormProblem
  cancelTo: string
}

/** Decides on a proposal, with everything that it says. */
export function DecisionForm({ intent, proposal, problem, cancelTo }: DecisionFormProps) {
  const { button, text } = words[intent]
  return (
    <CardForm
      intent={intent}
      title={`${button}: ${movementText[proposal.kind]}`}
      text={
        intent === 'confirm' && proposal.kind === 'goodwill'
          ? 'Both people of the rental are told, with the reason. It takes effect at once.'
          : text
      }
      details={
        <>
          <Facts facts={proposalFacts(proposal)} />
          {intent === 'confirm' ? <MayGoBackNote centavos={proposal.mayGoBackCentavos} /> : null}
        </>
      }
      hidden={{ proposalId: proposal.id }}
      button={button}
      variant={intent === 'confirm' ? 'primary' : 'danger'}
      otherButtons={
        intent === 'confirm' ? (
          <ButtonLink
            to={addressWith(cancelTo, { decline: proposal.id })}
            variant="secondary"
            replace
            preventScrollReset
          >
            Decline instead
          </ButtonLink>
        ) : null
      }
      isOpened={intent === 'decline'}
      {...{ problem, cancelTo }}
    >
      {(field) =>
        intent === 'decline' ? (
          <Field
            label="Reason"
            required
            maxLength={MAX_DECLINE_REASON}
            autoComplete="off"
            {...field('reason')}
          />
        ) : null
      }
    </CardForm>
  )
}
