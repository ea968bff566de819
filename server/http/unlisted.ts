/** Headers of pages and files that only somebody with a link should find. */

/** No search engine lists the page, and no browser sends its address, which is its key, on as a referrer. */
export const UNLISTED = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' } as const
