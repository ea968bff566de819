import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { OVERLAYS } from '../e2e/support/block-pictures.ts'
import { root } from './lib/prepare.mjs'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Blocks that draw nothing themselves. */
const UNSEEN = ['web/ui/ErrorBoundary.tsx', 'web/ui/HeaderSlot.tsx']

/** A file and all files that it imports, directly or not. */
function reach(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known
  known.add(file)
  for (const [, path = ''] of read(file).matchAll(/from '(\.[^']+\.tsx?)'/g)) {
    reach(relative(root, join(root, dirname(file), path)).replaceAll('\\', '/'), known)
  }
  return known
}

test('every block of web/ui stands on the page of blocks', () => {
  const shown = reach('web/blocks/main.tsx')
  const blocks = readdirSync(join(root, 'web/ui'), { recursive: true, encoding: 'utf8' })
    .map((file) => `web/ui/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  expect(blocks.length).toBeGreaterThan(25)
  expect(blocks.filter((file) => !shown.has(file) && !UNSEEN.includes(file))).toEqual([])
})

test('every state of a block is a picture of docs/design.md, and every picture is one of a state', () => {
  const code = readdirSync(join(root, 'web/blocks/states')).map((file) => read(`web/blocks/states/${file}`))
  const sheets = code.flatMap((text) => [...text.matchAll(/<Sheet name="([\w-]+)"/g)].map(([, name]) => name))
  const overlays = read('web/blocks/states/OverlayStates.tsx')
  const opened = [...overlays.matchAll(/^ {2}'?([\w-]+)'?: (?:\(|<)/gm)].map(([, name]) => name)
  expect(opened.toSorted()).toEqual([...OVERLAYS].toSorted())

  const page = read('docs/design.md')
  const pictures = [...page.matchAll(/\(pictures\/blocks\/([\w-]+)\.webp\)/g)].map(([, name = '']) => name)
  const onPc = pictures.filter((name) => !name.endsWith('-phone'))
  expect(onPc.toSorted()).toEqual([...sheets, ...opened].toSorted())
  expect(pictures.filter((name) => !existsSync(join(root, `docs/pictures/blocks/${name}.webp`)))).toEqual([])
  expect(readdirSync(join(root, 'docs/pictures/blocks')).toSorted()).toEqual(
    pictures.map((name) => `${name}.webp`).toSorted(),
  )
})
