/** What keeps a version from being given out. */
import { expect, test } from 'vitest'
import { faultsOf, sectionOf, stepsFor } from './lib/publish.mjs'

const ready = {
  version: '1.0.0',
  locked: '1.0.0',
  changelog:
    '# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-12-01\n\n### Added\n\n- All of it.\n\n## [0.1.0] - 2026-11-20\n\n- A start.\n',
  changes: '',
  commit: '9aff7ce0',
  tags: ['v0.1.0'],
  report: '# Release\n\nCommit 9aff7ce0; 2 procesadores.\n\nbien Pruebas',
}

test('a clean tree of one number, told in the changelog and tested at this commit, may go', () => {
  expect(faultsOf(ready, { tested: true })).toEqual([])
  expect(faultsOf({ ...ready, report: undefined }, { tested: false })).toEqual([])
})

test.each<[string, Partial<typeof ready>, string]>([
  ['a changed file', { changes: ' M server/app.ts' }, 'hay cambios sin guardar en git:\n M server/app.ts'],
  ['another number in the lock file', { locked: '0.1.0' }, 'package-lock.json dice 0.1.0 y package.json 1.0.0'],
  ['a number that is taken', { tags: ['v1.0.0'] }, 'la etiqueta v1.0.0 ya existe: suba el número'],
  ['a changelog without it', { version: '1.1.0', locked: '1.1.0' }, 'CHANGELOG.md no tiene «## [1.1.0] - AAAA-MM-DD»'],
  [
    'a heading without a day',
    { changelog: '## [1.0.0]\n\n- All of it.\n' },
    'CHANGELOG.md no tiene «## [1.0.0] - AAAA-MM-DD»',
  ],
  [
    'something that is not given out yet',
    { changelog: ready.changelog.replace('## [Unreleased]\n', '## [Unreleased]\n\n- More.\n') },
    'CHANGELOG.md tiene cosas en [Unreleased]: son de esta versión, o todavía no están',
  ],
  [
    'tests of another commit',
    { report: 'Commit 1234567; 2 procesadores.' },
    'test-results/release.md no es del commit 9aff7ce0',
  ],
  [
    'tests of a tree with changes',
    { report: ready.report.replace('9aff7ce0', '9aff7ce0 con cambios sin guardar') },
    'test-results/release.md no es del commit 9aff7ce0',
  ],
  [
    'tests that did not all run',
    { report: `${ready.report}\n\nFalta correr: Tres instancias.` },
    'test-results/release.md no tiene todas las partes',
  ],
  [
    'tests that failed',
    { report: `${ready.report}\nMAL Archivos lentos` },
    'test-results/release.md dice que algo está MAL',
  ],
  ['a number of two parts', { version: '1.0', locked: '1.0' }, '«1.0» no es una versión de tres números'],
])('%s is told', (_what, changed, fault) => {
  expect(faultsOf({ ...ready, ...changed }, { tested: true })).toContain(fault)
})

test('the changelog of a version ends where the next one begins', () => {
  expect(sectionOf(ready.changelog, '1.0.0')?.trim()).toBe('### Added\n\n- All of it.')
  expect(sectionOf(ready.changelog, '2.0.0')).toBeUndefined()
})

test('the steps are told, and push only what is named', () => {
  expect(stepsFor('1.0.0', '/tmp/bulto-1.0.0.tar.gz')).toContain("git tag -a v1.0.0 -m 'Bulto 1.0.0'")
})
