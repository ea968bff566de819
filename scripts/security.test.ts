/** docs/security.md, docs/asvs.md and docs/dependencies.md say what is so (R292). */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/prepare.mjs'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The requirements of levels 1 and 2 by section; those of level 1 stand before the bar. */
const STANDARD = `
1.1 |1 2; 1.2 1 2 3 4 5|6 7 8 9; 1.3 1 2|3 4 5 6 7 8 9 10 11; 1.4 |1 2 3; 1.5 1|2
2.1 1|2 3; 2.2 1 2|3; 2.3 1|2 3 4; 2.4 |1
3.2 1 2|; 3.3 1|2 3 4; 3.4 1 2|3 4 5 6; 3.5 1 2 3|4 5; 3.7 |1 2
4.1 1|2 3; 4.2 |1; 4.3 |1 2; 4.4 1|2 3 4
5.1 |1; 5.2 1 2|3; 5.3 1 2|; 5.4 |1 2 3
6.1 1|2 3; 6.2 1 2 3 4 5 6 7 8|9 10 11 12; 6.3 1 2|3 4; 6.4 1 2|3 4; 6.5 |1 2 3 4 5; 6.6 |1 2 3; 6.8 |1 2 3 4
7.1 |1 2 3; 7.2 1 2 3 4|; 7.3 |1 2; 7.4 1 2|3 4 5; 7.5 |1 2; 7.6 |1 2
8.1 1|2; 8.2 1 2|3; 8.3 1|; 8.4 |1
9.1 1 2 3|; 9.2 1|2 3 4
10.1 |1 2; 10.2 |1 2; 10.3 |1 2 3 4; 10.4 1 2 3 4 5|6 7 8 9 10 11; 10.5 |1 2 3 4 5; 10.6 |1 2; 10.7 |1 2 3
11.1 |1 2; 11.2 |1 2 3; 11.3 1 2|3; 11.4 1|2 3 4; 11.5 |1; 11.6 |1
12.1 1|2 3; 12.2 1 2|; 12.3 |1 2 3 4
13.1 |1; 13.2 |1 2 3 4 5; 13.3 |1 2; 13.4 1|2 3 4 5
14.1 |1 2; 14.2 1|2 3 4; 14.3 1|2 3
15.1 1|2 3; 15.2 1|2 3; 15.3 1|2 3 4 5 6 7
16.1 |1; 16.2 |1 2 3 4 5; 16.3 |1 2 3 4; 16.4 |1 2 3; 16.5 |1 2 3
17.1 |1; 17.2 |1 2 3 4; 17.3 |1 2`

const words = (text = '') => text.split(' ').filter(Boolean)
const required = new Map<string, string>(
  STANDARD.trim()
    .split(/[;\n]/)
    .flatMap((section) => {
      const [, name, first, second] = /^\s*(\S+) (.*)\|(.*)$/.exec(section) ?? []
      const numbered = (numbers: string | undefined, level: string) =>
        words(numbers).map((number) => [`${name}.${number}`, level] as const)
      return [...numbered(first, '1'), ...numbered(second, '2')]
    }),
)

const asvs = read('docs/asvs.md')
const answers = [...asvs.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| ([\w ]+) \| (.+) \| (.+) \|$/gm)].map(
  ([, number = '', level = '', answer = '', how = '', where = '']) => ({
    number,
    level,
    answer,
    how,
    files: [...where.matchAll(/`([^`]+)`/g)].map(([, file]) => String(file)),
  }),
)
const notApplying = [...asvs.matchAll(/^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) \| [^|]+ \|$/gm)].flatMap(
  ([, numbers = '']) => numbers.split(', '),
)

test('each requirement of levels 1 and 2 is answered once, under its level', () => {
  expect(required.size).toBe(253)
  const answered = [...answers.map(({ number }) => number), ...notApplying]
  expect(answered.toSorted()).toEqual([...required.keys()].toSorted())
  expect(answers.filter(({ number, level }) => required.get(number) !== level)).toEqual([])
  expect(answers.filter(({ answer }) => !['met', 'in part', 'not'].includes(answer))).toEqual([])
})

test('the figures of the page of security are those of the table', () => {
  const count = (wanted: string) => answers.filter(({ answer }) => answer === wanted).length
  const said = /(\d+) requirements, (\d+) met, (\d+) in part, (\d+) not, (\d+) do not apply/.exec(
    read('docs/security.md').replace(/\s+/g, ' '),
  )
  expect(said?.slice(1).map(Number)).toEqual([
    ...[required.size, count('met'), count('in part'), count('not')],
    notApplying.length,
  ])
})

test('each answer names files, and all of them exist', () => {
  expect(answers.filter(({ files }) => files.length === 0)).toEqual([])
  const lost = answers.flatMap(({ number, files }) =>
    files.filter((file) => !existsSync(join(root, file))).map((file) => `${number}: ${file}`),
  )
  expect(lost).toEqual([])
})

test('every table of the database stands in the list of what is stored, or of what is about nobody', () => {
  const declared = read('server/db/tables.ts').split('export interface Tables {')[1]?.split(/^}/m)[0] ?? ''
  const tables = [...declared.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => String(name))
  const listed = read('docs/security.md')
  expect(tables.length).toBeGreaterThan(40)
  expect(tables.filter((name) => !listed.includes(`\`${name}\``))).toEqual([])
})

interface Package {
  license?: string
  dev?: boolean
  integrity?: string
}
const lock: Record<string, Package> = JSON.parse(read('package-lock.json')).packages
const own = JSON.parse(read('package.json'))
const rows = [
  ...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| (\w+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm),
].map(([, name = '', where = '', keeper = '', licence = '']) => ({ name, where, keeper, licence }))

test('every direct package has its row, with its licence; what runs in production is called so', () => {
  const direct = Object.keys({ ...own.dependencies, ...own.devDependencies })
  expect(rows.map(({ name }) => name).toSorted()).toEqual(direct.toSorted())
  const wrong = rows.filter(
    ({ name, where, keeper, licence }) =>
      licence !== lock[`node_modules/${name}`]?.license ||
      keeper.trim() === '' ||
      (where === 'server') !== name in own.dependencies,
  )
  expect(wrong).toEqual([])
})

const FREE = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Zlib',
  'CC0-1.0',
]
/** Packages whose lock tells no licence; two tools say none at all, the others theirs in their files. */
const UNTOLD = ['busboy', 'dicer', 'humanize-number', 'only', 'png-js', 'streamsearch']

/** Taken unchanged, as the licence asks: the list of the commonest passwords, and the package that reads it. */
const COMMONEST_PASSWORDS = ['fxa-common-password-list', 'incremental-encoder']

/** Whether a licence may be used: all of what is joined by AND, one of what is joined by OR. */
function isAllowed(name: string, { license = '', dev = false }: Package): boolean {
  if (license === '') return UNTOLD.includes(name)
  const allowed = [
    ...FREE,
    ...(name.startsWith('@fontsource') ? ['OFL-1.1'] : []),
    ...(name.startsWith('@img/sharp-') ? ['LGPL-3.0-or-later'] : []),
    ...(dev || COMMONEST_PASSWORDS.includes(name) ? ['MPL-2.0', 'MPL 2.0'] : []),
  ]
  return license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => allowed.includes(licence)))
}

test('every package, however deep, has an allowed licence and a hash', () => {
  const packages = Object.entries(lock).filter(([path]) => path !== '')
  expect(packages.length).toBeGreaterThan(300)
  const refused = packages.filter(([path, it]) => !isAllowed(path.replace(/^.*node_modules\//, ''), it))
  expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
  expect(packages.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([])
})

test.each([
  ['GPL-3.0', false],
  ['MIT AND GPL-3.0', false],
  ['MPL-2.0', false],
  ['(BSD-3-Clause OR GPL-2.0)', true],
  ['', false],
])('a package under %j is allowed: %j', (license, allowed) => {
  expect(isAllowed('nuevo', { license })).toBe(allowed)
})

test('the list of parts has each direct package in its version', () => {
  const bom = JSON.parse(
    execFileSync('npm', ['run', '--silent', 'sbom'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    }),
  )
  expect(bom.bomFormat).toBe('CycloneDX')
  const parts = bom.components.map(({ name, version }: Record<string, string>) => `${name} ${version}`)
  const direct = Object.entries({ ...own.dependencies, ...own.devDependencies })
  expect(direct.filter(([name, version]) => !parts.includes(`${name} ${version}`))).toEqual([])
})
