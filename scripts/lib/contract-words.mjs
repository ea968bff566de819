/** Leaves the calls' summaries, which only `/api/openapi.json` needs, out of the web app: a kilobyte before the first cards. */

const SUMMARY = /^ {2}summary:\s+(?:'[^'\n]*'|"[^"\n]*"),\n/gm

/**
 * A file of contract/ without its calls' summaries.
 * @param {string} code
 * @returns {string}
 */
export const withoutSummaries = (code) => code.replace(SUMMARY, '')

/**
 * Leaves the summaries out of the built web app.
 * @returns {import('vite').Plugin}
 */
export const contractWords = () => ({
  name: 'contract-words',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]contract[\\/][\w-]+\.ts$/ },
    handler: (code) => ({ code: withoutSummaries(code), map: null }),
  },
})
