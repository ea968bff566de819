import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './lib/prepare.mjs'

/** Code spans that are paths of this repository: a slash or a file's ending, and neither a placeholder nor a call. */
function pathsIn(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '')
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span]) => String(span))
  return [
    ...new Set(spans.filter((span) => /^[\w.-]+(\/[\w.-]+)*(\/|\.(ts|tsx|mjs|cjs|json|md|html|css))$/.test(span))),
  ]
}

test('every path that ARCHITECTURE.md names exists', () => {
  const paths = pathsIn(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))
  expect(paths.length).toBeGreaterThanOrEqual(10)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test.each([
  ['`server/main.ts` and `server/ports/`', ['server/main.ts', 'server/ports/']],
  ['`npm test`, `/api/openapi.json`, `orders.routes`, `features/*/x.ts`', []],
  ['twice `tsconfig.json`, `tsconfig.json`', ['tsconfig.json']],
])('paths in %s', (markdown, paths) => {
  expect(pathsIn(markdown)).toEqual(paths)
})

const read = (path: string) => readFileSync(join(root, path), 'utf8')

const TREES = ['contract', 'engine', 'server', 'web', 'try', 'scripts', 'bench', 'e2e', 'testkit', 'docs']

/** Every text file of the repository that a person wrote. */
function textFiles(): string[] {
  const inTrees = TREES.flatMap((tree) =>
    readdirSync(join(root, tree), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${tree}/${file.replaceAll('\\', '/')}`,
    ),
  )
  return [...readdirSync(root), ...inTrees].filter(
    (file) => /\.(tsx?|mjs|cjs|css|html|md)$/.test(file) || file === 'package.json',
  )
}

/** A rule as comments and documents cite it; a quoted 'R1' is somebody's order number. */
const citedRules = (text: string): string[] => text.match(/(?<![\w'"])R\d{1,3}\b/g) ?? []

/** Where rules stand: those of one context in its SPEC.md, the others in docs/rules.md, which lists the pages. */
const specs = textFiles().filter((file) => file.endsWith('/SPEC.md'))
const rulePages = ['docs/rules.md', ...specs]
const ruleSections = rulePages.flatMap((file) =>
  read(file)
    .split(/^(?=##? |### )/m)
    .flatMap((section) => {
      const rule = /^### (R\d+) (.+)$/m.exec(section)
      return rule ? [{ file, rule: String(rule[1]), title: String(rule[2]), section }] : []
    }),
)
const rules = ruleSections.map(({ rule }) => rule)

test('every rule has a number of its own: R1 to R45, the access table, both specifications, and what was added', () => {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `R${from + n}`)
  const first = [...range(1, 45), ...range(100, 109), ...range(201, 229)]
  // Later ones are given out before they are written: a number may still be missing, none may stand twice.
  const later = rules.filter((rule) => !first.includes(rule))
  expect(rules.filter((rule) => first.includes(rule)).toSorted()).toEqual(first.toSorted())
  expect(later.filter((rule, index) => !/^R(2[3-9]|[34]\d)\d$/.test(rule) || later.indexOf(rule) !== index)).toEqual([])
})

test('the page of rules leads to the page of each context', () => {
  const linked = [...read('docs/rules.md').matchAll(/^\| \[(.+)\]\(\.\.\/\1\/SPEC\.md\) \|/gm)]
  expect(specs.length).toBeGreaterThan(5)
  expect(linked.map(([, folder]) => `${folder}/SPEC.md`).toSorted()).toEqual(specs.toSorted())
})

test('each rule names tests that show it, and each test that such a page names exists', () => {
  const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)
  const untested = ruleSections.filter(({ section }) => {
    const [, shown = ''] = /\b(?:[Ss]hown|[Mm]easured) by\b((?:.|\n)+)/.exec(section) ?? []
    return !pathsIn(shown).some(isTest) && !/`npm run\s+test:\w+`/.test(shown)
  })
  expect(untested.map(({ file, rule }) => `${file}: ${rule}`)).toEqual([])
  const lost = rulePages.flatMap((file) =>
    pathsIn(read(file))
      .filter((path) => isTest(path) && path.includes('/'))
      .filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, dirname(file), path)))
      .map((path) => `${file}: ${path}`),
  )
  expect(lost).toEqual([])
})

/** Texts that users read, in single quotes; `{…}`, '…' and the dot of a list stand between their fixed parts. */
const quotedParts = (markdown: string): string[] => {
  const prose = markdown.replaceAll(/`[^`]+`/g, '').replaceAll(/\s+/g, ' ')
  return [...prose.matchAll(/(?<![\wáéíóúñ])'([^']+)'(?![a-záéíóúñ])/g)]
    .flatMap(([, text]) => String(text).split(/\{\w+\}|…| · /))
    .map((part) => part.trim())
    .filter((part) => part.length > 2)
}

test('every text that a rule quotes stands in a source', () => {
  const sources = textFiles()
    .filter((file) => /^(contract|engine|server|web|try)\/.+\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map(read)
    .join('\n')
    .replaceAll(/\s+/g, ' ')
  const quoted = rulePages.flatMap((file) => quotedParts(read(file)).map((text) => ({ file, text })))
  expect(quoted.length).toBeGreaterThan(200)
  expect(quoted.filter(({ text }) => !sources.includes(text))).toEqual([])
})

test.each([
  ["its user's list says 'No hay pedidos aun..' at first", ['No hay pedidos aun..']],
  ["users' carts: 'Numero de pedido: {number}', `'none'`", ['Numero de pedido:']],
])('texts quoted in %s', (markdown, texts) => {
  expect(quotedParts(markdown)).toEqual(texts)
})

test('every rule that is cited stands somewhere', () => {
  const lost = textFiles().flatMap((file) =>
    citedRules(read(file))
      .filter((rule) => !rules.includes(rule))
      .map((rule) => `${file}: ${rule}`),
  )
  expect(lost).toEqual([])
})

/** Columns of a line of prose; a table's row, a command and an address are as wide as they must be. */
const WIDEST = 110

test('no sentence of a document is wider than a page', () => {
  const wide = textFiles()
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const prose = read(file).replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '')
      return prose
        .split('\n')
        .filter((line) => line.length > WIDEST && !/^\s*\|/.test(line) && line.trim().includes(' '))
        .map((line) => `${file}: ${line.slice(0, 60)}…`)
    })
  expect(wide).toEqual([])
})

test('nobody cites a document that is not in the repository', () => {
  const elsewhere = /\b(READINGS|DESIGN\.md)\b|\bspec [12] sections? \d/
  const lost = textFiles()
    .filter((file) => file !== 'scripts/docs.test.ts')
    .filter((file) => elsewhere.test(read(file)))
  expect(lost).toEqual([])
})

test.each([
  ['as R20 and (R21, R103) say', ['R20', 'R21', 'R103']],
  ["number: 'R1', CR10, R1x, RY10014", []],
])('rules cited in %s', (text, cited) => {
  expect(citedRules(text)).toEqual(cited)
})

test('every link of every document leads to a file', () => {
  const documents = textFiles().filter((file) => file.endsWith('.md'))
  const broken = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map(([, target]) => String(target))
      .filter((target) => !existsSync(join(root, dirname(file), target)))
      .map((target) => `${file}: ${target}`),
  )
  expect(documents).toContain('docs/rules.md')
  expect(broken).toEqual([])
})

describe('decisions', () => {
  const files = readdirSync(join(root, 'docs/decisions')).filter((file) => file !== 'README.md')
  const index = read('docs/decisions/README.md')

  test('each has a number of its own and a line with its date in the index', () => {
    expect(new Set(files.map((file) => file.slice(0, 4))).size).toBe(files.length)
    const entries = [...index.matchAll(/^\| \[(\d{4})\]\(([^)]+)\) .+ \| \d{4}-\d\d-\d\d \| .+ \|$/gm)]
    expect(entries.map(([, , file]) => file)).toEqual(files.sort())
    for (const [, number, file] of entries) expect(file).toMatch(new RegExp(`^${number}-[a-z0-9-]+\\.md$`))
  })

  test('each one that is cited exists', () => {
    const cited = textFiles().flatMap((file) => read(file).match(/\bdecision \d{4}\b/g) ?? [])
    const numbers = files.map((file) => `decision ${file.slice(0, 4)}`)
    expect(cited.filter((decision) => !numbers.includes(decision))).toEqual([])
  })

  test('each has 5 to 30 lines', () => {
    const lengths = files.map((file) => ({
      file,
      lines: read(`docs/decisions/${file}`).trimEnd().split('\n').length,
    }))
    const outside = lengths.filter(({ lines }) => lines < 5 || lines > 30)
    expect(outside).toEqual([])
  })

  test.each(files)('%s begins with its number', (file) => {
    expect(read(`docs/decisions/${file}`)).toMatch(new RegExp(`^# ${file.slice(0, 4)}\\. \\S`))
  })
})

test('the wire names of the glossary are the ones of the contract', () => {
  const declared = textFiles()
    .filter((file) => file.startsWith('contract/'))
    .map(read)
    .join('\n')
  const columns = read('docs/glossary.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Spanish'))
    .map((line) => String(line.split('|')[2]))
  const names = columns.flatMap((column) => [...column.matchAll(/`([^`]+)`/g)].map(([, name]) => String(name)))
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !declared.includes(name))).toEqual([])
})
