/** The short form of `npm run test:faults`, from the sources: what a power cut may and may not take. */
import { expect, test } from 'vitest'
import { runFaults } from '../testkit/faults/fault-run.ts'

test('a cut during the first initialisation and one during orders lose and double nothing', async () => {
  const report = await runFaults({ moments: ['init', 'orders'], restartAfter: 0, fromSources: true })
  expect(report.faults).toEqual([])
  expect(report).toMatchObject({ kills: 2, reopened: 3 })
  expect(report.acknowledged).toBeGreaterThan(1)
}, 120_000)
