import { describe, expect, test } from 'vitest'
import type { CatalogueFilter } from '../contract/catalogue.ts'
import { buildIndex, inDefaultOrder } from './build.ts'
import { openIndex } from './catalogue-index.ts'
import { sampleItem } from './sample-items.ts'

const descriptions = [
  'Barbie Fashionista',
  'Muñeca BARBIE sirena',
  'Muñeca baby llorona',
  'Hot Wheels pista',
  'Hot Wheels auto',
  'Lego Friends casa',
  'Figura Peppa Pig',
  'Playmobil pirata',
  'Rompecabezas 100 piezas',
  'Oso de peluche',
  'Pelota de fútbol',
  'Camión 4X4 rojo',
]
const rows = inDefaultOrder(
  descriptions.map((description, at) =>
    sampleItem({
      articleId: at + 1,
      position: at,
      description,
      brandId: at < 2 ? 1 : 2,
      listPrice: 100 * (at + 1),
    }),
  ),
)
const index = openIndex(buildIndex(rows))
const suggest = (text: string, filter: Partial<CatalogueFilter> = {}) =>
  index.suggest({ order: 'default', ...filter, text }, (row) => rows[row]!.description)
const texts = (text: string, filter: Partial<CatalogueFilter> = {}) =>
  suggest(text, filter).map((suggestion) => suggestion.text)

describe('what a text may have been meant as', () => {
  test.each([
    ['jot wils', 'hot wheels'],
    ['hotwheels', 'hot wheels'],
    ['jotwheels', undefined],
    ['pepa', 'peppa'],
    ['playmovil', 'playmobil'],
    ['play movil', 'playmobil'],
    ['rompe cavesas', 'rompecabezas'],
    ['legofriends', 'lego friends'],
    ['lego frends', 'lego friends'],
    ['pelota futvol', 'pelota fútbol'],
    ['muneka sirena', 'muñeca sirena'],
    ['lego xyzzy', 'lego'],
    ['xyzzy', undefined],
    // At most half of the words are left out, and never for one that says nothing.
    ['lego xyzzy qqq', undefined],
    ['xyzzy de', undefined],
  ])('%s: %s', (typed, first) => {
    expect(texts(typed)[0]).toBe(first)
  })

  test('what sounds the same is offered, not what is a letter away and rarer', () => {
    expect(texts('barby')).toEqual(['barbie'])
  })

  test('each finds what it says it finds, at most three, and never the text itself', () => {
    for (const typed of ['barby', 'jot wils', 'oso', 'muneca pista', 'pelota casa pirata', 'a', 'de']) {
      const offered = suggest(typed)
      expect(offered.length).toBeLessThanOrEqual(3)
      for (const { text, total } of offered) {
        expect(text).not.toBe(typed)
        expect(total).toBeGreaterThan(0)
        expect(index.select({ text, order: 'default', page: 0 }).total).toBe(total)
      }
    }
  })

  test('only what the other filters leave is offered', () => {
    expect(texts('barby', { brandId: 2 })).toEqual(['baby'])
    expect(texts('pepa', { maxPrice: 200 })).toEqual([])
  })

  test('codes are never guessed', () => {
    expect(texts('00013')).toEqual([])
    expect(texts('4X5')).toEqual([])
  })

  test('a search that finds nothing but by typing errors says so, one that finds the word does not', () => {
    const approximate = (text: string, page = 0) => index.select({ text, order: 'default', page }).approximate
    expect(approximate('barby')).toBe(true)
    expect(approximate('barbi')).toBeUndefined()
    expect(approximate('baby')).toBeUndefined()
    expect(approximate('xyzzy')).toBeUndefined()
    expect(approximate('')).toBeUndefined()
    expect(approximate('00x01')).toBeUndefined()
  })
})
