/** Figures of the rental's rules that other subjects tell of too. */

/** The most days that a late return can cost. */
export const MAX_LATE_DAYS = 7
/** How long the renter may object to a late fee after the return, in hours. */
export const LATE_FEE_OBJECT_HOURS = 48
/**
 * For how many hours someone can say that the other side did not come: from the end of the first day, or from when it
 * can first be said, if that is later. So long a rental that was not handed over waits.
 */
export const NO_SHOW_SAY_HOURS = 72
/**
 * How long after the approval, or after the item is back, nobody can say that the other side did not come, in hours.
 */
export const NO_SHOW_NOTICE_HOURS = 6
/** How long the other side has to contradict that it did not come, in hours; silence agrees. */
export const NO_SHOW_ANSWER_HOURS = 24
