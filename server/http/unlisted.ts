/** What goes with whatever only those with a link should find. */

/** No search engine lists it, and its address, which is its key, goes to nobody as the page somebody came from. */
export const UNLISTED = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' } as const
