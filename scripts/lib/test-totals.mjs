/** Adds up what the two test runners report. */
import { existsSync, readFileSync } from 'node:fs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Totals
 */

/**
 * @param {{ vitest: string, playwright: string }} reports Paths of the JSON reports; one that was never written
 *   counts nothing.
 * @returns {Totals}
 */
export function readTotals({ vitest, playwright }) {
  const parts = [totalsOfVitest(readReport(vitest)), totalsOfPlaywright(readReport(playwright))]
  return parts.reduce((sum, part) => ({
    passed: sum.passed + part.passed,
    failed: sum.failed + part.failed,
    skipped: sum.skipped + part.skipped,
  }))
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
