import type { RentalStatus } from '../status.ts'

/** The sections of the tracker, in the order of a rental's life: those that need an answer come first. */
export const trackerSections = {
  pending: ['Pending'],
  approved: ['Approved'],
  active: ['Active'],
  completed: ['Completed'],
  rejected: ['Rejected', 'Cancelled'],
} as const satisfies Record<string, readonly RentalStatus[]>

export type TrackerSectionName = keyof typeof trackerSections
export const trackerSectionNames = Object.keys(trackerSections) as TrackerSectionName[]
