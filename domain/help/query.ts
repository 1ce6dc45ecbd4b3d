/** The most characters of a search through the help texts. */
export const MAX_HELP_QUERY = 200
