/**
 * Leaves the calls' summaries, refusals and access, which only the server and `/api/openapi.json` need, out of the web app: more
 * than a kilobyte before the first cards.
 */

const SUMMARY = /^ {2}summary:\s+(?:'[^'\n]*'|"[^"\n]*"),\n/gm
/** Who may call. The web app reads the page alone that an admin can close. */
const ACCESS = /^ {2}access: \{([^{}\n]*)\},\n/gm
const PAGE = /\bpage: '[A-Z]+'/
const REFUSALS = /^ {2}refusals: \['[A-Z_', ]+\],\n/gm

/**
 * A file of contract/ without its calls' summaries and refusals, and of their access the page alone.
 * @param {string} code
 * @returns {string}
 */
export const withoutServerWords = (code) =>
  code
    .replace(SUMMARY, '')
    .replace(REFUSALS, '')
    .replace(ACCESS, (_, access) => (PAGE.test(access) ? `  access: { ${PAGE.exec(access)?.[0]} },\n` : ''))

/**
 * Leaves what only the server needs out of the built web app.
 * @returns {import('vite').Plugin}
 */
export const contractWords = () => ({
  name: 'contract-words',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]contract[\\/][\w-]+\.ts$/ },
    handler: (code) => ({ code: withoutServerWords(code), map: null }),
  },
})
