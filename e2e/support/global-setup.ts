/** Fills the data folders that every worker copies, once per run. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TEMPLATES } from '../../testkit/shop-data.ts'

const maker = fileURLToPath(new URL('make-templates.ts', import.meta.url))

// Playwright looks for the default export of a global setup.
// biome-ignore lint/style/noDefaultExport: as above.
export default function globalSetup(): () => void {
  // With this variable a run uses templates that were filled before.
  if (process.env[TEMPLATES]) return () => {}
  const folder = mkdtempSync(join(tmpdir(), 'bulto-e2e-'))
  process.env[TEMPLATES] = folder
  // A process of its own: the database's threads read TypeScript through tsx, not through Playwright.
  execFileSync(process.execPath, ['--import', 'tsx', maker, folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return () => rmSync(folder, { recursive: true, force: true })
}
