/** Every declared screen must have its axe run and its pictures. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ScreenName, screens } from '../contract/screens.ts'
import { pictures } from '../e2e/support/pictures.ts'
import { visits } from '../testkit/visits.ts'
import { root } from './lib/prepare.mjs'

const names = Object.keys(screens) as ScreenName[]

test('every screen has its axe run, which opens it as somebody who may', () => {
  expect(visits.map(({ name }) => name)).toEqual(names)
  for (const { path } of visits) expect(path).not.toContain(':')
})

test('every screen has a picture at both widths', () => {
  const without = names.filter((screen) => !pictures.some((picture) => picture.screen === screen && !picture.only))
  expect(without).toEqual([])
  const files = pictures.flatMap(({ name, only }) => [
    ...(only === 'phone' ? [] : [`${name}-1440.webp`]),
    ...(only === 'desktop' ? [] : [`${name}-390.webp`]),
  ])
  expect(files.filter((file) => !existsSync(join(root, 'docs', 'pictures', file)))).toEqual([])
})
