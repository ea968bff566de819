import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sampleItem } from '../engine/sample-items.ts'
import { product } from './catalogue.ts'
import { catalogueRowJson } from './catalogue-row.ts'
import { columnsOf, deviceAnswerJson, deviceCatalogue, productsOf } from './device-catalogue.ts'

const items = [
  sampleItem({ articleId: 1, listPrice: 38_30, discount: 12_50, promo: true, hint: 'Solo bulto «cerrado»' }),
  sampleItem({ articleId: 2, ean: '7791234500007', weight: 0, stock: 0, arrivesOn: '2026-12-01' }),
  sampleItem({ articleId: 3, brandId: null, categoryId: null, media: ['a.jpg', null, 'b.mp4', null, null] }),
]
const rows = items.map((item) => JSON.parse(catalogueRowJson(item)))
const levels = { brands: [{ id: 1, position: 2, name: 'Tuki' }], categories: [], subcategories: [] }

test('articles come out of the columns as cards show those of rows, and go back as they were', () => {
  const json = deviceAnswerJson(rows, { version: 2 ** 33, removed: [7], levels })
  const answer = z.decode(deviceCatalogue.response.schema, JSON.parse(json))
  expect(answer).toMatchObject({ version: 2 ** 33, removed: [7], levels })
  expect(answer.since).toBeUndefined()
  const products = productsOf(answer)
  const others = { media2: null, media3: null, media4: null, media5: null }
  expect(products).toStrictEqual(rows.map((row) => ({ ...z.decode(product, row), ...others })))
  expect(products[2]?.image).toBe(rows[2].imagen1)
  expect(columnsOf(products)).toEqual(answer.columns)
})

test('columns that are not of one length are refused', () => {
  const answer = z.decode(
    deviceCatalogue.response.schema,
    JSON.parse(deviceAnswerJson(rows, { version: 1, removed: [], levels })),
  )
  answer.columns.hint.pop()
  expect(() => productsOf(answer)).toThrow('uneven columns')
})
