/** What must be so before a version is given out (R417), and what giving it out takes. */

/**
 * @typedef {object} VersionFacts
 * @property {string} version Of package.json.
 * @property {string} locked Of package-lock.json.
 * @property {string} changelog
 * @property {string} changes What git names as changed, one a line; '' for a clean tree.
 * @property {string} commit In short.
 * @property {readonly string[]} tags
 * @property {string | undefined} report test-results/release.md.
 */

const NUMBER = /^\d+\.\d+\.\d+$/

/**
 * What keeps this tree from being given out, in Spanish; an empty list where nothing does.
 * @param {VersionFacts} facts
 * @param {{ tested: boolean }} options `tested`: the report must be of this commit; otherwise the tests are run after these checks.
 * @returns {string[]}
 */
export function faultsOf({ version, locked, changelog, changes, commit, tags, report }, { tested }) {
  const faults = []
  if (!NUMBER.test(version)) faults.push(`«${version}» no es una versión de tres números`)
  if (locked !== version) faults.push(`package-lock.json dice ${locked} y package.json ${version}`)
  if (changes !== '') faults.push(`hay cambios sin guardar en git:\n${changes}`)
  if (tags.includes(`v${version}`)) faults.push(`la etiqueta v${version} ya existe: suba el número`)
  const heading = sectionOf(changelog, version)
  if (heading === undefined) faults.push(`CHANGELOG.md no tiene «## [${version}] - AAAA-MM-DD»`)
  else if (heading.trim() === '') faults.push(`CHANGELOG.md no dice nada de ${version}`)
  const left = sectionOf(changelog, 'Unreleased')
  if (heading !== undefined && left !== undefined && left.trim() !== '')
    faults.push('CHANGELOG.md tiene cosas en [Unreleased]: son de esta versión, o todavía no están')
  if (tested && report === undefined) faults.push('no hay test-results/release.md: corra npm run test:release')
  else if (tested && !report?.includes(`Commit ${commit};`))
    faults.push(`test-results/release.md no es del commit ${commit}`)
  else if (tested && /^Falta correr/m.test(report ?? ''))
    faults.push('test-results/release.md no tiene todas las partes')
  else if (tested && /\bMAL\b/.test(report ?? '')) faults.push('test-results/release.md dice que algo está MAL')
  return faults
}

/**
 * The text of a version in the changelog, without its heading; undefined where there is none, or it has no day.
 * @param {string} changelog
 * @param {string} version Or 'Unreleased', which has no day.
 * @returns {string | undefined}
 */
export function sectionOf(changelog, version) {
  const heading = version === 'Unreleased' ? '## [Unreleased]' : `## [${version}] - `
  const lines = changelog.split('\n')
  const at = lines.findIndex((line) => line.startsWith(heading))
  if (at < 0 || (version !== 'Unreleased' && !/ - \d{4}-\d\d-\d\d$/.test(lines[at] ?? ''))) return undefined
  const after = lines.slice(at + 1)
  const end = after.findIndex((line) => line.startsWith('## '))
  return after.slice(0, end < 0 ? undefined : end).join('\n')
}

/**
 * The commands that give a version out. Nobody runs them here: what was pushed is not taken back.
 * @param {string} version
 * @param {string} archive The release as one file.
 */
export const stepsFor = (version, archive) =>
  [
    `git tag -a v${version} -m 'Bulto ${version}'`,
    `git push origin v${version}`,
    `# y adjunte ${archive} con lo que CHANGELOG.md dice de ${version}`,
  ].join('\n')
