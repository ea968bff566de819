import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'bulto-folder-'))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

/** A program that makes a test folder, fills it, says its path and does what is asked. */
const program = (then: string) => [
  ...['--input-type=module', '-e'],
  `import { makeTestFolder } from '${new URL('lib/test-folder.mjs', import.meta.url)}'
   import { writeFileSync } from 'node:fs'
   const folder = makeTestFolder('/nowhere')
   writeFileSync(folder + '/shop', '')
   console.log(folder)
   ${then}`,
]
const env = () => ({ ...process.env, TMPDIR: parent })

test('a run has a folder of its own, which others may enter, and which goes with it', () => {
  const { stdout, status } = spawnSync(process.execPath, program('process.exit(3)'), { env: env(), encoding: 'utf8' })
  expect(status).toBe(3)
  expect(dirname(stdout.trim())).toBe(parent)
  expect(readdirSync(parent)).toEqual([])
})

test('what a killed run left goes with the next one, what a living one uses stays', async () => {
  writeFileSync(join(parent, 'somebody-else'), '')
  const waits = () => spawn(process.execPath, program('setInterval(() => {}, 1000)'), { env: env(), stdio: 'pipe' })
  const [killed, living] = [waits(), waits()]
  const [left, used] = await Promise.all(
    [killed, living].map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()),
  )
  expect(statSync(used ?? '').mode & 0o777).toBe(0o755)
  const ended = once(killed, 'exit')
  killed.kill('SIGKILL')
  await ended
  expect(existsSync(left ?? '')).toBe(true)
  spawnSync(process.execPath, program(''), { env: env() })
  expect(readdirSync(parent).sort()).toEqual([used?.slice(parent.length + 1), 'somebody-else'].sort())
  const gone = once(living, 'exit')
  living.kill('SIGKILL')
  await gone
})
