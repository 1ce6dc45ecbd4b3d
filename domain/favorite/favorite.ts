/** What someone reads who presses a heart without being logged in. */
export const loginToFavorite = 'Please log in to favorite items.'
