import { expect, test } from 'vitest'
import type { Slide } from '../../../contract/carousel.ts'
import {
  emptied,
  fileOf,
  isUsed,
  moved,
  slidesDraft,
  slidesDraftAgain,
  slidesToSave,
  storedAfter,
} from './slides-draft.ts'

const slides: readonly Slide[] = Array.from({ length: 10 }, (_, at) => ({
  id: at + 1,
  file: at < 3 ? `${at + 1}.webp` : null,
  caption: at < 3 ? `Novedad ${at + 1}` : '',
  active: at < 2,
  version: 5,
}))

test('what was read is saved as it was', () => {
  const saved = slidesToSave(slidesDraft(slides))
  expect(saved).toEqual(slides.map(({ file: _file, ...slide }) => slide))
})

test('a moved slide is saved in its new place under the place where it is stored, with its words', () => {
  const draft = slidesDraft(slides)
  const order = moved(draft.order, 3, 0)
  expect(slidesToSave({ ...draft, order, caption3: ' Tres ' }).slice(0, 3)).toMatchObject([
    { id: 3, caption: 'Tres' },
    { id: 1, caption: 'Novedad 1' },
    { id: 2, caption: 'Novedad 2' },
  ])
  expect(moved(draft.order, 1, 99).at(-1)).toBe(1)
})

test('a second save after a move names the places that the first one made', () => {
  const draft = slidesDraft(slides)
  const order = moved(draft.order, 3, 0)
  const answer = [slides[2]!, slides[0]!, slides[1]!, ...slides.slice(3)].map((slide, at) => ({
    ...slide,
    id: at + 1,
    version: 6,
  }))
  const again = slidesToSave({ ...draft, order, ...storedAfter(answer, order) })
  expect(again.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(again[0]).toMatchObject({ caption: 'Novedad 3', version: 6 })
})

test('what somebody else moved meanwhile keeps its name, so that own words stay with their picture', () => {
  const draft = { ...slidesDraft(slides), caption1: 'Mía' }
  const theirs = [slides[1]!, slides[0]!, ...slides.slice(2)].map((slide, at) => ({
    ...slide,
    id: at + 1,
    version: 9,
  }))
  const now = slidesDraftAgain(theirs, draft)
  expect(now.order.slice(0, 3)).toEqual([2, 1, 3])
  expect([now.caption1, now.stored1]).toEqual(['Novedad 1', { slot: 2, file: '1.webp', version: 9 }])
  expect(slidesToSave({ ...now, caption1: 'Mía' })[1]).toMatchObject({ id: 2, caption: 'Mía', version: 9 })
  expect([...now.order].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('only slides that hold something are used; an emptied one is not, and its picture goes with the save', () => {
  const draft = slidesDraft(slides)
  const usedIn = (now: typeof draft) => now.order.filter((name) => isUsed(now, name))
  expect(usedIn(draft)).toEqual([1, 2, 3])
  const now = emptied(draft, 2)
  expect([usedIn(now), fileOf(now, 2), fileOf(now, 3)]).toEqual([[1, 3], null, '3.webp'])
  expect(slidesToSave(now)[1]).toEqual({ id: 2, caption: '', active: false, version: 5, removesFile: true })
  expect(slidesToSave(now)[2]).not.toHaveProperty('removesFile')
  const answer = slides.map((slide) => (slide.id === 2 ? { ...slide, file: null, version: 6 } : slide))
  expect(slidesToSave({ ...now, ...storedAfter(answer, now.order) } as typeof draft)[1]).not.toHaveProperty(
    'removesFile',
  )
})
