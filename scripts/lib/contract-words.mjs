/**
 * Leaves the calls' summaries and refusals, which only the server and `/api/openapi.json` need, out of the web app: more than a
 * kilobyte before the first cards.
 */

const SUMMARY = /^ {2}summary:\s+(?:'[^'\n]*'|"[^"\n]*"),\n/gm
const REFUSALS = /^ {2}refusals: \['[A-Z_', ]+\],\n/gm

/**
 * A file of contract/ without its calls' summaries and refusals.
 * @param {string} code
 * @returns {string}
 */
export const withoutServerWords = (code) => code.replace(SUMMARY, '').replace(REFUSALS, '')

/**
 * Leaves the summaries and refusals out of the built web app.
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
