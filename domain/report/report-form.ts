import { z } from 'zod'
import { paragraphs } from '../text.ts'
import { reportDecisions, reportReasons } from './report.ts'

export const MAX_REPORT_NOTE = 1000
const reasonRequired = 'Please choose a reason.'
const noteRequired = 'Please tell us what it is.'

/** The form of a report: its reason, and the reporter's words; “something else” needs them. */
export const reportForm = z
  .strictObject({
    reason: z.enum(reportReasons, { error: reasonRequired }),
    note: paragraphs({ label: 'What happened', max: MAX_REPORT_NOTE, min: 0 }),
  })
  .refine(({ reason, note }) => reason !== 'other' || note !== '', { error: noteRequired, path: ['note'] })
export type ReportForm = z.output<typeof reportForm>

/**
 * The form in which an admin decides on a report, and says why: other admins read the note, the reported person reads
 * the reason. `seen` is when the text of the review that the admin saw was written.
 */
export const closeReportForm = z
  .strictObject({
    intent: z.literal('close'),
    decision: z.enum(reportDecisions, { error: 'Please choose a decision.' }),
    note: paragraphs({ label: 'Note', max: MAX_REPORT_NOTE }),
    reason: paragraphs({ label: 'Reason', max: MAX_REPORT_NOTE, min: 0 }).default(''),
    seen: z.iso
      .datetime()
      .transform((text) => new Date(text))
      .optional(),
  })
  .refine(({ decision, reason }) => reason !== '' || !['suspended', 'taken-down'].includes(decision), {
    error: 'Please say why. They read this.',
    path: ['reason'],
  })
