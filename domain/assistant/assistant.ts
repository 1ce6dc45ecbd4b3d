export const MAX_QUESTION_LENGTH = 1000
/** How many earlier questions and answers are sent along with a question. */
export const MAX_TURNS = 8
/** The most characters of an answer. */
export const MAX_ANSWER_LENGTH = 2000
/** How many questions and answers of one person are kept; older ones are deleted. */
export const MAX_KEPT_MESSAGES = 200

/** The placeholder of the input for guests, as in the product specification. */
export const loginToAsk = 'Please log in to chat'
/** The reply when the assistant fails, as in the product specification. */
export const assistantFailed = "Sorry, I'm having trouble connecting to the AI. Please try again later."
export const assistantOff = 'The assistant is switched off at the moment.'
export const stillAnswering = 'One moment, I am still answering your last question.'

/** The answer to anything that is not about the site. */
export const onlyAbout = (siteName: string) => `I can only help with questions about ${siteName}.`

export const supportSenders = ['person', 'assistant'] as const
export type SupportSender = (typeof supportSenders)[number]

export const supportStates = ['writing', 'done', 'failed', 'stopped'] as const
/** An answer is `writing` until it is done, failed, or stopped by its reader. */
export type SupportState = (typeof supportStates)[number]

/**
 * The longest time for writing an answer, in milliseconds; an answer that takes longer was broken off when its server
 * stopped.
 */
export const WRITING_MS = 120_000
