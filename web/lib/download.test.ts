import { afterEach, expect, test, vi } from 'vitest'
import { importExample } from '../../contract/order-import.ts'
import { download, fileNameOf } from './download.ts'

afterEach(() => vi.unstubAllGlobals())

test('a file that breaks off in its middle did not come', async () => {
  const cut = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(100))
      controller.error(new TypeError('network error'))
    },
  })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async () => new Response(cut))
  await expect(download(importExample, { otherwise: 'ejemplo.xlsx' })).rejects.toMatchObject({
    code: 'NETWORK',
  })
})

test.each([
  ['attachment; filename="cotizacion.xlsx"', 'cotizacion.xlsx'],
  ['attachment; filename=cotizacion.pdf', 'cotizacion.pdf'],
  ['attachment; filename="x.pdf"; filename*=UTF-8\'\'cat%C3%A1logo.pdf', 'catálogo.pdf'],
  ['attachment; filename="x.pdf"; filename*=UTF-8\'\'%E0%A4%A', 'x.pdf'],
  ['attachment', 'otro.bin'],
  [null, 'otro.bin'],
])('%s names the file %s', (disposition, name) => {
  expect(fileNameOf(disposition, 'otro.bin')).toBe(name)
})
