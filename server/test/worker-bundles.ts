/** The worker threads' code, bundled once for a run of tests: from the sources each thread would take half a second to start. */
import { readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { SERVER_ENTRIES, serverOptions } from '../../scripts/lib/build-all.mjs'

const modules = new URL('../../node_modules/', import.meta.url)
/** Followed by the run's process id; as deep below the repository as a build, whose modules find the fonts from there. */
const NAME = '.worker-bundles-'

/** Whether a process of this id runs. */
function isRunning(run: number): boolean {
  try {
    process.kill(run, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Bundles the workers; tells the processes that run tests where, by an environment variable. Each run has a folder of its
 * own: two runs at once would write over each other's modules while their threads load them.
 * @returns a function that removes the folder
 */
export async function bundleWorkers(): Promise<() => void> {
  // Runs that were killed have left theirs.
  for (const name of readdirSync(modules))
    if (name.startsWith(NAME) && !isRunning(Number(name.slice(NAME.length)))) remove(new URL(`${name}/`, modules))
  const folder = new URL(`${NAME}${process.pid}/`, modules)
  const { bulto: _command, ...workers } = SERVER_ENTRIES
  await build({ ...serverOptions, entryPoints: workers, outdir: fileURLToPath(folder), sourcemap: false })
  process.env.WORKER_BUNDLES = folder.href
  return () => remove(folder)
}

function remove(folder: URL): void {
  rmSync(folder, { recursive: true, force: true })
}
