import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cases } from '../testkit/cases.ts'
import { mediaColumns, product } from './catalogue.ts'
import { catalogueRowJson } from './catalogue-row.ts'

const whole = fc.integer({ min: -1000, max: 2_147_483_647 })
const wholeOrNull = fc.option(whole)
const text = fc.string({ unit: 'binary' })

const row = fc.record({
  articleId: whole,
  listingId: wholeOrNull,
  code: text,
  description: text,
  alias: text,
  listPrice: fc.nat(),
  discount: fc.integer({ min: 0, max: 10_000 }),
  promo: fc.boolean(),
  future: fc.boolean(),
  hint: text,
  position: whole,
  brandId: wholeOrNull,
  categoryId: wholeOrNull,
  subcategoryId: wholeOrNull,
  unitsPerPack: whole,
  innerPack: whole,
  assortment: whole,
  multiple: whole,
  season: text,
  ean: fc.constant('7790000870422'),
  weight: whole,
  stock: fc.nat(),
  arrivesOn: fc.constant('2026-12-03'),
  media: fc.array(fc.option(fc.stringMatching(/^[a-z0-9]{4}\.(webp|mp4)$/)), { minLength: 5, maxLength: 5 }),
})

test('a prepared row is what the contract encodes', () => {
  fc.assert(
    fc.property(row, ({ media, ...fields }) => {
      const columns = { ...fields, erpArticleId: fields.articleId, ...mediaColumns(fields.articleId, media) }
      expect(JSON.parse(catalogueRowJson({ ...fields, media }))).toEqual(z.encode(product, columns))
    }),
    { numRuns: cases(500) },
  )
})
