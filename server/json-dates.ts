/** An instant that PostgreSQL wrote into JSON, or null. */
export const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))
