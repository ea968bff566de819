/** The page to try the search with one's own list: one file, whose policy lets nothing out. */
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './prepare.mjs'

/** @param {string} text */
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Writes dist/try/index.html. A page from a disk may load neither modules nor a worker's file, so that all of it stands in the page.
 * @returns {Promise<{ file: string, bytes: number }>}
 */
export async function buildTry() {
  const built = await build({ configFile: join(root, 'vite.try.config.ts'), logLevel: 'warn', mode: 'production' })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
  const chunks = outputs.flatMap((part) => (part.type === 'chunk' ? [part.code] : []))
  const styles = outputs.flatMap((part) =>
    part.type === 'asset' && part.fileName.endsWith('.css') ? [String(part.source)] : [],
  )
  const [script] = chunks
  if (script === undefined || chunks.length !== 1 || styles.length !== 1)
    throw new Error(`one script and one style were expected, not ${chunks.length} and ${styles.length}`)
  const page = pageOf(script.trim().replaceAll('</script', '<\\/script'), String(styles[0]).trim())
  const folder = join(root, 'dist', 'try')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'index.html')
  writeFileSync(file, page)
  return { file, bytes: Buffer.byteLength(page) }
}

/**
 * @param {string} script
 * @param {string} style
 */
function pageOf(script, style) {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'worker-src blob:',
    'img-src data:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="es-AR">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>Pruebe la búsqueda con su lista</title>
<style>${style}</style>
</head>
<body>
<div id="root"></div>
<noscript>Esta página necesita JavaScript.</noscript>
<script>${script}</script>
</body>
</html>
`
}
