/** Runs the parts of a landing or of a release, and tells how each went. */
import { spawn } from 'node:child_process'
import { finished } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { root, say } from './prepare.mjs'
import { addTotals, reports as ownReports, readFailures, readSecondTries, readTotals } from './test-totals.mjs'

/**
 * @typedef {object} Part
 * @property {string} name In Spanish.
 * @property {string[]} script The script and its arguments.
 * @property {boolean} [isTests] Whether the script runs a test runner, whose report names its tests. Any other one is a
 *   command that counts as one test; what it writes to stdout are its figures.
 * @property {boolean} [mayShare] Whether it judges nothing by a clock and waits a good part of its time: neighbours in the list
 *   that may share the machine run three at a time.
 * @property {NodeJS.ProcessEnv} [env] Added to this process's own.
 *
 * @typedef {object} Outcome
 * @property {string} name
 * @property {string} command
 * @property {boolean} isGood
 * @property {number} minutes
 * @property {import('./test-totals.mjs').Totals} totals
 * @property {string[]} failures Each with its name and the first lines of its reason.
 * @property {string[]} secondTries What passed only at its second try, in the form of the failures.
 * @property {string} figures What a command wrote to stdout.
 * @property {string} [date] Of the run, YYYY-MM-DD; in the report of a release.
 */

/** A run with more second tries than these has failed. */
const SECOND_TRIES = 2
/** The last lines of a command that ended badly, as its reason. */
const LINES_OF_A_REASON = 8
/** The last lines of a test runner that failed without a failed test: a setup, or an error outside of every test. */
const LINES_OF_A_RUNNER = 40
/** How a command names a fault that it found. */
const FOUND = /^(FALTA|MÁS CARO)/m
/** Parts that run at once where they may share the machine: a run of kills keeps six tenths of a processor busy. */
const AT_ONCE = 3
/** For how long the last words of a script that has ended are waited for, in milliseconds. */
const FLUSH_MS = 2_000

/**
 * Runs all parts, also after one that failed.
 * @param {Part[]} parts
 * @param {object} options
 * @param {boolean} options.triesAgain Whether a command that ended badly without having found a fault runs once more. A found
 *   fault (a lost order, a dearer request) counts the first time.
 * @param {number} [options.minutes] When these are over, the part that runs is ended, and it and the rest have failed.
 * @param {{ vitest: string, playwright: string }} [options.reports] Paths of the test runners' reports.
 * @param {(outcome: Outcome) => void} [options.onOutcome] Called as soon as a part has ended.
 * @returns {Promise<Outcome[]>}
 */
export async function runParts(
  parts,
  { triesAgain, minutes = Number.POSITIVE_INFINITY, reports = ownReports, onOutcome = () => {} },
) {
  const deadline = Date.now() + minutes * 60_000
  /** @param {Part} part @returns {Promise<Outcome>} */
  const run = async (part) => {
    say(`${part.name}…`)
    const started = Date.now()
    const outcome = part.isTests
      ? await runTests(part, reports, deadline)
      : await runCommand(part, triesAgain ? 2 : 1, deadline)
    if (Date.now() >= deadline) markLate(outcome, minutes)
    const spent = (Date.now() - started) / 60_000
    say(`${part.name}: ${outcome.isGood ? 'bien' : 'MAL'}, ${inMinutes(spent)} min`)
    const told = { name: part.name, command: ['node', ...part.script].join(' '), minutes: spent, ...outcome }
    onOutcome(told)
    return told
  }
  /** @type {Outcome[]} */
  const outcomes = []
  for (let at = 0; at < parts.length; at = outcomes.length) {
    const end = parts.findIndex((part, place) => place >= at && !part.mayShare)
    const sharing = parts.slice(at, end < 0 ? parts.length : Math.max(end, at + 1))
    const waiting = sharing.entries()
    const lane = async () => {
      for (const [place, part] of waiting) outcomes[at + place] = await run(part)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  }
  return outcomes
}

/**
 * The last lines of a run: minutes of each part, failures, second tries.
 * @param {Outcome[]} outcomes
 * @param {number} minutes Of the whole run.
 * @returns {{ lines: string[], totals: import('./test-totals.mjs').Totals, isGood: boolean }}
 */
export function summaryOf(outcomes, minutes) {
  let totals = outcomes.map((outcome) => outcome.totals).reduce(addTotals, { passed: 0, failed: 0, skipped: 0 })
  const secondTries = outcomes.flatMap((outcome) => outcome.secondTries)
  const lines = outcomes.map((part) => `${inMinutes(part.minutes)} min  ${part.name}${part.isGood ? '' : ': MAL'}`)
  lines.push(`${inMinutes(minutes)} min en total`)
  lines.push(...secondTries.map((words) => `SOLO AL SEGUNDO INTENTO: ${words}`))
  if (secondTries.length > SECOND_TRIES) {
    totals = addTotals(totals, { passed: 0, failed: 1, skipped: 0 })
    lines.push(`MAL: ${secondTries.length} pruebas pasaron solo al segundo intento; se admiten ${SECOND_TRIES}`)
  }
  lines.push(...outcomes.flatMap(({ failures }) => failures.map((words) => `MAL: ${words}`)))
  const isGood = secondTries.length <= SECOND_TRIES && outcomes.every((outcome) => outcome.isGood)
  return { lines, totals, isGood }
}

/** @param {number} minutes */
const inMinutes = (minutes) => minutes.toFixed(1).replace('.', ',')

/**
 * @param {Part} part
 * @param {{ vitest: string, playwright: string }} reports
 * @param {number} deadline
 */
async function runTests(part, reports, deadline) {
  const { code, output } = await runUntil(part, deadline)
  const isGood = code === 0
  const totals = readTotals(reports)
  const named = readFailures(reports)
  const reasons = named.length > 0 ? named : lastLines(output, LINES_OF_A_RUNNER).map((line) => `    ${line}`)
  return {
    isGood,
    // A run that stops before its first test (format, types, the build) counts as a failure, too.
    totals: isGood || totals.failed > 0 ? totals : addTotals(totals, { passed: 0, failed: 1, skipped: 0 }),
    failures: isGood ? [] : [[part.name, ...reasons].join('\n')],
    secondTries: readSecondTries(reports),
    figures: '',
  }
}

/**
 * @param {Part} part
 * @param {number} tries
 * @param {number} deadline
 */
async function runCommand(part, tries, deadline) {
  const first = await runUntil(part, deadline)
  const reason = [part.name, ...lastLines(first.output, LINES_OF_A_REASON)].join('\n    ')
  const mayTryAgain = first.code !== 0 && tries > 1 && !FOUND.test(first.figures) && Date.now() < deadline
  if (mayTryAgain) say(`${part.name}: MAL; otra vez…`)
  const last = mayTryAgain ? await runUntil(part, deadline) : first
  const isGood = last.code === 0
  return {
    isGood,
    totals: { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 },
    failures: isGood ? [] : [reason],
    secondTries: isGood && mayTryAgain ? [reason] : [],
    figures: last.figures,
  }
}

/**
 * Runs a script with this console until it ends or the deadline ends it.
 * @param {Part} part
 * @param {number} deadline In the form of Date.now().
 * @returns {Promise<{ code: number, figures: string, output: string }>} What it wrote to stdout, and all it wrote.
 */
function runUntil({ script, env = {} }, deadline) {
  return new Promise((resolve, reject) => {
    let figures = ''
    let output = ''
    const child = spawn(process.execPath, script, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    child.stdout.on('data', (/** @type {Buffer} */ text) => {
      process.stdout.write(text)
      figures += String(text)
      output += String(text)
    })
    child.stderr.on('data', (/** @type {Buffer} */ text) => {
      process.stderr.write(text)
      output += String(text)
    })
    const end = () => child.kill('SIGTERM')
    // Node's timers hold 24 days at most.
    const timer = setTimeout(end, Math.min(Math.max(0, deadline - Date.now()), 2 ** 31 - 1))
    let isStopped = false
    const stop = () => {
      isStopped = true
      end()
    }
    process.on('SIGINT', stop).on('SIGTERM', stop)
    child.on('error', reject)
    child.on('exit', async (code) => {
      clearTimeout(timer)
      process.off('SIGINT', stop).off('SIGTERM', stop)
      // A process that the script left behind would hold these open.
      await Promise.race([Promise.all([finished(child.stdout), finished(child.stderr)]), delay(FLUSH_MS)])
      child.stdout.destroy()
      child.stderr.destroy()
      if (isStopped) process.exit(130)
      resolve({ code: code ?? 130, figures: stripVTControlCharacters(figures), output })
    })
  })
}

/**
 * @param {string} output
 * @param {number} most
 */
function lastLines(output, most) {
  const lines = stripVTControlCharacters(output).split('\n')
  return lines.filter((line) => line.trim() !== '').slice(-most)
}

/**
 * @param {Omit<Outcome, 'name' | 'command' | 'minutes'>} outcome Of a part that ran until the deadline or began after it.
 * @param {number} minutes
 */
function markLate(outcome, minutes) {
  if (outcome.isGood) outcome.totals = addTotals(outcome.totals, { passed: 0, failed: 1, skipped: 0 })
  outcome.isGood = false
  outcome.failures.push(`no terminó dentro de los ${minutes} minutos`)
}
