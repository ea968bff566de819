import { expect, test } from 'vitest'
import { fileNameOf } from './download.ts'

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
