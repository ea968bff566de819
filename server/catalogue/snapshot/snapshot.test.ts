import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catalogueRow } from '../../../contract/catalogue.ts'
import { catalogueRowJson } from '../../../contract/catalogue-row.ts'
import { sampleItem, sampleQuery, someCatalogue, someQuery } from '../../../engine/sample-items.ts'
import { buildSnapshotData } from './build-snapshot.ts'
import { openSnapshot } from './snapshot.ts'

const TOTAL = catalogueRow.fields.total[0]

describe('answers', () => {
  test('are the rows as they were written, the first with the total', () => {
    fc.assert(
      fc.property(someCatalogue, someQuery, (items, query) => {
        const snapshot = openSnapshot(buildSnapshotData(items, catalogueRowJson))
        const { total, rows, found, missingCodes, approximate } = snapshot.select(query)
        const byId = new Map(items.map((item) => [item.articleId, item]))
        const expected = rows.map((row, i) => {
          const written = JSON.parse(catalogueRowJson(byId.get(snapshot.articleIdOf(row))!))
          if (i > 0) return written
          const about = {
            hallado: found && { code: 'codigo', near: 'parecidos' }[found],
            aproximado: approximate && 1,
          }
          return { ...written, ...about, [TOTAL]: total, codigosInexistentes: missingCodes?.join(', ') }
        })
        const page = snapshot.searchPage(query)
        expect(page.total).toBe(total)
        expect(JSON.parse(page.body.toString())).toEqual(JSON.parse(JSON.stringify(expected)))
      }),
    )
  })

  test('the first row says what became of the codes that were asked for, in any letters', () => {
    const items = [1, 2].map((articleId) => sampleItem({ articleId, code: `Ñ-${articleId}0` }))
    const snapshot = openSnapshot(buildSnapshotData(items, ({ articleId }) => `{"id":${articleId}}`))
    const answer = (text: string) => JSON.parse(snapshot.searchPage(sampleQuery({ text })).body.toString())
    expect(answer('ñ1')).toEqual([{ id: 1, cantPaginas: 1, hallado: 'parecidos', codigosInexistentes: 'ñ1' }])
    expect(answer('ñ10; ñ20, Ñ30')).toEqual([
      { id: 1, cantPaginas: 2, hallado: 'codigo', codigosInexistentes: 'Ñ30' },
      { id: 2 },
    ])
  })

  test('nothing found is an empty list', () => {
    const snapshot = openSnapshot(buildSnapshotData([], catalogueRowJson))
    expect(snapshot.searchPage(sampleQuery())).toEqual({ total: 0, body: Buffer.from('[]') })
  })

  test('past the end the list is empty and the total stays', () => {
    const snapshot = openSnapshot(buildSnapshotData([sampleItem({ articleId: 1 })], catalogueRowJson))
    const { total, body } = snapshot.searchPage(sampleQuery({ page: 9 }))
    expect({ total, body: body.toString() }).toEqual({ total: 1, body: '[]' })
  })

  test('an answer can be made of chosen rows, counting them', () => {
    const items = [1, 2, 3].map((articleId) => sampleItem({ articleId }))
    const snapshot = openSnapshot(buildSnapshotData(items, ({ articleId }) => `{"id":${articleId}}`))
    expect(snapshot.bodyOf([2, 0]).toString()).toBe(`[{"id":3,"${TOTAL}":2},{"id":1}]`)
  })
})

describe('look-ups', () => {
  test('every article is found by its id and its code, nothing else is', () => {
    fc.assert(
      fc.property(someCatalogue, fc.string(), (items, stranger) => {
        const snapshot = openSnapshot(buildSnapshotData(items, catalogueRowJson))
        for (const item of items) {
          const row = snapshot.rowByArticle(item.articleId)!
          expect(snapshot.rowJson(row)).toBe(catalogueRowJson(item))
          expect(snapshot.codeOf(row)).toBe(item.code)
          const sameCode = snapshot.rowByCode(item.code)!
          expect(snapshot.codeOf(sameCode)).toBe(item.code)
          expect(sameCode).toBeLessThanOrEqual(row)
        }
        expect(snapshot.rowByArticle(1_000_000)).toBeUndefined()
        const known = items.some(({ code }) => code === stranger)
        expect(snapshot.rowByCode(stranger) !== undefined).toBe(known)
      }),
    )
  })

  test('codes are text: 1 is not 00001', () => {
    const snapshot = openSnapshot(buildSnapshotData([sampleItem({ articleId: 1, code: '00001' })], catalogueRowJson))
    expect([snapshot.rowByCode('1'), snapshot.rowByCode('00001')]).toEqual([undefined, 0])
  })
})

describe('counts', () => {
  test('agree with a search for each brand, category and subcategory, and places add up', () => {
    fc.assert(
      fc.property(someCatalogue, (items) => {
        const snapshot = openSnapshot(buildSnapshotData(items, catalogueRowJson))
        const { brands, categories, subcategories } = snapshot.facetCounts
        for (const id of [0, 1, 2, 3]) {
          expect(brands.get(id) ?? 0).toBe(snapshot.select(sampleQuery({ brandId: id })).total)
        }
        for (const id of [99, 1, 2, 3]) {
          expect(categories.get(id) ?? 0).toBe(snapshot.select(sampleQuery({ categoryId: id })).total)
        }
        for (const id of [1, 2, 3]) {
          expect(subcategories.get(id) ?? 0).toBe(snapshot.select(sampleQuery({ subcategoryId: id })).total)
        }
        for (const { count, ...place } of snapshot.places) {
          const inPlace = items.filter(
            (item) =>
              item.brandId === place.brandId &&
              item.categoryId === place.categoryId &&
              item.subcategoryId === place.subcategoryId,
          )
          expect(count).toBe(inPlace.length)
        }
        expect(snapshot.places.reduce((total, { count }) => total + count, 0)).toBe(items.length)
      }),
    )
  })
})
