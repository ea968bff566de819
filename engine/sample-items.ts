/** Articles for tests: made by hand, or drawn by fast-check from so few values that they meet and tie. */
import * as fc from 'fast-check'
import { type CatalogueItem, codeFields, type TextField, wordFields } from './item.ts'
import { emptyArticle } from './sample-fields.ts'
import type { SearchQuery } from './search.ts'

/** An article of which a test names only what matters to it. */
export function sampleItem(given: Partial<CatalogueItem> & { articleId: number }): CatalogueItem {
  return {
    ...emptyArticle,
    listingId: given.articleId,
    code: String(given.articleId).padStart(5, '0'),
    description: `Artículo ${given.articleId}`,
    unitsPerPack: 1,
    multiple: 1,
    brandId: 1,
    categoryId: 1,
    brand: '',
    category: '',
    subcategory: '',
    brandPosition: 1,
    categoryPosition: 1,
    subcategoryPosition: 1,
    position: 1,
    listPrice: 1000,
    media: [null, null, null, null, null],
    ...given,
  }
}

/** A query of which a test names only what matters to it. */
export const sampleQuery = (given: Partial<SearchQuery> = {}): SearchQuery => ({
  text: '',
  order: 'default',
  page: 0,
  ...given,
})

// biome-ignore format: one list reads better than one word a line
const words = [
  'muñeca', 'muneca', 'Muñecas', 'Bebé', 'bebe', 'bebés', 'tren', 'trenes', 'luz', 'Luces', 'lápiz', 'lapices', 'pez', 'oso', 'osos', '30', 'cm', '30cm', 'cms', 'x', '20x30cm', '20', 'x30', '5', 'L', '5L', 'Nro.', 'Nº5', 'N', 'Tren-Expreso', 'pelota', 'peolta',
  'pelotas', 'pelotazo', 'auto', 'automóvil', 'a', 'de', '1:24', '24', '124', '0124', '12400', "Barbie's", 'x2',
  'ÑANDÚ', 'поезд', 'поезда', '®', '👍', 'm²', 'dinosaurio', 'dinosuario', 'dinosaurios', 'saurio',
]
const word = fc.constantFrom<string>(...words)
const separator = fc.constantFrom(' ', ' ', ' ', '-', '/', ' (', ') ', ', ', '')
const phrase = fc.array(fc.tuple(word, separator), { minLength: 1, maxLength: 5 }).map((parts) => parts.flat().join(''))
const code = fc.oneof(
  fc.constantFrom('00001', '0001', '1', 'SI-TY1017', 'SITY1017', 'si ty1017', 'TY-1017', 'AB-CD', 'A.BCD', 'tren'),
  fc.integer({ min: 0, max: 30 }).map((n) => String(n).padStart(4, '0')),
)
const alias = fc.oneof(
  fc.constantFrom('', '', '7790000000017', '779 0000', '0001', 'ABCD'),
  fc.integer({ min: 7_790_000, max: 7_790_030 }).map(String),
)
// Names may look like words of descriptions, and like codes.
const name = fc.oneof(phrase, code, fc.constant(''), fc.constantFrom('Hasbro', 'Bloques', '4M', 'Tren-Expreso'))
const small = fc.integer({ min: 0, max: 3 })
const orNull = (id: fc.Arbitrary<number>) => fc.option(id, { freq: 4 })
const listPrice = fc.constantFrom(0, 0, 1, 50, 99, 100, 101, 3830, 10_000)
const discount = fc.constantFrom(0, 0, 0, 500, 1250, 5000, 10_000)

const texts = Object.fromEntries([
  ...codeFields.map((name) => [name, alias]),
  ...wordFields.map((name) => [name, phrase]),
]) as Record<TextField, fc.Arbitrary<string>>

/** Catalogues of up to 80 articles, with ties in every key. */
export const someCatalogue: fc.Arbitrary<CatalogueItem[]> = fc
  .array(
    fc.record({
      ...texts,
      code,
      brandId: orNull(fc.integer({ min: 1, max: 3 })),
      categoryId: orNull(fc.integer({ min: 1, max: 3 })),
      subcategoryId: orNull(fc.integer({ min: 1, max: 3 })),
      brand: name,
      category: name,
      subcategory: name,
      brandPosition: small,
      categoryPosition: small,
      subcategoryPosition: small,
      position: small,
      listPrice,
      discount,
      promo: fc.boolean(),
      promotion: fc.constantFrom(undefined, undefined, 'Promoción Liquidación'),
      stock: fc.constantFrom(null, null, 0, 1, 80),
      unitsPerPack: fc.constantFrom(0, 1, 6, 12),
      ageFrom: fc.constantFrom(null, 0, 6, 36),
      ageTo: fc.constantFrom(null, 36, 72),
      licence: fc.constantFrom('', 'Oso Polar', 'OSO POLAR', 'Dinosaurios'),
      gender: fc.constantFrom('', 'Niñas', 'ninas ', 'Unisex'),
      listedOn: fc.constantFrom(null, null, '2026-10-30', '2026-10-31', '2026-11-28', '2026-11-29'),
    }),
    { maxLength: 80, size: 'max' },
  )
  .map((drawn) => drawn.map((fields, i) => sampleItem({ articleId: (i * 7919) % 997, ...fields })))

const oneTypo = fc
  .tuple(fc.oneof(word, code), fc.nat(), fc.constantFrom('drop', 'double', 'swap', 'change'))
  .map(([typed, n, kind]) => {
    const at = n % typed.length
    const [before, letter, after] = [typed.slice(0, at), typed[at]!, typed.slice(at + 1)]
    if (kind === 'drop') return before + after
    if (kind === 'double') return before + letter + letter + after
    if (kind === 'swap') return before + after.slice(0, 1) + letter + after.slice(1)
    return `${before}z${after}`
  })
const part = fc
  .tuple(fc.oneof(word, code, alias), fc.nat(), fc.nat())
  .map(([whole, from, length]) => whole.slice(from % (whole.length + 1)).slice(0, 1 + (length % 6)))
const text = fc.oneof(
  fc.constant(''),
  phrase,
  code,
  alias,
  part,
  oneTypo,
  fc.tuple(fc.oneof(word, part, oneTypo), fc.oneof(word, part, oneTypo)).map((two) => two.join(' ')),
  fc.array(fc.oneof(code, alias, oneTypo), { minLength: 2, maxLength: 4 }).map((many) => many.join(', ')),
  fc.array(word, { minLength: 7, maxLength: 11 }).map((many) => many.join(' ')),
)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, { arbitrary: value, weight: 1 })
const packPrice = fc.constantFrom(0, 1, 600, 1200, 22_980, 45_960)
/** In days since 1970-01-01, of 2026. */
const NOVEMBER_29 = 20_786
const price = fc.constantFrom(0, 1, 50, 99, 100, 3639, 3830, 9_999, 20_000)

/** Queries about someCatalogue, with ids and pages that it may not have. */
export const someQuery: fc.Arbitrary<SearchQuery> = fc.record({
  isNew: seldom(fc.constant(true)),
  isCheaper: seldom(fc.constant(true)),
  inStock: seldom(fc.constant(true)),
  taken: seldom(fc.boolean()),
  minPack: seldom(packPrice),
  maxPack: seldom(packPrice),
  age: seldom(fc.constantFrom(0, 3, 36, 73)),
  licence: seldom(fc.constantFrom('oso polar', 'Dinosaurios', 'Otra')),
  gender: seldom(fc.constantFrom('NIÑAS', 'unisex')),
  // Ids as someCatalogue gives them.
  takenIds: maybe(fc.array(fc.nat(40).map((i) => (i * 7919) % 997)).map((ids) => new Set(ids))),
  today: fc.constantFrom(NOVEMBER_29, NOVEMBER_29 - 1),
  text,
  similar: maybe(fc.boolean()),
  brandId: maybe(fc.constantFrom(0, 1, 2, 3, 4)),
  categoryId: maybe(fc.constantFrom(99, 1, 2, 3, 4)),
  subcategoryId: maybe(fc.constantFrom(0, 1, 2, 3, 4)),
  minPrice: maybe(price),
  maxPrice: maybe(price),
  order: fc.constantFrom('default', 'priceAsc', 'priceDesc'),
  page: fc.constantFrom(0, 0, 0, 1, 2, 3),
})
