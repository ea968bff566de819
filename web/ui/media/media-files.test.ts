import { expect, test } from 'vitest'
import { placesFor, problemOf } from './media-files.ts'

const MB = 2 ** 20
const pictureOnly = 'Por favor, selecciona una imagen: JPEG, PNG, WebP, GIF, AVIF o TIFF.'

test.each([
  ['image/jpeg', 20 * MB, 'media', true, undefined],
  ['image/png', 20 * MB + 1, 'media', true, 'La imagen es muy grande, el archivo debe ser menor a 20 MB.'],
  ['video/mp4', MB, 'media', false, undefined],
  ['video/mp4', MB, 'image', false, pictureOnly],
  ['application/pdf', MB, 'image', false, pictureOnly],
  ['application/pdf', MB, 'image', true, pictureOnly],
  ['application/pdf', MB, 'media', false, 'Por favor, selecciona un archivo de imagen o video.'],
  ['application/pdf', MB, 'media', true, 'Por favor, suelta un archivo de imagen o video.'],
  ['', 0, 'media', true, 'Por favor, suelta un archivo de imagen o video.'],
] as const)('a file of type %j and %i bytes, for %s, dropped %s', (type, size, takes, dropped, problem) => {
  expect(problemOf({ type, size }, { takes, dropped })).toBe(problem)
})

test('several files go to the free slots in order, the first to where it was dropped', () => {
  const free = [false, true, false, true, true]
  expect(placesFor(1, 0, free)).toEqual([0])
  expect(placesFor(3, 1, free)).toEqual([1, 3, 4])
  expect(placesFor(4, 3, free)).toEqual([3, 4, 1, null])
  expect(placesFor(2, 0, [false, false])).toEqual([0, null])
})
