/** The outside services whose calls are watched. */
export const gateways = ['mail', 'payments', 'push', 'assistant', 'images', 'limits'] as const
export type Gateway = (typeof gateways)[number]

const gatewayTexts: Record<Gateway, string> = {
  mail: 'Mail server',
  payments: 'Payment provider',
  push: 'Push services of browsers',
  assistant: 'Assistant',
  images: 'Bucket of photos',
  limits: 'Redis, for limits',
}

/** A gateway's name on the health page. */
export const gatewayText = (gateway: Gateway): string => gatewayTexts[gateway]

/** The states of a circuit breaker; the place of each is its number in cockatiel. */
export const breakerStates = ['closed', 'open', 'half-open', 'isolated'] as const
export type BreakerState = (typeof breakerStates)[number]

const breakerTexts: Record<BreakerState, string> = {
  closed: 'In use',
  open: 'Down: left alone for a while',
  'half-open': 'Was down: the next call tries it',
  isolated: 'Switched off',
}

/** What the state of a breaker means for calls. */
export const breakerText = (state: BreakerState): string => breakerTexts[state]
