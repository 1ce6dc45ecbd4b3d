export const roles = ['renter', 'owner', 'admin'] as const
export type Role = (typeof roles)[number]

/**
 * The portals of the login modal, one for each role. The tag tells knip that two names for one value are on purpose.
 *
 * @alias
 */
export const portals = roles
export type Portal = Role

/** The roles a person can sign up for. The first admin comes from the command line. */
export const signUpRoles = ['renter', 'owner'] as const
export type SignUpRole = (typeof signUpRoles)[number]

export type VerificationStatus = 'unverified' | 'verified' | 'rejected'

export const loginFailed = 'Login failed. Please check your credentials and selected portal.'
export const signUpFailed = 'Signup failed. This email might already be registered.'
export const accountCreated = 'Account created successfully!'
export const loggedOut = 'Logged out.'
/** The message of a page that was loaded for one account, once its browser is logged in as another one. */
export const otherAccount = 'Someone else is logged in here now. Please load the page again.'

/** Where a person lands after log-in, by role. */
export function homeOf(role: Role): string {
  return role === 'admin' ? '/admin' : '/profile'
}

/** How many days after the end of a rental its two people still see each other's full names. */
export const FULL_NAME_DAYS = 30

/** First name and the initial of the last, as strangers see a person: `Ana R.` */
export function publicName(person: { firstName: string; lastName: string }): string {
  const initial = [...person.lastName][0]
  return initial ? `${person.firstName} ${initial}.` : person.firstName
}
