/** The worker threads' code, bundled once for a run of tests: from the sources each thread would take half a second to start. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { SERVER_ENTRIES, serverOptions } from '../../scripts/lib/build-all.mjs'

/** As deep below the repository as a build, whose modules find the fonts from there. */
const folder = new URL('../../node_modules/.worker-bundles/', import.meta.url)

/** Bundles the workers; tells the processes that run tests where, by an environment variable. */
export async function bundleWorkers(): Promise<void> {
  const { bulto: _command, ...workers } = SERVER_ENTRIES
  await build({ ...serverOptions, entryPoints: workers, outdir: fileURLToPath(folder), sourcemap: false })
  process.env.WORKER_BUNDLES = folder.href
}
