export const MAX_QUESTION_LENGTH = 1000
/** How many questions and answers before it an answer is given with. */
export const MAX_TURNS = 8
/** The most characters of an answer. */
export const MAX_ANSWER_LENGTH = 2000
/** How many questions and answers of a person are kept, the newest. */
export const MAX_KEPT_MESSAGES = 200

/** The placeholder of the spec, for guests. */
export const loginToAsk = 'Please log in to chat'
/** The failure reply of the spec. */
export const assistantFailed = "Sorry, I'm having trouble connecting to the AI. Please try again later."
export const assistantOff = 'The assistant is switched off at the moment.'
export const stillAnswering = 'One moment, I am still answering your last question.'

/** What is said to anything that is not about the site. */
export const onlyAbout = (siteName: string) => `I can only help with questions about ${siteName}.`

export const supportSenders = ['person', 'assistant'] as const
export type SupportSender = (typeof supportSenders)[number]

export const supportStates = ['writing', 'done', 'failed', 'stopped'] as const
/** An answer is `writing` until it is done, failed, or was stopped by its reader. */
export type SupportState = (typeof supportStates)[number]

/** How long an answer may be written; one that takes longer broke off with its server. */
export const WRITING_MS = 120_000
