/** The build: esbuild bundles what runs in Node, vite what runs in the browser. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build as bundle } from 'esbuild'
import { build as buildWeb } from 'vite'
import { buildServiceWorker } from './build-service-worker.mjs'
import { compressAssets } from './compress-assets.mjs'
import { buildMark, root } from './prepare.mjs'

/**
 * The files that Node starts: name in dist/server -> source. A worker keeps its file's name, because
 * server/lib/worker-url.ts looks for it by that name in sources and build.
 */
export const SERVER_ENTRIES = {
  bulto: 'server/cli/bulto.ts',
  'embedded-worker': 'server/db/embedded/embedded-worker.ts',
  'catalogue-worker': 'server/catalogue/snapshot/catalogue-worker.ts',
  'priced-whole-worker': 'server/catalogue/snapshot/priced-whole-worker.ts',
  'catalogue-pdf-worker': 'server/papers/catalogue-files/catalogue-pdf-worker.ts',
  'catalogue-sheet-worker': 'server/papers/catalogue-files/catalogue-sheet-worker.ts',
  'certificate-pdf-worker': 'server/media/certificates/certificate-pdf-worker.ts',
  'mail-worker': 'server/ordering/mailbox/mail-worker.ts',
  'list-sheet-worker': 'server/spreadsheets/list-sheet-worker.ts',
  'order-certificates-worker': 'server/papers/order-certificates/order-certificates-worker.ts',
  'chosen-quotation-worker': 'server/papers/quotation/chosen-quotation-worker.ts',
  'trade-paper-pdf-worker': 'server/papers/trade-papers/trade-paper-pdf-worker.ts',
  'trade-paper-sheet-worker': 'server/papers/trade-papers/trade-paper-sheet-worker.ts',
  'uploaded-pdf-worker': 'server/ordering/readers/pdf/uploaded-pdf-worker.ts',
  'uploaded-sheet-worker': 'server/spreadsheets/uploaded-sheet-worker.ts',
}

/** @type {import('esbuild').BuildOptions} */
export const serverOptions = {
  absWorkingDir: root,
  entryPoints: SERVER_ENTRIES,
  outdir: 'dist/server',
  // Shared code goes into the entries' folder, so that a worker's URL relative to import.meta.url is right in any chunk.
  chunkNames: 'chunk-[hash]',
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  logLevel: 'error',
}

/**
 * Builds everything into dist and marks it as complete.
 * @param {string} hashOfSources The mark.
 * @throws when an entry is missing or does not compile
 */
export async function buildAll(hashOfSources) {
  const missing = [...Object.values(SERVER_ENTRIES), 'web/index.html'].filter((file) => !existsSync(join(root, file)))
  if (missing.length > 0) throw new Error(`faltan ${missing.join(', ')}`)
  rmSync(join(root, 'dist', 'server'), { recursive: true, force: true })
  await Promise.all([bundle(serverOptions), buildForVisitors()])
  cpSync(join(root, 'server', 'demo', 'assets'), join(root, 'dist', 'server', 'assets'), { recursive: true })
  await compressAssets(join(root, 'dist', 'web', 'assets'))
  mkdirSync(dirname(buildMark), { recursive: true })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const commit = commitOf(root) ?? `sources.${hashOfSources.slice(0, 12)}`
  writeFileSync(join(root, 'dist', 'version.json'), JSON.stringify({ version, commit }))
  writeFileSync(buildMark, hashOfSources)
}

/**
 * The commit of a checkout in twelve characters, with '-dirty' when a file differs from it.
 * @param {string} folder
 * @returns {string | undefined} Undefined where there is no repository or no git, as in the container's build, which names the
 *   commit in BULTO_COMMIT when whoever builds it says so.
 */
function commitOf(folder) {
  if (process.env.BULTO_COMMIT) return process.env.BULTO_COMMIT
  // Without its own .git the folder may lie inside another repository, whose commit says nothing of the shop.
  if (!existsSync(join(folder, '.git'))) return undefined
  const asked = spawnSync('git', ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return asked.status === 0 ? asked.stdout.trim() : undefined
}

/**
 * Builds the web app as visitors get it, whatever NODE_ENV is: a test that builds would otherwise leave React's
 * development version in dist. NODE_ENV is restored afterwards, because the shop reads it too.
 */
async function buildForVisitors() {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    await buildWeb({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
    await buildServiceWorker()
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}
