import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Branch, CARD_HEIGHT, COLUMNS, layOut, PAPER } from './catalogue-pages.rules.ts'

const branch = fc.record({
  brand: fc.constantFrom('Rayuela', 'Tilo'),
  category: fc.constantFrom('Autos', 'Bloques', 'Sin categoría'),
  subcategory: fc.constantFrom('', 'Madera', 'Plástico'),
  size: fc.integer({ min: 0, max: 40 }),
})

describe('a laid-out catalogue', () => {
  const lay = (sizes: { brand: string; category: string; subcategory: string; size: number }[]) => {
    let last = 0
    const branches: Branch<number>[] = sizes.map(({ size, ...place }) => ({
      ...place,
      items: Array.from({ length: size }, () => ++last),
    }))
    return { items: last, printed: layOut(branches, CARD_HEIGHT.withPhoto) }
  }

  test('holds every article once and in order, inside the paper, none over another', () => {
    fc.assert(
      fc.property(fc.array(branch, { maxLength: 30 }), (branches) => {
        const { items, printed } = lay(branches)
        const cards = printed.pages.flatMap(({ cards }) => cards)
        expect(cards.map(({ item }) => item)).toEqual(Array.from({ length: items }, (_, place) => place + 1))
        for (const { cards, headings } of printed.pages) {
          expect(cards.length).toBeGreaterThan(0)
          for (const [place, { x, y }] of cards.entries()) {
            expect(y + CARD_HEIGHT.withPhoto).toBeLessThanOrEqual(PAPER.height - PAPER.margin - PAPER.footer)
            const next = cards[place + 1]
            if (next) expect(next.y > y || (next.y === y && next.x > x)).toBe(true)
          }
          // No heading is the last of its page.
          for (const { y } of headings) expect(cards.some((card) => card.y > y)).toBe(true)
        }
      }),
    )
  })

  test('has an index whose pages are those where the headings stand', () => {
    fc.assert(
      fc.property(fc.array(branch, { maxLength: 30 }), (branches) => {
        const { printed } = lay(branches)
        const standing = printed.pages.flatMap(({ headings }, place) =>
          headings.map(({ anchor, text }) => ({ anchor, text, page: 1 + printed.indexPages + place + 1 })),
        )
        expect(printed.index.map(({ anchor, text, page }) => ({ anchor, text, page }))).toEqual(standing)
      }),
    )
  })

  test('begins a branch on a new page rather than leaving its heading alone', () => {
    const full = { brand: 'Rayuela', category: 'Autos', subcategory: '', size: COLUMNS * 4 }
    const { printed } = lay([full, { ...full, category: 'Bloques', size: 1 }])
    expect(printed.pages).toHaveLength(2)
    expect(printed.pages[1]?.headings.map(({ text }) => text)).toEqual(['Bloques'])
    expect(printed.pages[1]?.running).toBe('Rayuela · Bloques')
  })
})
