/** First parts of cache keys that more than one feature reads or makes out of date. */

/** Users as an admin sees them: the list, one user, those who wait. */
export const USERS = 'users'
/** Where orders may go: users' own addresses and clients'. */
export const ADDRESSES = 'addresses'
