/** Builds the service worker (web/service-worker/sw.ts), after the web app because it names the app's files. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './prepare.mjs'

/** Modules that lead to screens which work only with the server. Most users never open them, so no device keeps their code. */
const NOT_KEPT = [
  'shell/admin-screens.ts',
  'shell/product-screens.tsx',
  'features/catalogue/bulk-edit/BulkChangesPage.tsx',
  'features/office/order-admin/PendingCartsPage.tsx',
  'features/ordering/order-import/ImportPage.tsx',
]
/** Files that screens need. Pictures and large tools are fetched when they are asked for. */
const KEPT = /\.(js|css|woff2)$/

/**
 * The files of the built app that screens need without signal: all but those that only the modules of NOT_KEPT reach.
 * @param {Record<string, ManifestPart>} manifest The manifest of the build.
 * @param {string[]} files The names in its folder `assets`, also those that the manifest does not name: workers and fonts.
 * @returns {string[]} Addresses, sorted.
 * @throws when a module of NOT_KEPT is not in the manifest: its code would be kept on every device
 *
 * @typedef {{ file: string, css?: string[], assets?: string[], imports?: string[], dynamicImports?: string[] }} ManifestPart
 */
export function filesWithoutSignal(manifest, files) {
  const missing = NOT_KEPT.filter((key) => !manifest[key])
  if (missing.length > 0) throw new Error(`The built web app has no ${missing.join(', ')}`)
  const needed = reached(manifest, ['index.html'], NOT_KEPT)
  const beyond = reached(manifest, Object.keys(manifest), []).filter((file) => !needed.includes(file))
  return files
    .filter((file) => KEPT.test(file))
    .map((file) => `assets/${file}`)
    .filter((file) => !beyond.includes(file))
    .map((file) => `/${file}`)
    .sort()
}

/**
 * The files of some parts of the app and of all parts that they import.
 * @param {Record<string, ManifestPart>} manifest
 * @param {string[]} from
 * @param {string[]} closed Parts not to enter.
 */
function reached(manifest, from, closed) {
  const seen = new Set()
  /** @type {Set<string>} */
  const files = new Set()
  /** @param {string} key */
  const enter = (key) => {
    const part = manifest[key]
    if (!part || seen.has(key) || closed.includes(key)) return
    seen.add(key)
    for (const file of [part.file, ...(part.css ?? []), ...(part.assets ?? [])]) files.add(file)
    for (const next of [...(part.imports ?? []), ...(part.dynamicImports ?? [])]) enter(next)
  }
  for (const key of from) enter(key)
  return [...files]
}

/** Writes dist/web/sw.js as one file, because a browser loads a service worker from a single one. */
export async function buildServiceWorker() {
  const webDir = join(root, 'dist', 'web')
  const manifest = JSON.parse(readFileSync(join(webDir, '.vite', 'manifest.json'), 'utf8'))
  const files = filesWithoutSignal(manifest, readdirSync(join(webDir, 'assets')))
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { FILES: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: webDir,
      emptyOutDir: false,
      target: 'baseline-widely-available',
      rolldownOptions: {
        input: join(root, 'web', 'service-worker', 'sw.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}
