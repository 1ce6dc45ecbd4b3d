import type { RentalStatus } from './lifecycle.ts'

/** The sections of the tracker, in the order of a rental's life: what needs an answer is on top. */
export const trackerSections = {
  pending: ['Pending'],
  approved: ['Approved'],
  active: ['Active'],
  completed: ['Completed'],
  rejected: ['Rejected', 'Cancelled'],
} as const satisfies Record<string, readonly RentalStatus[]>

export type TrackerSectionName = keyof typeof trackerSections
export const trackerSectionNames = Object.keys(trackerSections) as TrackerSectionName[]
