/** Searches as customers type them, drawn from a catalogue, so that most of them find something. */

import type { CatalogueOrder, CatalogueQuery } from '../contract/catalogue.ts'
import { fold } from '../contract/codes.ts'
import type { CatalogueItem } from '../engine/item.ts'
import { createRandom, type Random } from '../testkit/random.ts'

/** One letter dropped, added, replaced or swapped with its neighbour. */
function mistype(random: Random, word: string): string {
  const at = random.between(1, word.length - 2)
  const letter = random.pick([...'abcdefghijklmnopqrstuvwxyz'])
  const after = word.slice(at + 1)
  switch (random.between(0, 3)) {
    case 0:
      return word.slice(0, at) + after
    case 1:
      return word.slice(0, at) + letter + word.slice(at)
    case 2:
      return word.slice(0, at) + letter + after
    default:
      return word.slice(0, at) + after.charAt(0) + word.charAt(at) + after.slice(1)
  }
}

type Draft = Partial<CatalogueQuery>

/** The kinds of searches that customers make; each is drawn equally often. */
function draftKinds(random: Random, items: readonly CatalogueItem[]): readonly (() => Draft)[] {
  const wordsOf = (item: CatalogueItem): string[] => fold(item.description).match(/[a-z]{3,}/g) ?? ['auto']
  const word = (): string => random.pick(wordsOf(random.pick(items)))
  const longWord = (): string => {
    for (;;) {
      const found = word()
      if (found.length >= 5) return found
    }
  }
  const order = (): CatalogueOrder => random.pick(['default', 'priceAsc', 'priceDesc'])
  const range = (): Draft => ({
    minPrice: random.between(1, 30) * 10_000,
    maxPrice: random.between(40, 500) * 10_000,
  })
  const twoWords = (): string => {
    const words = wordsOf(random.pick(items))
    return `${random.pick(words)} ${random.pick(words)}`
  }
  const category = (item: CatalogueItem): Draft => ({ categoryId: item.categoryId ?? undefined })

  return [
    () => ({ text: word() }),
    () => ({ text: twoWords(), page: random.between(0, 2) }),
    () => ({ text: word().slice(0, random.between(2, 4)) }),
    () => ({ text: longWord().slice(1, 4) }),
    () => ({ text: mistype(random, longWord()) }),
    () => ({ text: `${word()} ${mistype(random, longWord())}` }),
    () => ({ text: random.pick(items).code }),
    () => ({ text: random.pick(items).code.slice(-4) }),
    () => ({ text: random.pick(items).alias.slice(0, random.pick([6, 13])) }),
    () => {
      const item = random.pick(items)
      return { text: random.pick(wordsOf(item)), ...category(item), order: order() }
    },
    () => {
      const item = random.pick(items)
      return { text: random.pick(wordsOf(item)), ...category(item), order: order(), ...range() }
    },
    () => {
      const item = random.pick(items)
      return { ...category(item), subcategoryId: item.subcategoryId ?? undefined, order: order() }
    },
    () => ({ brandId: random.between(0, 6), order: order(), page: random.between(0, 9), ...range() }),
    () => ({ order: order(), page: random.between(0, Math.floor(items.length / 25)) }),
  ]
}

/** `count` different queries about `items`; the same seed always gives the same ones. */
export function generateQueries(
  items: readonly CatalogueItem[],
  { count, seed = 2 }: { count: number; seed?: number },
): CatalogueQuery[] {
  const random = createRandom(seed)
  const kinds = draftKinds(random, items)
  const queries = new Map<string, CatalogueQuery>()
  for (let i = 0; queries.size < count; i++) {
    const draft = kinds[i % kinds.length]?.()
    const query: CatalogueQuery = { text: '', order: 'default', page: 0, ...draft }
    queries.set(JSON.stringify(query), query)
  }
  return [...queries.values()]
}
