/**
 * What happened with a change: the renter asked, the owner agreed (and it waits for the payment) or declined, the
 * renter took it back, it was not answered or paid in time or is not possible any more, or it is done.
 */
export const changeActions = ['ask', 'agree', 'decline', 'withdraw', 'expire', 'do'] as const
export type ChangeAction = (typeof changeActions)[number]
