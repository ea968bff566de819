import { expect, test } from 'vitest'
import { zip } from '../test/workbook.ts'
import { openParts } from './zip-parts.ts'

test('the unpacked bytes of all that is read count together: many sheets may name one part', async () => {
  const bytes = zip([{ name: 'a.xml', data: 'x'.repeat(600) }])
  const parts = await openParts(bytes, { entries: 5, bytes: 1_500 })
  expect([(await parts.text('a.xml'))?.length, (await parts.text('a.xml'))?.length]).toEqual([600, 600])
  await expect(parts.text('a.xml')).rejects.toThrow('La planilla es demasiado grande')
})
