import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '../testkit/cases.ts'
import { buildIndex, inDefaultOrder } from './build.ts'
import { openIndex } from './catalogue-index.ts'
import { sampleItem, sampleQuery, someCatalogue, someQuery } from './sample-items.ts'
import { otherTexts, type Synonym } from './synonyms.ts'

const shop = [
  'Bebote llora y rie',
  'Bebotes mellizos',
  'Nenuco con mamadera',
  'Consola de juegos portatil',
  'Casita plegable',
  'Casa de madera',
].map((description, at) =>
  sampleItem({ articleId: at + 1, code: `C${at + 1}`, description, listPrice: 100 * (at + 1) }),
)
const open = (synonyms: readonly Synonym[]) => openIndex(buildIndex(inDefaultOrder(shop), synonyms))
const find = (text: string, synonyms: readonly Synonym[]) => {
  const index = open(synonyms)
  const { rows, ...about } = index.select(sampleQuery({ text }))
  return { ids: rows.map(index.articleIdOf).sort(), ...about }
}

describe('other words for what is searched (R377)', () => {
  const nenuco = [{ words: 'Nenuco', meaning: 'bebote' }]
  test('a text finds what its meaning finds beside what it finds itself', () => {
    expect(find('nenuco', []).ids).toEqual([3])
    expect(find('nenuco', nenuco).ids).toEqual([1, 2, 3])
    expect(find('NENUCOS', nenuco).ids).toEqual([1, 2, 3])
    expect(find('bebote', nenuco).ids).toEqual([1, 2])
  })

  test('beside other words, of which each article has all', () => {
    expect(find('nenuco mellizos', nenuco).ids).toEqual([2])
    expect(find('nenuco con mamadera', nenuco).ids).toEqual([3])
  })

  test('of several words, which stand together', () => {
    const house = [{ words: 'casa de muñecas', meaning: 'casita' }]
    expect(find('Casas de muñeca', house).ids).toEqual([5])
    expect(find('casa de', house).ids).toEqual([6])
  })

  test('what looks like a code that nobody has is no missing code', () => {
    expect(find('ps5', [])).toMatchObject({ ids: [], found: 'near', missingCodes: ['ps5'] })
    const found = find('ps5', [{ words: 'PS5', meaning: 'consola' }])
    expect(found).toMatchObject({ ids: [4], total: 1 })
    expect(found.found).toBeUndefined()
    expect(found.missingCodes).toBeUndefined()
  })

  test('a meaning is not replaced again, and one without words finds nothing more', () => {
    const circle = [
      { words: 'a', meaning: 'b' },
      { words: 'b', meaning: 'a' },
      { words: 'c', meaning: '%' },
    ]
    expect(otherTexts(circle)(['a', 'c'])).toEqual(['b c', 'a %'])
    expect(find('casita', [{ words: 'casita', meaning: '%' }]).ids).toEqual([5])
  })

  test('one word finds nothing but what it and its meaning find', () => {
    fc.assert(
      fc.property(someCatalogue, someQuery, someQuery, (items, { text: typed }, { text: meaning }) => {
        const words = typed.match(/\p{L}+/u)?.[0] ?? 'x'
        const rows = inDefaultOrder(items)
        const plain = openIndex(buildIndex(rows))
        const ids = (index: typeof plain, text: string) => index.selectAll(sampleQuery({ text })).map(index.articleIdOf)
        const index = openIndex(buildIndex(rows, [{ words, meaning }]))
        const found = ids(index, words)
        const own = ids(plain, words)
        expect(new Set(found).size).toBe(found.length)
        for (const id of own) expect(found).toContain(id)
        // What is near a code counts as well: a meaning is words. A blank one is no condition, and means nothing.
        const near = plain.selectAll(sampleQuery({ text: meaning, similar: true })).map(plain.articleIdOf)
        const meant = new Set(/[\p{L}\p{N}]/u.test(meaning) ? near : [])
        for (const id of found) expect(own.includes(id) || meant.has(id)).toBe(true)
      }),
      { numRuns: cases(500) },
    )
  })
})
