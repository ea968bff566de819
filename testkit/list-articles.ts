/**
 * Prints articles of the generated catalogue, a line each: code, units of a bulto, multiple, price in pesos, name. They are there
 * to choose from when sample texts for the reader of pasted orders are written.
 *
 *   node --import tsx testkit/list-articles.ts [how many] [seed]
 *
 * The same seed prints the same articles in the same order; the catalogue itself is always the same.
 */
import { pathToFileURL } from 'node:url'
import type { CatalogueItem } from '../engine/item.ts'
import { generateCatalogue } from './generate-catalogue.ts'
import { createRandom } from './random.ts'

/** The catalogue in which sample texts are written and read. */
export const sampleCatalogue = (): CatalogueItem[] => generateCatalogue({ size: 10_000, seed: 20 })

/** Random articles that have a price; the seed decides which. */
function articlesToWriteAbout(count: number, seed: number): CatalogueItem[] {
  const random = createRandom(seed)
  const sold = sampleCatalogue().filter(({ listPrice }) => listPrice > 0)
  return Array.from({ length: count }, () => random.pick(sold))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [count = '200', seed = '1'] = process.argv.slice(2)
  const rows = articlesToWriteAbout(Number(count), Number(seed)).map((article) =>
    [
      article.code,
      article.unitsPerPack,
      article.multiple,
      (article.listPrice / 100).toFixed(2),
      article.description,
    ].join('\t'),
  )
  process.stdout.write(`${['code', 'bulto', 'multiple', 'price', 'name'].join('\t')}\n${rows.join('\n')}\n`)
}
