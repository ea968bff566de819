import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sampleCatalogue } from '../../../../testkit/list-articles.ts'
import { figuresOf, samplesOf, shelfOf, shopOf, shortCodes, smallShop } from './samples/sample-sets.ts'

const SIZES = [
  ['alone', 0],
  ['600', 600],
  ['10,000', 10_000],
] as const
/** Where the generated part of MEASURES.md begins; what stands above is kept by hand. */
const GENERATED = '<!-- generated -->'
/** The articles that sets bring; the other sets name articles of the generated catalogue. */
const OWN: Readonly<Record<string, typeof smallShop>> = {
  habits: smallShop,
  'hand-22': smallShop,
  'hand-23': smallShop,
  'sealed-e': shortCodes,
}
const sets = readdirSync(new URL('samples', import.meta.url))
  .filter((file) => file.endsWith('.jsonl'))
  .map((file) => file.replace('.jsonl', ''))

test('the sets come to the figures that stand in MEASURES.md', async () => {
  const rows: string[] = []
  const silent = new Map<string, string[]>()
  for (const set of sets) {
    const samples = samplesOf(set)
    for (const [name, more] of SIZES) {
      const shelf = shelfOf(shopOf(samples, OWN[set] ?? [], sampleCatalogue(), more))
      const all = await figuresOf(samples, shelf, (text, line) => {
        const where = `- ${set}, text ${text}, ${name}`
        silent.set(where, [...(silent.get(where) ?? []), line])
      })
      const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`)
      rows.push(
        `| ${[set, name, all.texts, all.lines, percent(all.right, all.lines), all.wrong, all.silent, all.asked, all.unread, all.unseen, percent(all.cleanWhole, all.clean)].join(' | ')} |`,
      )
    }
  }
  const [byHand = ''] = readFileSync(new URL('samples/MEASURES.md', import.meta.url), 'utf8').split(GENERATED)
  const lines = [...silent].map(([where, wrong]) => `${where}: ${wrong.length}, such as \`${wrong[0]}\``)
  const table = [
    byHand + GENERATED,
    '',
    '| set | shop | texts | lines | right | wrong | silent | asked | unread | unseen | clean read whole |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    'Lines taken wrongly without a notice of their own:',
    '',
    ...(lines.length > 0 ? lines : ['None.']),
    '',
  ].join('\n')
  await expect(table).toMatchFileSnapshot('samples/MEASURES.md')
  // Two hundred texts, each in three shops.
}, 240_000)
