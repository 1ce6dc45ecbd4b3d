/** The message for a guest who presses a favourite button. */
export const loginToFavorite = 'Please log in to favorite items.'
