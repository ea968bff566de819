/** How much JavaScript the browser needs before the first cards of the catalogue stand on the screen. */
import { gzipSync } from 'node:zlib'

const CATALOGUE_PAGE = '/web/features/catalogue/CataloguePage.tsx'

/**
 * @typedef {{ type: string, fileName: string, code?: string, source?: string | Uint8Array, isEntry?: boolean,
 *   imports?: string[], moduleIds?: string[] }} OutputFile
 * @typedef {{ file: string, gzipBytes: number }} CountedFile
 * @typedef {{ gzipBytes: number, files: CountedFile[] }} FirstLoad
 */

/**
 * The entry, the catalogue page's chunk, the modules that index.html preloads, and all that those import statically.
 * @param {readonly OutputFile[]} output What vite built.
 * @param {string} [page] The end of the module id of the page that shows the first cards.
 * @returns {FirstLoad} Bytes after gzip at its highest level, largest file first.
 * @throws when the page is in no chunk: it was renamed, and the figure would be too good.
 */
export function firstLoad(output, page = CATALOGUE_PAGE) {
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((file) => [file.fileName, file]))
  const pageChunk = [...chunks.values()].find(({ moduleIds = [] }) =>
    moduleIds.some((id) => id.replaceAll('\\', '/').endsWith(page)),
  )
  if (!pageChunk) throw new Error(`ningún archivo contiene ${page}`)
  const entries = [...chunks.values()].filter(({ isEntry }) => isEntry)
  const waiting = [...entries, pageChunk].map(({ fileName }) => fileName).concat(preloaded(output))
  const needed = new Set()
  for (const name of waiting) {
    if (needed.has(name)) continue
    needed.add(name)
    waiting.push(...(chunks.get(name)?.imports ?? []).filter((imported) => chunks.has(imported)))
  }
  const files = [...chunks.values()]
    .filter(({ fileName }) => needed.has(fileName))
    .map(({ fileName, code = '' }) => ({ file: fileName, gzipBytes: gzipSync(code, { level: 9 }).length }))
    .sort((a, b) => b.gzipBytes - a.gzipBytes)
  return { gzipBytes: files.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0), files }
}

/** @param {readonly OutputFile[]} output */
function preloaded(output) {
  const html = String(output.find(({ fileName }) => fileName === 'index.html')?.source ?? '')
  return [...html.matchAll(/<link[^>]+rel="modulepreload"[^>]+href="\/([^"]+)"/g)].map(([, href]) =>
    String(href),
  )
}

/** @param {FirstLoad} size */
export function formatSize({ gzipBytes, files }) {
  const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1024).toFixed(1).replace('.', ',')} KB`
  const parts = files.map(({ file, gzipBytes: bytes }) => `${file} ${kilobytes(bytes)}`).join(', ')
  return `JavaScript antes de los primeros artículos: ${kilobytes(gzipBytes)} gzip (${parts})`
}
