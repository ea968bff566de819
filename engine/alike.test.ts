import { describe, expect, test } from 'vitest'
import { createAlike } from './alike.ts'
import { buildIndex } from './build.ts'
import { openIndex } from './catalogue-index.ts'
import { sampleItem } from './sample-items.ts'

/** The ids of the articles with these descriptions that are most alike to some words; ids count from 1. */
function alike(descriptions: readonly string[], words: readonly string[], most = 10, places: readonly number[] = []) {
  const items = descriptions.map((description, at) =>
    sampleItem({ articleId: at + 1, code: `C${at}`, alias: '', description, categoryId: at === 0 ? null : 7 }),
  )
  const data = buildIndex(items)
  const { articleIdOf } = openIndex(data)
  return createAlike(data).rowsAlike({ words, places, most }).map(articleIdOf)
}

describe('the rows that are alike', () => {
  const shelf = ['pelota roja', 'pelota azul', 'pelota verde', 'barrilete azul', 'tambor', 'muñecas verdes']

  test('share words, the rarest counting most; what shares none is not there', () => {
    expect(alike(shelf, ['pelota', 'azul']).slice(0, 2)).toEqual([2, 4])
    expect(alike(shelf, ['pelota', 'azul'])).not.toContain(5)
    expect(alike(shelf, ['tren'])).toEqual([])
  })

  test('have the singular or the plural of a word', () => {
    expect(alike(shelf, ['muneca'])).toEqual([6])
    expect(alike(shelf, ['tambores'])).toEqual([5])
  })

  test('come first where they stand in a place that is asked for', () => {
    expect(alike(['pelota', 'pelota', 'tren'], ['pelota'])[0]).toBe(1)
    expect(alike(['pelota', 'pelota', 'tren'], ['pelota'], 1, [7])).toEqual([2])
  })

  test('are as many as are asked for, and the next question begins anew', () => {
    const data = buildIndex(shelf.map((description, at) => sampleItem({ articleId: at + 1, description })))
    const { rowsAlike, weightOf } = createAlike(data)
    const query = { words: ['pelota'], places: [], most: 2 }
    expect(rowsAlike(query)).toHaveLength(2)
    expect(rowsAlike(query)).toEqual(rowsAlike(query))
    expect(weightOf('tambor')).toBeGreaterThan(weightOf('pelota'))
  })
})
