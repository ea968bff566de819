/** Adds up what the two test runners report. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

/** Where the two runners leave what they report. */
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
    passed: report?.stats.expected ?? 0,
    failed: (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0) + (report?.errors?.length ?? 0),
    skipped: report?.stats.skipped ?? 0,
  }
}

/** @param {string} path */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
