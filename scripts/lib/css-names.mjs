/**
 * Classes of CSS modules by name: the build writes each short class where it is used. As one object they would travel a second
 * time inside the JavaScript, which counts before the first cards.
 */

const WHOLE = /^import (\w+) from ('[^'\n]*\.module\.css')$/gm

/**
 * A file with its CSS modules imported as namespaces, whose unused names the build leaves out.
 * @param {string} code
 * @returns {string}
 */
export const withNamedClasses = (code) => code.replace(WHOLE, 'import * as $1 from $2')

/**
 * Imports the classes by name in the built web app.
 * @returns {import('vite').Plugin}
 */
export const cssNames = () => ({
  name: 'css-names',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/[^?]*\.tsx?$/ },
    handler: (code) => {
      const named = withNamedClasses(code)
      return named === code ? null : { code: named, map: null }
    },
  },
})
