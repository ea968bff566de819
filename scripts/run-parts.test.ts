import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { earlierOutcomes, reportOf } from './lib/release-report.mjs'
import { type Part, runParts, summaryOf } from './lib/run-parts.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bulto-parts-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A part whose script does as `code` says; the script's folder is `here`. */
function part(name: string, code: string, isTests = false): Part {
  const file = join(folder, `${name}.mjs`)
  const head = `import fs from 'node:fs'; const here = ${JSON.stringify(folder)};`
  writeFileSync(file, `${head}\n${code}`)
  return { name, script: [file], isTests }
}
/** What a script does that fails the first time with these words and then passes. */
const passesLater = (stream: 'log' | 'error', words: string) => `
  const mark = here + '/tried'
  if (!fs.existsSync(mark)) { fs.writeFileSync(mark, ''); console.${stream}('${words}'); process.exit(1) }`
const run = (parts: Part[], options: { triesAgain?: boolean; minutes?: number } = {}) =>
  runParts(parts, {
    triesAgain: options.triesAgain ?? true,
    minutes: options.minutes ?? 5,
    reports: { vitest: join(folder, 'vitest.json'), playwright: join(folder, 'playwright.json') },
  })

describe('a command', () => {
  test('that ends well is one test, and what it prints are its figures', async () => {
    const [outcome] = await run([part('cortes', `console.log('20 cortes'); console.error('1/20')`)])
    expect(outcome).toMatchObject({ isGood: true, figures: '20 cortes\n', failures: [], secondTries: [] })
    expect(outcome?.totals).toEqual({ passed: 1, failed: 0, skipped: 0 })
  })

  test('that ends badly without a fault runs once more, and the second try is told with its reason', async () => {
    const outcomes = await run([part('instancias', passesLater('error', 'no hay puerto'))])
    const { lines, totals, isGood } = summaryOf(outcomes, 1)
    expect(isGood).toBe(true)
    expect(totals).toEqual({ passed: 1, failed: 0, skipped: 0 })
    expect(lines).toContain('SOLO AL SEGUNDO INTENTO: instancias\n    no hay puerto')
  })

  test.each([
    ['found a fault', passesLater('log', 'FALTA: un pedido perdido'), true],
    ['fails twice', `process.exit(1)`, true],
    ['fails in a release, where nothing is tried twice', passesLater('error', 'tarde'), false],
  ])('that %s has failed', async (_, code, triesAgain) => {
    const { totals, isGood } = summaryOf(await run([part('cortes', code), part('otro', '')], { triesAgain }), 1)
    expect(isGood).toBe(false)
    expect(totals).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })

  test('that is not over when the time is has failed, and so has what comes after it', async () => {
    const parts = [part('lenta', 'setInterval(() => {}, 1000)'), part('otra', '')]
    const { lines, totals, isGood } = summaryOf(await run(parts, { minutes: 0.01 }), 1)
    expect(isGood).toBe(false)
    expect(totals.failed).toBe(2)
    expect(lines.filter((line) => line.startsWith('MAL: no terminó'))).toHaveLength(2)
  })
})

test('parts that may share the machine run three at a time, and are told in the order of the list', async () => {
  const meets = (own: string) => `
    fs.writeFileSync(here + '/${own}', '')
    const areThere = () => ['a', 'b', 'c'].every((name) => fs.existsSync(here + '/' + name))
    const wait = setInterval(() => { if (areThere()) clearInterval(wait) }, 20)`
  const parts = [
    { ...part('sola', ''), mayShare: false },
    { ...part('una', meets('a')), mayShare: true },
    { ...part('otra', meets('b')), mayShare: true },
    { ...part('tercera', meets('c')), mayShare: true },
    { ...part('cuarta', ''), mayShare: true },
    { ...part('última', `process.exit(fs.existsSync(here + '/b') ? 0 : 1)`), mayShare: false },
  ]
  const outcomes = await run(parts)
  expect(outcomes.map(({ name, isGood }) => [name, isGood])).toEqual(parts.map(({ name }) => [name, true]))
})

describe('a test runner', () => {
  const reporting = (names: string[], code = 0) => {
    const tests = names.map((fullName) => ({ status: 'passed', fullName, failureMessages: ['expected 1'] }))
    const report = {
      numPassedTests: 40,
      testResults: [{ status: 'passed', name: '/a.test.ts', assertionResults: tests }],
    }
    return `fs.writeFileSync(here + '/vitest.json', ${JSON.stringify(JSON.stringify(report))}); process.exit(${code})`
  }

  test.each([
    [2, true, { passed: 40, failed: 0, skipped: 0 }],
    [3, false, { passed: 40, failed: 1, skipped: 0 }],
  ])('with %i tests that passed at their second try: good is %s', async (count, good, wanted) => {
    const names = ['adds', 'removes', 'keeps'].slice(0, count)
    const { lines, totals, isGood } = summaryOf(await run([part('pruebas', reporting(names), true)]), 1)
    expect(isGood).toBe(good)
    expect(totals).toEqual(wanted)
    expect(lines.filter((line) => line.startsWith('SOLO AL SEGUNDO INTENTO'))).toHaveLength(count)
  })

  test('that stops without a failed test counts as a failure, and its last words are told', async () => {
    const code = `console.error('Error: no hay base'); ${reporting([], 1)}`
    const { lines, totals, isGood } = summaryOf(await run([part('pruebas', code, true)]), 1)
    expect(isGood).toBe(false)
    expect(totals).toEqual({ passed: 40, failed: 1, skipped: 0 })
    expect(lines).toContain('MAL: pruebas\n    Error: no hay base')
  })
})

test("the release's report names each command, its result, minutes and figures", async () => {
  mkdirSync(join(folder, 'results'))
  const outcomes = await run(
    [part('carga', `console.log('| p95 | 40 ms |')`), part('cortes', `console.log('FALTA: uno'); process.exit(1)`)],
    { triesAgain: false },
  )
  const report = reportOf(outcomes, { commit: 'abc123', machine: '2 procesadores', date: '2026-01-31', missing: [] })
  expect(report).toContain('abc123')
  expect(report).not.toContain('Falta correr')
  expect(report).toMatch(/\| carga \| `node .*carga\.mjs` \| 2026-01-31 \| bien \| 0,\d \|/)
  expect(report).toMatch(/\| cortes \| `node .*cortes\.mjs` \| 2026-01-31 \| \*\*MAL\*\* \|/)
  expect(report).toContain('| p95 | 40 ms |')
  expect(report).toContain('FALTA: uno')
})

test('a part is told as soon as it has ended, and stays for a later run of the same state alone', async () => {
  const file = join(folder, 'release.json')
  const told: string[] = []
  const parts = [part('carga', ''), part('cortes', 'process.exit(1)')]
  const outcomes = await runParts(parts, { triesAgain: false, onOutcome: ({ name }) => told.push(name) })
  expect(told).toEqual(['carga', 'cortes'])

  expect(earlierOutcomes(file, 'abc123')).toEqual([])
  writeFileSync(file, JSON.stringify({ state: 'abc123', outcomes }))
  expect(earlierOutcomes(file, 'abc123')).toEqual(outcomes)
  expect(earlierOutcomes(file, 'def456')).toEqual([])
  const about = { commit: 'abc123', machine: '2 procesadores', date: '2026-01-31' }
  expect(reportOf(outcomes, { ...about, missing: ['Tres instancias'] })).toContain('Falta correr: Tres instancias.')
})
