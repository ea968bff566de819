import { expect, test } from 'vitest'
import { catalogueRowJson } from '../../../contract/catalogue-row.ts'
import { sampleItem, sampleQuery } from '../../../engine/sample-items.ts'
import { buildSnapshotData } from './build-snapshot.ts'
import { beginRebuild } from './rebuild.ts'
import { openSnapshot } from './snapshot.ts'

const items = Array.from({ length: 60 }, (_, i) =>
  sampleItem({ articleId: i + 1, description: `Muñeca número ${i}`, listPrice: (i * 37) % 50 }),
)

test('a thread builds from pieces what the build makes at once', async () => {
  const rebuild = beginRebuild()
  rebuild.add(JSON.stringify(items.slice(0, 25)))
  rebuild.add(JSON.stringify(items.slice(25)))
  const { snapshot } = await rebuild.build(1)
  const expected = openSnapshot(buildSnapshotData(items, catalogueRowJson))
  for (const query of [sampleQuery({ text: 'muneca' }), sampleQuery({ order: 'priceDesc', page: 1 })]) {
    expect(snapshot.searchPage(query)).toEqual(expected.searchPage(query))
  }
})

test('no rows make an empty catalogue', async () => {
  const { snapshot } = await beginRebuild().build(1)
  expect(snapshot.size).toBe(0)
})

test('rows that are no JSON are reported to whoever waits', async () => {
  const rebuild = beginRebuild()
  rebuild.add('[{"articleId":1,')
  await expect(rebuild.build(1)).rejects.toThrow(SyntaxError)
})

test('a cancelled rebuild rejects', async () => {
  const rebuild = beginRebuild()
  rebuild.add(JSON.stringify(items))
  rebuild.cancel()
  await expect(rebuild.build(1)).rejects.toThrow('ended before it was done')
})
