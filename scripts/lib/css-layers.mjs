/**
 * Puts each style file into a layer of web/styles/layers.css by its folder, so that no file has to name its layer, and the
 * screen sizes of web/styles/breakpoints.ts where a media query names one.
 */

/** @type {[place: RegExp, layer: string][]} */
const LAYERS = [
  [/\/web\/styles\/layers\.css$/, ''],
  [/\/web\/styles\/reset\.css$/, 'reset'],
  [/\/web\/styles\/(tokens|fonts|base)\.css$/, 'base'],
  [/\/web\/styles\/print\.css$/, 'print'],
  [/\/web\/styles\/(controls|page)\.css$|\/web\/ui\//, 'ui'],
  [/\/web\/(shell|shop|features)\/|\/try\//, 'features'],
]

/**
 * The layer of a style file: '' for the file that declares the order, undefined for a place that has none.
 * @param {string} file Its path, with slashes.
 * @returns {string | undefined}
 */
export const layerOf = (file) => LAYERS.find(([place]) => place.test(file))?.[1]

/**
 * A style sheet whose media queries say the screen size instead of its name. They are for screens alone: a sheet of paper is as
 * narrow as a phone, and its tables must not become cards.
 * @param {string} css
 * @param {Readonly<Record<string, string>>} breakpoints The condition of each name.
 * @returns {string}
 * @throws for a name without a condition
 */
export const withBreakpoints = (css, breakpoints) =>
  css.replace(/@media ([^{};]*\(--[^{};]*)\{/g, (_, query) => {
    const sizes = query.replace(/\(--([\w-]+)\)/g, (/** @type {string} */ _name, /** @type {string} */ name) => {
      const condition = breakpoints[name]
      if (condition === undefined) throw new Error(`no breakpoint --${name}`)
      return condition
    })
    return `@media screen and ${sizes}{`
  })

/**
 * Puts the shop's style files into their layers, with their breakpoints, for the build and for development.
 * @param {Readonly<Record<string, string>>} breakpoints
 * @returns {import('vite').Plugin}
 */
export const cssLayers = (breakpoints) => ({
  name: 'css-layers',
  enforce: 'pre',
  transform(css, id) {
    const file = id.replaceAll('\\', '/').replace(/\?.*$/, '')
    if (!file.endsWith('.css') || file.includes('/node_modules/')) return null
    const layer = layerOf(file)
    if (layer === undefined) throw new Error(`no layer for ${file}`)
    return layer === '' ? null : { code: `@layer ${layer} {\n${withBreakpoints(css, breakpoints)}\n}`, map: null }
  },
})
