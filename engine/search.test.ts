import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeKey, fold } from '../contract/codes.ts'
import { cases } from '../testkit/cases.ts'
import { buildIndex, inDefaultOrder } from './build.ts'
import { openIndex } from './catalogue-index.ts'
import type { CatalogueItem } from './item.ts'
import {
  oracleButForZeros,
  oracleByKey,
  oracleHasWord,
  oracleOptions,
  oracleSelect,
  oracleSelectAll,
} from './oracle.ts'
import { sampleItem, sampleQuery, someCatalogue, someQuery } from './sample-items.ts'
import type { SearchQuery } from './search.ts'

const open = (items: readonly CatalogueItem[]) => openIndex(buildIndex(inDefaultOrder(items)))

/** The article ids of one page, in order. */
function find(items: readonly CatalogueItem[], query: Partial<SearchQuery>): number[] {
  const snapshot = open(items)
  return snapshot.select(sampleQuery(query)).rows.map(snapshot.articleIdOf)
}

const ids = (items: readonly CatalogueItem[]): number[] => items.map(({ articleId }) => articleId)
const described = (...descriptions: string[]) =>
  descriptions.map((description, i) => sampleItem({ articleId: i + 1, code: `C${i + 1}`, description }))

describe('against the plain rules', () => {
  test('every search selects the same rows in the same order', () => {
    fc.assert(
      fc.property(someCatalogue, fc.array(someQuery, { minLength: 1, maxLength: 12 }), (items, queries) => {
        const snapshot = open(items)
        for (const query of queries) {
          const { rows, ...about } = snapshot.select(query)
          const { items: expected, ...aboutExpected } = oracleSelect(items, query)
          expect({ ...about, ids: rows.map(snapshot.articleIdOf) }).toEqual({
            ...aboutExpected,
            ids: ids(expected),
          })
          expect(snapshot.selectAll(query).map(snapshot.articleIdOf)).toEqual(ids(oracleSelectAll(items, query)))
        }
      }),
      { numRuns: cases(1000) },
    )
  })

  test('the places of a search are where its articles stand, each with how many', () => {
    fc.assert(
      fc.property(someCatalogue, someQuery, (items, query) => {
        const snapshot = open(items)
        const expected = new Map<string, number>()
        for (const { brandId, categoryId, subcategoryId } of oracleSelectAll(items, query)) {
          const key = `${brandId}/${categoryId}/${subcategoryId}`
          expected.set(key, (expected.get(key) ?? 0) + 1)
        }
        const places = snapshot.placesOf(query)
        expect(
          new Map(places.map((place) => [`${place.brandId}/${place.categoryId}/${place.subcategoryId}`, place.count])),
        ).toEqual(expected)
        expect(places).toHaveLength(expected.size)
      }),
      { numRuns: cases(300) },
    )
  })

  test('what a search may be narrowed by is what each filter would leave, of those that narrow or are set (R365)', () => {
    fc.assert(
      fc.property(someCatalogue, someQuery, (items, query) => {
        expect(open(items).optionsOf(query)).toEqual(oracleOptions(items, query))
      }),
      { numRuns: cases(300) },
    )
  })

  test('a code or alias, however it is written, gives all its articles, and a word is known when one has it', () => {
    const someKey = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom('1', '24', '024', '0', '00', '0124', '0012400', 'muneca', 'SI-TY1017', 'ry 10013'),
    )
    fc.assert(
      fc.property(someCatalogue, fc.array(someKey, { maxLength: 8 }), (items, strangers) => {
        const snapshot = open(items)
        const texts = [...strangers, ...items.slice(0, 4).flatMap(({ code, alias, ean }) => [code, alias, ean])]
        for (const key of texts.map((text) => codeKey(fold(text))).filter(Boolean)) {
          const found = snapshot.rowsByKey(key).map(snapshot.articleIdOf)
          expect(new Set(found)).toEqual(new Set(ids(oracleByKey(items, key))))
          expect(new Set(found).size).toBe(found.length)
          const butForZeros = snapshot.rowsButForZeros(key)
          expect(butForZeros.map(snapshot.articleIdOf).sort()).toEqual(ids(oracleButForZeros(items, key)).sort())
          expect(butForZeros).toEqual(butForZeros.toSorted((a, b) => a - b))
        }
        for (const word of [
          ...strangers,
          ...items.slice(0, 4).flatMap(({ description }) => description.split(' ').slice(0, 3)),
        ].map(fold))
          expect(snapshot.hasWord(word)).toBe(oracleHasWord(items, word))
      }),
      { numRuns: cases(40) },
    )
  })

  test('pages together hold every match once', () => {
    fc.assert(
      fc.property(someCatalogue, someQuery, (items, query) => {
        const snapshot = open(items)
        const { total } = snapshot.select(query)
        const pages = Array.from({ length: Math.ceil(total / 25) }, (_, page) => snapshot.select({ ...query, page }))
        expect(pages.flatMap(({ rows }) => rows)).toEqual(snapshot.selectAll(query))
        expect(new Set(pages.flatMap(({ rows }) => rows)).size).toBe(total)
        expect(snapshot.select({ ...query, page: pages.length }).rows).toEqual([])
      }),
      { numRuns: cases(200) },
    )
  })
})

describe('text', () => {
  test('ignores accents and case on both sides', () => {
    const items = described('Muñeca BEBÉ', 'muneca bebe', 'Pelota')
    expect(find(items, { text: 'MUÑÉCA bebe' })).toEqual([1, 2])
  })

  test('wants every word, in any order', () => {
    const items = described('Tren expreso azul', 'Tren azul', 'Expreso')
    expect(find(items, { text: 'azul tren' })).toEqual([1, 2])
    expect(find(items, { text: 'expreso tren' })).toEqual([1])
  })

  test('looks into description, code and alias, also for one query', () => {
    const items = [
      sampleItem({ articleId: 1, code: 'ZX9', description: 'Camión', alias: '7790001' }),
      sampleItem({ articleId: 2, code: 'ZX8', description: 'Camión', alias: '7790002' }),
    ]
    expect(find(items, { text: 'camion 7790002' })).toEqual([2])
    expect(find(items, { text: 'zx9' })).toEqual([1])
    expect(find(items, { text: 'camion zx8 7790002' })).toEqual([2])
  })

  test('finds an article by the names of its brand, category and subcategory, with words of its own or without', () => {
    const items = [
      sampleItem({ articleId: 1, brand: 'Hasbro', category: 'Bloques', description: 'Set de 100 piezas' }),
      sampleItem({ articleId: 2, brand: 'Hasbro', category: 'Muñecas', description: 'Bebé' }),
      sampleItem({ articleId: 3, brand: 'Tuki', category: 'Bloques', subcategory: 'Para armar' }),
    ]
    expect(find(items, { text: 'hasbro bloques' })).toEqual([1])
    expect(find(items, { text: 'HASBRO' })).toEqual([1, 2])
    expect(find(items, { text: 'bloqes armar' })).toEqual([3])
    expect(find(items, { text: 'munecas bebe' })).toEqual([2])
  })

  test('a name is never a code, and a code comes before every name', () => {
    const items = [
      sampleItem({ articleId: 1, code: 'A1', brand: '4M' }),
      sampleItem({ articleId: 2, code: '4M', brand: 'Tuki' }),
    ]
    expect(find(items, { text: '4m' })).toEqual([2])
    const [branded] = items
    expect(open([branded!]).select(sampleQuery({ text: '4m' }))).toMatchObject({
      total: 1,
      found: 'near',
      missingCodes: ['4m'],
    })
  })

  test('ranks the whole word before its beginning, its inside and a typing error', () => {
    const items = described('pelotta', 'superpelota', 'pelotas', 'pelota')
    expect(find(items, { text: 'pelota' })).toEqual([4, 3, 2, 1])
  })

  test('ranks a row by its worst word', () => {
    const items = described('trenes rojo', 'tren rojizo verde', 'tren rojo', 'trxn rojo')
    expect(find(items, { text: 'tren roj' })).toEqual([1, 2, 3])
    expect(find(items, { text: 'tren rojo' })).toEqual([3, 1])
  })

  test.each(['SI-TY1017', 'si ty1017', 'ty1017', 'SITY1017', 'sity', 'y101'])('finds SI-TY1017 by %s', (text) => {
    const items = [sampleItem({ articleId: 1, code: 'SI-TY2099' }), sampleItem({ articleId: 2, code: 'SI-TY1017' })]
    expect(find(items, { text })).toContain(2)
  })

  test('answers a code or alias with its article alone, with what is near only when asked', () => {
    const items = [
      sampleItem({ articleId: 1, code: 'A1', description: 'Repuesto para 00123', position: 1 }),
      sampleItem({ articleId: 2, code: '00123', description: 'Tren', position: 2 }),
      sampleItem({ articleId: 3, code: 'A3', alias: '00123', position: 3 }),
    ]
    expect(find(items, { text: '00123' })).toEqual([2, 3])
    expect(find(items, { text: '00123', similar: true })).toEqual([2, 3, 1])
  })

  const coded = [
    sampleItem({ articleId: 1, code: 'BL20686', description: 'Bloques', position: 1 }),
    sampleItem({ articleId: 2, code: 'BL2068', description: 'Balde', position: 2 }),
    sampleItem({ articleId: 3, code: 'RY10012', description: 'Rompecabezas BL20686', position: 3 }),
    sampleItem({ articleId: 4, code: 'RY/2', description: 'Camión 1:24', alias: '7790001', position: 4 }),
    sampleItem({ articleId: 5, code: '124', description: 'Auto', position: 5 }),
  ]
  const ask = (text: string) => {
    const snapshot = open(coded)
    const { rows, found, missingCodes } = snapshot.select(sampleQuery({ text }))
    return { ids: rows.map(snapshot.articleIdOf), found, missing: missingCodes }
  }

  test.each(['BL20686', 'bl-20686', ' b.l 20686 ', 'BL–20686'])(
    'case, dashes, dots and spaces do not count in a code: %s',
    (text) => expect(ask(text)).toEqual({ ids: [1], found: 'code', missing: undefined }),
  )

  test('other signs count in a code: 1:24 is not 124', () => {
    expect(ask('1:24')).toEqual({ ids: [4], found: undefined, missing: undefined })
    expect(ask('ry/2').ids).toEqual([4])
    expect(ask('ry2')).toEqual({ ids: [4], found: 'near', missing: ['ry2'] })
  })

  test('a code that nothing has is told, with what is near it', () => {
    expect(ask('RY10014')).toEqual({ ids: [3], found: 'near', missing: ['RY10014'] })
    expect(ask('BL206')).toEqual({ ids: [1, 2, 3], found: 'near', missing: ['BL206'] })
    expect(ask('ZZ-99')).toEqual({ ids: [], found: 'near', missing: ['ZZ-99'] })
  })

  test('several codes answer each one that exists and tell the others', () => {
    expect(ask('RY10012 7790001')).toEqual({ ids: [3, 4], found: 'code', missing: undefined })
    expect(ask('bl2068, RY10014; 124')).toEqual({ ids: [2, 5], found: 'code', missing: ['RY10014'] })
    expect(ask('bloques BL20686')).toEqual({ ids: [1], found: undefined, missing: undefined })
  })

  test('a typing error is never forgiven in a code among words, nor turned into a code', () => {
    expect(ask('bloques BL20687').ids).toEqual([])
    expect(find([sampleItem({ articleId: 1, code: 'ABCDE1' })], { text: 'ABCDEF' })).toEqual([])
  })

  test('keeps leading zeros apart', () => {
    const items = [
      sampleItem({ articleId: 1, code: '1', description: 'a' }),
      sampleItem({ articleId: 2, code: '00001', description: 'b' }),
    ]
    expect(find(items, { text: '00001' })).toEqual([2])
  })

  test('a number that lost its zeros, or has too many, is the first of what is near and never the answer (R38)', () => {
    const items = [
      sampleItem({ articleId: 1, code: '00160', position: 1 }),
      sampleItem({ articleId: 2, code: 'RY10016', position: 2 }),
      sampleItem({ articleId: 3, code: '00016', position: 3 }),
      sampleItem({ articleId: 4, code: 'BA-2', alias: '0016', position: 4 }),
    ]
    const snapshot = open(items)
    const ask = (text: string, similar = false) => {
      const { rows, found } = snapshot.select(sampleQuery({ text, similar }))
      return [rows.map(snapshot.articleIdOf), found]
    }
    // A bar code that a spreadsheet took for a number.
    const barcode = open([sampleItem({ articleId: 5, code: 'TR-5', alias: '0012345678905' })])
    expect(barcode.rowsButForZeros('12345678905').map(barcode.articleIdOf)).toEqual([5])
    expect(ask('016')).toEqual([[3, 4, 1, 2], 'near'])
    expect(ask('16')).toEqual([[3, 4], 'near'])
    expect(ask('000016')).toEqual([[3, 4], 'near'])
    expect(ask('0016')).toEqual([[4], 'code'])
    expect(ask('0016', true)).toEqual([[4, 3, 1, 2], undefined])
    expect(ask('16 160')).toEqual([[], undefined])
  })

  test('a code in parts too short to be found inside is still found whole', () => {
    expect(find([sampleItem({ articleId: 1, code: 'AB-CD', description: 'x' })], { text: 'A-BCD' })).toEqual([1])
  })

  test.each(['dinosurio', 'dinosaaurio', 'dinosaurip', 'dinosuario', 'inosaurio', 'dinosauri'])(
    'forgives one typing error: %s',
    (text) => {
      expect(find(described('Gran dinosaurio verde', 'Tren'), { text })).toEqual([1])
    },
  )

  test('forgives neither two errors, nor one in a short word, nor one in a number', () => {
    expect(find(described('dinosaurio'), { text: 'dinsaurip' })).toEqual([])
    expect(find(described('tren'), { text: 'trwn' })).toEqual([])
    expect(find([sampleItem({ articleId: 1, code: '123456' })], { text: '123457' })).toEqual([])
    expect(find([sampleItem({ articleId: 1, code: '12345' })], { text: 'a12345' })).toEqual([])
  })

  test('price orders go by price, and what is only inside a word comes after whole words and beginnings', () => {
    const items = [
      sampleItem({ articleId: 1, description: 'oso', listPrice: 300 }),
      sampleItem({ articleId: 2, description: 'osos', listPrice: 100 }),
      sampleItem({ articleId: 3, description: 'trompo luminoso', listPrice: 200 }),
      sampleItem({ articleId: 4, description: 'trompo ruidoso', listPrice: 50 }),
    ]
    expect(find(items, { text: 'oso', order: 'priceAsc' })).toEqual([2, 1, 4, 3])
    expect(find(items, { text: 'oso', order: 'priceDesc' })).toEqual([1, 2, 3, 4])
    expect(find(items, { text: 'noso', order: 'priceAsc' })).toEqual([3])
  })

  test('two words that the catalogue also writes as one are found by it, in descriptions and names', () => {
    const items = [
      ...described('Hot Wheels pista', 'HotWheels auto', 'Wheels Hot', 'Hot 2 Wheels', 'Pelota'),
      sampleItem({ articleId: 6, code: 'C6', description: 'Camión', brandId: 1, brand: 'Hot Wheels' }),
    ]
    expect(new Set(find(items, { text: 'hotwheels' }))).toEqual(new Set([1, 2, 6]))
    // Nobody writes this one as one word.
    expect(find(items, { text: 'hotwheelspista' })).toEqual([])
    // A code is no two words.
    expect(find(described('Tren AB12', 'Tren AB 12'), { text: 'ab12' })).toEqual([1])
  })

  test('of signs alone finds nothing, and only a blank one is no condition', () => {
    const items = described('Tren 5% más', 'Auto_rojo -/® 🐻')
    for (const text of [' -/® ', '%', '_', '\\', '🐻', '.'])
      for (const order of ['default', 'priceAsc'] as const) expect(find(items, { text, order })).toEqual([])
    expect(find(items, { text: '  ' })).toEqual([1, 2])
  })

  test('reads the first eight words and takes any length', () => {
    const items = described('uno dos tres cuatro cinco seis siete ocho')
    expect(find(items, { text: 'uno dos tres cuatro cinco seis siete ocho nueve' })).toEqual([1])
    expect(find(items, { text: 'x'.repeat(1_000_000) })).toEqual([])
    expect(find(items, { text: '1aa'.repeat(60) })).toEqual([])
  })
})

describe('orders', () => {
  test('default: brand, category, subcategory, position, code, article; what has none comes last', () => {
    const items = [
      sampleItem({ articleId: 1, brandId: null, brandPosition: 0 }),
      sampleItem({ articleId: 2, categoryId: null, categoryPosition: 0 }),
      sampleItem({ articleId: 3, subcategoryId: null, subcategoryPosition: 0, code: 'B' }),
      sampleItem({ articleId: 4, subcategoryId: 1, subcategoryPosition: 9, position: 2, code: 'A' }),
      sampleItem({ articleId: 6, subcategoryId: 1, subcategoryPosition: 9, position: 1, code: 'B' }),
      sampleItem({ articleId: 5, subcategoryId: 1, subcategoryPosition: 9, position: 1, code: 'B' }),
      sampleItem({ articleId: 7, subcategoryId: 1, subcategoryPosition: 9, position: 1, code: 'A' }),
    ]
    expect(find(items, {})).toEqual([7, 5, 6, 4, 3, 2, 1])
  })

  const priced = [
    sampleItem({ articleId: 1, listPrice: 0, position: 1 }),
    sampleItem({ articleId: 2, listPrice: 200, discount: 5000, position: 2 }),
    sampleItem({ articleId: 3, listPrice: 150, position: 3 }),
    sampleItem({ articleId: 4, listPrice: 100, position: 4 }),
    sampleItem({ articleId: 5, listPrice: 0, position: 5 }),
    sampleItem({ articleId: 6, listPrice: 500, discount: 10_000, position: 6 }),
  ]

  test('price orders use the price paid, ties stand in default order, without a price comes last', () => {
    expect(find(priced, { order: 'priceAsc' })).toEqual([2, 4, 3, 1, 5, 6])
    expect(find(priced, { order: 'priceDesc' })).toEqual([3, 2, 4, 1, 5, 6])
  })

  test('a price range is inclusive and leaves out what has no price, also half open', () => {
    expect(find(priced, { minPrice: 100, maxPrice: 150 })).toEqual([2, 3, 4])
    expect(find(priced, { minPrice: 0 })).toEqual([2, 3, 4])
    expect(find(priced, { maxPrice: 1_000_000 })).toEqual([2, 3, 4])
    expect(find(priced, { minPrice: 150, maxPrice: 100 })).toEqual([])
  })

  test('the range is measured after the discount, halves up', () => {
    const items = [sampleItem({ articleId: 1, listPrice: 3830, discount: 500 })]
    expect(find(items, { minPrice: 3639, maxPrice: 3639 })).toEqual([1])
    expect(find(items, { maxPrice: 3638 })).toEqual([])
  })
})

describe('brand, category, subcategory', () => {
  const items = [
    sampleItem({ articleId: 1, brandId: 1, categoryId: 5, subcategoryId: 7 }),
    sampleItem({ articleId: 2, brandId: 2, categoryId: 5, brandPosition: 2 }),
    sampleItem({ articleId: 3, brandId: null, categoryId: null }),
    sampleItem({ articleId: 4, brandId: 1, categoryId: null }),
  ]

  test('each narrows the search', () => {
    expect(find(items, { brandId: 1 })).toEqual([1, 4])
    expect(find(items, { categoryId: 5 })).toEqual([1, 2])
    expect(find(items, { brandId: 2, categoryId: 5 })).toEqual([2])
    expect(find(items, { subcategoryId: 7 })).toEqual([1])
  })

  test('0 is without a brand, 99 without a category', () => {
    expect(find(items, { brandId: 0 })).toEqual([3])
    expect(find(items, { categoryId: 99 })).toEqual([4, 3])
  })

  test('an unknown id matches nothing', () => {
    expect(find(items, { brandId: 8 })).toEqual([])
    expect(find(items, { categoryId: 0 })).toEqual([])
    expect(find(items, { subcategoryId: 99 })).toEqual([])
  })
})

describe('what a buyer narrows by (R365)', () => {
  const today = Date.parse('2026-11-29') / 86_400_000

  test('is new for 30 days, the day it was listed being the first', () => {
    const items = ['2026-10-30', '2026-10-31', '2026-11-29', undefined].map((listedOn, i) =>
      sampleItem({ articleId: i + 1, listedOn }),
    )
    expect(find(items, { isNew: true, today })).toEqual([2, 3])
  })

  test('a mark of the office, a discount or a running promotion is cheaper; what is unknown is not in stock', () => {
    const items = [
      sampleItem({ articleId: 1, promo: true, stock: null }),
      sampleItem({ articleId: 2, discount: 500, stock: 0 }),
      sampleItem({ articleId: 3, promotion: 'Promoción Día del Niño', stock: 1 }),
      sampleItem({ articleId: 4, stock: 9 }),
    ]
    expect(find(items, { isCheaper: true })).toEqual([1, 2, 3])
    expect(find(items, { inStock: true })).toEqual([3, 4])
  })

  test('was taken or never was: together they are all', () => {
    const items = [1, 2, 3].map((articleId) => sampleItem({ articleId }))
    expect(find(items, { taken: true, takenIds: new Set([2, 77]) })).toEqual([2])
    expect(find(items, { taken: false, takenIds: new Set([2, 77]) })).toEqual([1, 3])
    // Nobody knows of any.
    expect(find(items, { taken: true })).toEqual([])
    expect(find(items, { taken: false })).toEqual([1, 2, 3])
  })

  test('a bulto costs what its units do, both ends included; without a price or a bulto no range has it', () => {
    const items = [
      sampleItem({ articleId: 1, listPrice: 1_000, unitsPerPack: 12 }),
      sampleItem({ articleId: 2, listPrice: 1_000, discount: 1_000, unitsPerPack: 12 }),
      sampleItem({ articleId: 3, listPrice: 0, unitsPerPack: 12 }),
      sampleItem({ articleId: 4, listPrice: 12_000, unitsPerPack: 0 }),
    ]
    expect(find(items, { minPack: 12_000 })).toEqual([1])
    expect(find(items, { maxPack: 10_800 })).toEqual([2])
    expect(find(items, { minPack: 0 })).toEqual([1, 2])
  })

  test('a filter is offered while it narrows, with what it would leave beside the others', () => {
    const items = [
      sampleItem({ articleId: 1, stock: 5, promo: true }),
      sampleItem({ articleId: 2, stock: 5 }),
      sampleItem({ articleId: 3, stock: 0, promo: true }),
    ]
    const offered = (query: Partial<SearchQuery>) =>
      open(items)
        .optionsOf(sampleQuery(query))
        .map(({ filter, count }) => [filter, count])
    expect(offered({})).toEqual([
      ['isCheaper', 2],
      ['inStock', 2],
    ])
    expect(offered({ isCheaper: true })).toEqual([
      ['isCheaper', 2],
      ['inStock', 1],
    ])
    // Without stock in the feed there is nothing to ask for.
    expect(open([sampleItem({ articleId: 1 }), sampleItem({ articleId: 2 })]).optionsOf(sampleQuery())).toEqual([])
  })
})

describe('Spanish plurals and measures (R318)', () => {
  test.each([
    ['aviones', 'Avión a fricción'],
    ['avión', 'Aviones de papel'],
    ['osos', 'Oso de peluche'],
    ['lapiz', 'Lápices de colores'],
    ['lápices', 'Lápiz negro'],
    ['luces', 'Luz de noche'],
    ['luz', 'Luces navideñas'],
    ['relojes', 'Reloj de pared'],
    ['flores', 'Flor gigante'],
    ['30cm', 'Muñeca 30 cm'],
    ['40 cm', 'Pelota 40cm'],
    ['5 l', 'Pileta 5L'],
    ['5L', 'Pileta de 5 l'],
    ['20x30 cm', 'Cuadro 20 x 30cm'],
    ['20 x 30 cm', 'Cuadro 20x30cm'],
    ['20x30cm', 'Cuadro de 20 x 30 cms.'],
    ['20 x 30', 'Cuadro 20X30'],
    ['20x30x20', 'Caja 20 x 30 x 20 cm'],
    ['20 x 30 x 20 cm', 'Caja 20x30x20cm'],
    ['1.5 l', 'Botella 1,5L'],
    ['1,5l', 'Botella 1.5 L'],
    ['nro 5', 'Pelota Nro.5'],
    ['nro. 5', 'Pelota N°5'],
    ['Nº5', 'Pelota nro 5'],
    ['n° 5', 'Pelota Nº 5'],
    ['numero 5', 'Pelota N5'],
    ['30 cms', 'Muñeca 30cm'],
    ['x 12 u', 'Lápices x12u'],
    ['x2', 'Auto x 2'],
    ['100piezas', 'Rompecabezas 100 piezas'],
    ['100 piezas', 'Rompecabezas 100piezas'],
  ])('%s finds %s', (text, description) => {
    expect(find(described('Otra cosa', description), { text })).toEqual([2])
  })
  test('what is written exactly comes first', () => {
    expect(find(described('Oso', 'Osos'), { text: 'osos' })).toEqual([2, 1])
    expect(find(described('Pelota 40cm', 'Pelota 40 cm'), { text: '40 cm' })).toEqual([2, 1])
    expect(find(described('Caja 20x30cm', 'Caja 20 x 30 cm'), { text: '20 x 30 cm' })).toEqual([2, 1])
  })
  test('no other word is taken for a plural', () => {
    expect(find(described('Ga', 'Me', 'C3', 'Autobús'), { text: 'gas' })).toEqual([])
    expect(find(described('Muñeca 30 piezas', 'Regla cm'), { text: '30cm' })).toEqual([])
    expect(find(described('Cuadro 20 x 35 cm', 'Caja 203 x 0 cm', 'Cuadro 20 30 cm'), { text: '20x30 cm' })).toEqual([])
    expect(find(described('Pelota nro 55', 'Nro 3, 15 cm'), { text: 'Nº5' })).toEqual([])
  })
})
