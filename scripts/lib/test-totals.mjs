/** Adds up the reports of the two test runners, and lists the failures and what passed at its second try. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './prepare.mjs'

/** Paths of the two runners' JSON reports. */
export const reports = {
  vitest: join(root, 'test-results', 'vitest.json'),
  playwright: join(root, 'test-results', 'playwright.json'),
}

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Totals
 */

/**
 * @param {{ vitest: string, playwright: string }} reports Paths of the JSON reports; one that was never written
 *   counts nothing.
 * @returns {Totals}
 */
export function readTotals({ vitest, playwright }) {
  return addTotals(totalsOfVitest(readReport(vitest)), totalsOfPlaywright(readReport(playwright)))
}

/**
 * @param {Totals} sum
 * @param {Totals} part
 * @returns {Totals}
 */
export function addTotals(sum, part) {
  return {
    passed: sum.passed + part.passed,
    failed: sum.failed + part.failed,
    skipped: sum.skipped + part.skipped,
  }
}

/**
 * A file that fails before its first test counts as one failure.
 * @param {any} report
 * @returns {Totals}
 */
export function totalsOfVitest(report) {
  const broken = (report?.testResults ?? []).filter(
    (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + broken.length,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  }
}

/**
 * Errors outside of any test (a file that does not load, a setup that fails) count as failures.
 * @param {any} report
 * @returns {Totals}
 */
export function totalsOfPlaywright(report) {
  return {
    passed: (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0),
    failed: (report?.stats.unexpected ?? 0) + (report?.errors?.length ?? 0),
    skipped: report?.stats.skipped ?? 0,
  }
}

/**
 * The failures, to be printed again at the end of a long log.
 * @param {{ vitest: string, playwright: string }} reports Paths of the JSON reports.
 * @returns {string[]} For each failure its file, its name and the first lines of its message.
 */
export function readFailures({ vitest, playwright }) {
  return [...failuresOfVitest(readReport(vitest)), ...failuresOfPlaywright(readReport(playwright))]
}

/**
 * What passed only at its second try, with what the first one said.
 * @param {{ vitest: string, playwright: string }} reports Paths of the JSON reports.
 * @returns {string[]} In the form of `readFailures`.
 */
export function readSecondTries({ vitest, playwright }) {
  return [...secondTriesOfVitest(readReport(vitest)), ...secondTriesOfPlaywright(readReport(playwright))]
}

/**
 * @param {any} report
 * @returns {string[]}
 */
export function failuresOfVitest(report) {
  const broken = (report?.testResults ?? [])
    .filter((/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0)
    .map((/** @type {any} */ file) => failure(relative(root, file.name), [file.message]))
  return [...testsOfVitest(report, (test) => test.status === 'failed'), ...broken]
}

/**
 * @param {any} report
 * @returns {string[]}
 */
export function secondTriesOfVitest(report) {
  // A test that failed, ran again and passed keeps what its first try said.
  return testsOfVitest(report, (test) => test.status === 'passed' && test.failureMessages.length > 0)
}

/**
 * @param {any} report
 * @returns {string[]}
 */
export function failuresOfPlaywright(report) {
  const outside = (report?.errors ?? []).map((/** @type {any} */ error) => failure('playwright', [error.message]))
  return [...outside, ...testsOfPlaywright(report, 'unexpected')]
}

/**
 * @param {any} report
 * @returns {string[]}
 */
export function secondTriesOfPlaywright(report) {
  return testsOfPlaywright(report, 'flaky')
}

/**
 * @param {any} report
 * @param {(test: any) => boolean} isWanted
 * @returns {string[]}
 */
function testsOfVitest(report, isWanted) {
  return (report?.testResults ?? []).flatMap((/** @type {any} */ file) =>
    file.assertionResults
      .filter(isWanted)
      .map((/** @type {any} */ test) =>
        failure(`${relative(root, file.name)} › ${test.fullName}`, test.failureMessages),
      ),
  )
}

/**
 * @param {any} part A report or one of its suites.
 * @param {'unexpected' | 'flaky'} status
 * @returns {string[]}
 */
function testsOfPlaywright(part, status) {
  const own = (part?.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests
      .filter((/** @type {any} */ test) => test.status === status)
      .map((/** @type {any} */ test) =>
        failure(
          `[${test.projectName}] ${spec.file}:${spec.line} › ${spec.title}`,
          test.results.flatMap((/** @type {any} */ run) => run.errors.map((/** @type {any} */ error) => error.message)),
        ),
      ),
  )
  return [...own, ...(part?.suites ?? []).flatMap((/** @type {any} */ suite) => testsOfPlaywright(suite, status))]
}

/** The first lines of a message say what was expected; the whole message is further up in the log. */
const LINES_OF_A_FAILURE = 8

/**
 * @param {string} name
 * @param {(string | undefined)[]} messages
 */
function failure(name, messages) {
  const lines = messages.flatMap((message) => stripVTControlCharacters(message ?? '').split('\n'))
  const firstLines = lines.filter((line) => line.trim() !== '').slice(0, LINES_OF_A_FAILURE)
  return [name, ...firstLines.map((line) => `    ${line}`)].join('\n')
}

/** @param {string} path */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
