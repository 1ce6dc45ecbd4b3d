import { z } from 'zod'
import { line } from '../text.ts'
import { MAX_DECLINE_REASON } from './proposal.ts'

const proposalId = z.uuid({ error: 'Please open this page again.' })

export const decideProposalForm = z.strictObject({ intent: z.enum(['confirm', 'withdraw']), proposalId })

export const declineProposalForm = z.strictObject({
  intent: z.literal('decline'),
  proposalId,
  reason: line({ label: 'Reason', max: MAX_DECLINE_REASON }),
})
