/** Puts each style file into a layer of web/styles/layers.css by its folder, so that no file has to name its layer. */

/** @type {[place: RegExp, layer: string][]} */
const LAYERS = [
  [/\/web\/styles\/layers\.css$/, ''],
  [/\/web\/styles\/reset\.css$/, 'reset'],
  [/\/web\/styles\/(tokens|fonts|base)\.css$/, 'base'],
  [/\/web\/styles\/(controls|page)\.css$|\/web\/ui\//, 'ui'],
  [/\/web\/(shell|shop|features|blocks)\//, 'features'],
]

/**
 * The layer of a style file: '' for the file that declares the order, undefined for a place that has none.
 * @param {string} file Its path, with slashes.
 * @returns {string | undefined}
 */
export const layerOf = (file) => LAYERS.find(([place]) => place.test(file))?.[1]

/**
 * Puts the shop's style files into their layers, for the build and for development.
 * @returns {import('vite').Plugin}
 */
export const cssLayers = () => ({
  name: 'css-layers',
  enforce: 'pre',
  transform(css, id) {
    const file = id.replaceAll('\\', '/').replace(/\?.*$/, '')
    if (!file.endsWith('.css') || file.includes('/node_modules/')) return null
    const layer = layerOf(file)
    if (layer === undefined) throw new Error(`no layer for ${file}`)
    return layer === '' ? null : { code: `@layer ${layer} {\n${css}\n}`, map: null }
  },
})
