/**
 * The numbers in the frame around each page, and the id of the last live event that they include. One statement, so
 * that they are consistent.
 */
export type Counts = { messages: number; notices: number; lastEventId: number }

/** The counts of a person, and the number of lines in their cart. */
export type Frame = { counts: Counts; cartLines: number }
