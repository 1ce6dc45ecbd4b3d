import { formatPeso, pesoFieldValue } from '#domain/money.ts'
import type { DepositStatus } from '#domain/deposit/deposit.ts'
import { formatInstant } from '#domain/period.ts'
import { PesoField, TextArea } from '#app/ui/primitives/field.tsx'
import type { StatementProblem } from './answer-dispute-page.ts'
import { PhotoForm } from '../photo/photo-form.tsx'
import { statementPhotos } from './statement-photos.ts'

type ClaimFormProps = { depositStatus: DepositStatus; partner: string; problem: StatementProblem | undefined }

/** An owner's claim on a deposit: amount, reason and photos. */
export function ClaimForm({ depositStatus, partner, problem }: ClaimFormProps) {
  return (
    <section aria-labelledby="claim-form-heading">
      <h2 id="claim-form-heading" className="text-xl">
        Claim damage
      </h2>
      <p className="mt-1 text-muted">
        Until {formatInstant(depositStatus.until!)}, once. We look at it, hear {partner}, and decide.{' '}
        {depositStatus.inCash
          ? 'What you don’t claim is theirs: please hand it back.'
          : 'What you don’t claim goes back to them at once.'}
      </p>
      <PhotoForm intent="claim" problem={problem} photos={statementPhotos('the renter')} button="Send Claim">
        {(field) => (
          <>
            <PesoField
              {...field('centavos')}
              label="Amount"
              required
              max={pesoFieldValue(depositStatus.returnableCentavos)}
              hint={`Up to ${formatPeso(depositStatus.returnableCentavos)}: what the repair or the loss costs.`}
              fieldClassName="sm:max-w-80"
            />
            <PesoField
              {...field('beyondCentavos')}
              label="Beyond the deposit"
              hint="Only if the deposit is not enough. What we grant of it is written down as owed between you."
              fieldClassName="sm:max-w-80"
            />
            <TextArea
              {...field('reason')}
              label="Reason"
              rows={5}
              required
              hint="What is broken or missing, and how it was before. The renter reads this."
            />
          </>
        )}
      </PhotoForm>
    </section>
  )
}
