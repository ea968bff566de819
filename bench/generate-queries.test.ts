import { expect, test } from 'vitest'
import { buildIndex, inDefaultOrder } from '../engine/build.ts'
import { openIndex } from '../engine/catalogue-index.ts'
import { oracleSelect } from '../engine/oracle.ts'
import { generateCatalogue } from '../testkit/generate-catalogue.ts'
import { generateQueries } from './generate-queries.ts'

const items = generateCatalogue({ size: 500 })
const queries = generateQueries(items, { count: 140 })

test('the same seed gives the same articles and queries, another seed others', () => {
  expect(generateCatalogue({ size: 500 })).toEqual(items)
  expect(generateQueries(items, { count: 140 })).toEqual(queries)
  expect(generateCatalogue({ size: 500, seed: 9 })).not.toEqual(items)
})

test('articles have their own id and code, queries are all different', () => {
  expect(new Set(items.map(({ articleId }) => articleId)).size).toBe(items.length)
  expect(new Set(items.map(({ code }) => code)).size).toBe(items.length)
  expect(new Set(queries.map((query) => JSON.stringify(query))).size).toBe(140)
})

test('most queries find something', () => {
  const snapshot = openIndex(buildIndex(inDefaultOrder(items)))
  const found = queries.filter((query) => snapshot.select(query).total > 0)
  expect(found.length).toBeGreaterThan(110)
})

test('the engine answers them as the plain rules do', () => {
  const snapshot = openIndex(buildIndex(inDefaultOrder(items)))
  for (const query of queries) {
    const { total, rows } = snapshot.select(query)
    const expected = oracleSelect(items, query)
    expect({ query, total, ids: rows.map(snapshot.articleIdOf) }).toEqual({
      query,
      total: expected.total,
      ids: expected.items.map(({ articleId }) => articleId),
    })
  }
})
