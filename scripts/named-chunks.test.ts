import { expect, test } from 'vitest'
import { strays } from './lib/named-chunks.mjs'

const chunks = { common: ['web/ui/Modal', 'web/shop/review/', 'icons/IconTrash'] }
const modules = ['/x/web/ui/Modal.tsx', '/x/web/shop/review/ReviewRows.tsx', '/x/node_modules/i/icons/IconTrash.mjs']

test('a build that holds what is named is well', () => {
  expect(strays(chunks, [{ name: 'common', moduleIds: modules }])).toEqual([])
})

test.each([
  ['renamed', ['/x/web/ui/Dialog.tsx', ...modules.slice(1)], ['common: web/ui/Modal']],
  ['only one whose name begins like it', ['/x/web/ui/ModalText.tsx', ...modules.slice(1)], ['common: web/ui/Modal']],
  ['a folder that is empty', [modules[0], modules[2]], ['common: web/shop/review/']],
])('a module that is %s is told', (_what, moduleIds, lost) => {
  expect(strays(chunks, [{ name: 'common', moduleIds: moduleIds.map(String) }])).toEqual(lost)
})

test('a module that came into another file is told', () => {
  expect(strays(chunks, [{ name: 'base', moduleIds: modules }])).toHaveLength(3)
})
