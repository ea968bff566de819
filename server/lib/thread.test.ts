import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulto-threads-'))
  // Bundled, because a thread that reads TypeScript takes half a second to start.
  await build({
    entryPoints: ['endings-child', 'compressing-thread'].map((name) =>
      fileURLToPath(new URL(`../test/${name}.ts`, import.meta.url)),
    ),
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a thread that ends while it compresses does not end the process', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'endings-child.js')])
  expect(stdout).toBe('all ended')
})
