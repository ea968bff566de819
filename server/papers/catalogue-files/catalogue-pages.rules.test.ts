import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Density, densities } from '../../../contract/documents.ts'
import { type Branch, GRIDS, indexGrid, layOut, PAPER } from './catalogue-pages.rules.ts'

const branch = fc.record({
  brand: fc.constantFrom('Rayuela', 'Tilo'),
  category: fc.constantFrom('Autos', 'Bloques', ''),
  subcategory: fc.constantFrom('', 'Madera', 'Plástico'),
  size: fc.integer({ min: 0, max: 40 }),
})
type Sizes = readonly { brand: string; category: string; subcategory: string; size: number }[]

/** Articles are numbers; `photoOf` says which have a photo, and every seventh has a long name. */
function lay(sizes: Sizes, { perPage = 12 as Density, photoOf = (_: number): boolean => true } = {}) {
  let last = 0
  const branches: Branch<number>[] = sizes.map(({ size, ...place }) => ({
    ...place,
    items: Array.from({ length: size }, () => ++last),
  }))
  const extraLines = (item: number) => (item % 7 === 0 ? 2 : 0)
  return { items: last, branches, printed: layOut(branches, perPage, { hasPhoto: photoOf, extraLines }) }
}
const anyShop = {
  sizes: fc.array(branch, { maxLength: 30 }),
  perPage: fc.constantFrom(...densities),
  /** Every n-th article has a photo; 0: none. */
  nth: fc.integer({ min: 0, max: 4 }),
}
const photoEvery = (nth: number) => (item: number) => nth > 0 && item % nth === 0
const BOTTOM = PAPER.height - PAPER.margin - PAPER.footer

describe('a laid-out catalogue', () => {
  test('holds every article once and in order, inside the paper, none over another', () => {
    fc.assert(
      fc.property(anyShop.sizes, anyShop.perPage, anyShop.nth, (sizes, perPage, nth) => {
        const { items, printed } = lay(sizes, { perPage, photoOf: photoEvery(nth) })
        const all = printed.pages.flatMap(({ cards }) => cards)
        expect(all.map(({ item }) => item)).toEqual(Array.from({ length: items }, (_, place) => place + 1))
        for (const { cards, headings } of printed.pages) {
          expect(cards.length).toBeGreaterThan(0)
          for (const [place, a] of cards.entries()) {
            expect(a.y + a.height).toBeLessThanOrEqual(BOTTOM + 0.01)
            expect(a.x + a.width).toBeLessThanOrEqual(PAPER.width - PAPER.margin + 0.01)
            for (const b of cards.slice(place + 1)) {
              const apart =
                a.y + a.height <= b.y + 0.01 || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x
              expect(apart).toBe(true)
            }
          }
          // No heading is the last of its page, and none stands over a card.
          for (const { x, y } of headings) {
            expect(cards.some((card) => card.y > y && card.x <= x + 0.01)).toBe(true)
            expect(
              cards.some((card) => card.x <= x && x < card.x + card.width && card.y <= y && y < card.y + card.height),
            ).toBe(false)
          }
        }
      }),
    )
  })

  test('has an index whose pages are those where the headings stand', () => {
    fc.assert(
      fc.property(anyShop.sizes, anyShop.nth, (sizes, nth) => {
        const { printed } = lay(sizes, { photoOf: photoEvery(nth) })
        const standing = printed.pages.flatMap(({ headings }, place) =>
          headings.flatMap(({ lines }) => lines.map((line) => ({ ...line, page: 1 + printed.indexPages + place + 1 }))),
        )
        expect(printed.index).toEqual(standing)
      }),
    )
  })

  test('names on each page what goes on from the page before', () => {
    const { printed } = lay([{ brand: 'Rayuela', category: 'Autos', subcategory: 'Madera', size: 40 }])
    const [first, second] = printed.pages
    expect(first?.headings.map(({ title, after }) => [title, after])).toEqual([
      ['Rayuela', ''],
      ['Autos', 'Madera'],
    ])
    expect(second?.headings.map(({ title, after }) => [title, after])).toEqual([['Autos · Madera', '(continúa)']])
    expect(second?.running).toBe('Rayuela · Autos · Madera')
  })

  test.each(densities)('takes %i articles with a photo on a page that begins within a category', (perPage) => {
    const { printed } = lay([{ brand: 'Rayuela', category: 'Autos', subcategory: '', size: 200 }], {
      perPage,
    })
    expect(printed.pages[1]?.cards).toHaveLength(perPage)
    // The page is full: nothing is left over below its last row.
    expect(Math.max(...(printed.pages[1]?.cards ?? []).map(({ y, height }) => y + height))).toBeCloseTo(BOTTOM, 1)
  })

  test('leaves no holes between small subcategories: each has its heading above its first card', () => {
    const small = ['Madera', 'Plástico', 'Tela', 'Metal', 'Papel', 'Goma']
    const sizes = small.map((subcategory) => ({ brand: 'Rayuela', category: 'Autos', subcategory, size: 1 }))
    const { printed } = lay(sizes)
    const [page] = printed.pages
    expect(new Set(page?.cards.map(({ y }) => y)).size).toBe(2)
    expect(page?.headings.slice(2).map(({ title, x }) => [title, x])).toEqual(
      small.slice(1).map((title, at) => [title, page?.cards[at + 1]?.x]),
    )
  })

  test('puts two articles without a photo above each other beside one that has one', () => {
    const { printed } = lay([{ brand: 'Rayuela', category: 'Autos', subcategory: '', size: 5 }], {
      photoOf: (item) => item === 1,
    })
    const cards = printed.pages[0]?.cards ?? []
    const [a, b, c, d, e] = cards
    expect([b?.x, d?.x]).toEqual([c?.x, e?.x])
    expect([b?.y, d?.y]).toEqual([a?.y, a?.y])
    expect(c!.y + c!.height).toBeCloseTo(a!.y + a!.height)
  })

  test('is lower where no article of a row has a photo', () => {
    const sizes = [{ brand: 'Rayuela', category: 'Autos', subcategory: '', size: 6 }]
    const { printed } = lay(sizes, { photoOf: () => false })
    expect(printed.pages[0]?.cards.map(({ height }) => height)).toEqual(Array(6).fill(GRIDS[12].low))
  })

  test.each([
    [20, 1, 52],
    [104, 1, 52],
    [112, 1, 56],
    [120, 1, 60],
    [121, 2, 52],
  ])('an index of %d lines takes %d pages, closer together where that saves one', (count, pages, lines) => {
    const grid = indexGrid(count)
    expect(grid).toMatchObject({ pages, lines })
    expect(grid.lines * grid.lineHeight).toBeCloseTo(indexGrid(1).lines * indexGrid(1).lineHeight)
    expect(grid.lineHeight).toBeGreaterThan(11)
  })
})
