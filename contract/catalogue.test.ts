import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cases } from '../testkit/cases.ts'
import { type ArticleFields, articleFields, isShownTo, type Kind, listingFields } from './article-fields.ts'
import { mediaColumns, product } from './catalogue.ts'
import { catalogueRowJson, type RowSource } from './catalogue-row.ts'

const whole = fc.integer({ min: -1000, max: 2_147_483_647 })
const wholeOrNull = fc.option(whole)
const text = fc.string({ unit: 'binary' })

const drawnAs: Readonly<Record<Kind, fc.Arbitrary<unknown>>> = {
  text,
  whole,
  percent: fc.integer({ min: 0, max: 10_000 }),
  flag: fc.boolean(),
  id: wholeOrNull,
  'text?': fc.string({ unit: 'binary', minLength: 1 }),
  'whole?': whole,
  'percent?': fc.integer({ min: 0, max: 10_000 }),
  'day?': fc.constant('2026-12-03'),
}
/** A value for each declared field that the shop shows. */
const drawn = (fields: ArticleFields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (isShownTo(field, 'shop') ? [[name, drawnAs[field[1]]]] : [])),
  )

const row = fc.record({
  articleId: whole,
  listingId: wholeOrNull,
  listPrice: fc.nat(),
  ...drawn(articleFields),
  ...drawn(listingFields),
  media: fc.array(fc.option(fc.stringMatching(/^[a-z0-9]{4}\.(webp|mp4)$/)), { minLength: 5, maxLength: 5 }),
}) as unknown as fc.Arbitrary<RowSource>

test('a prepared row is what the contract encodes', () => {
  fc.assert(
    fc.property(row, ({ media, ...fields }) => {
      const columns = { ...fields, erpArticleId: fields.articleId, ...mediaColumns(fields.articleId, media) }
      expect(JSON.parse(catalogueRowJson({ ...fields, media } as RowSource))).toEqual(
        z.encode(product, columns as never),
      )
    }),
    { numRuns: cases(500) },
  )
})
