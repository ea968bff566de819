import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { type FirstLoad, firstLoad } from './lib/first-load.mjs'
import { buildIfNeeded, root } from './lib/prepare.mjs'

const LIMIT = 125 * 1024

describe('the built web app', () => {
  beforeAll(() => buildIfNeeded(), 180_000)

  test('shows the first cards after at most 125 KB of gzip JavaScript', () => {
    const { gzipBytes, files } = JSON.parse(
      readFileSync(join(root, 'dist/web/size.json'), 'utf8'),
    ) as FirstLoad
    for (const { file } of files) expect(existsSync(join(root, 'dist/web', file))).toBe(true)
    expect(gzipBytes).toBe(files.reduce((sum, file) => sum + file.gzipBytes, 0))
    expect(gzipBytes).toBeGreaterThan(30 * 1024)
    expect(gzipBytes).toBeLessThanOrEqual(LIMIT)
  })
})

describe('what counts as needed before the first cards', () => {
  const chunk = (fileName: string, more: object = {}) => ({
    type: 'chunk',
    fileName,
    code: `/* ${fileName} */`,
    ...more,
  })
  const output = [
    chunk('entry.js', { isEntry: true, imports: ['react.js'] }),
    chunk('react.js', { imports: ['entry.js'] }),
    chunk('catalogue.js', {
      moduleIds: ['/shop/web/pages/Catalogue.tsx'],
      imports: ['cards.js', 'https://other/x.js'],
    }),
    chunk('cards.js'),
    chunk('modal.js'),
    chunk('early.js'),
    {
      type: 'asset',
      fileName: 'index.html',
      source: '<link rel="modulepreload" crossorigin href="/early.js">',
    },
  ]

  test('is the entry, the page, the preloads and what they import, each once', () => {
    const { files, gzipBytes } = firstLoad(output, '/web/pages/Catalogue.tsx')
    const names = ['cards.js', 'catalogue.js', 'early.js', 'entry.js', 'react.js']
    expect(files.map(({ file }) => file).sort()).toEqual(names)
    const bytes = names.map((name) => gzipSync(`/* ${name} */`, { level: 9 }).length)
    expect(gzipBytes).toBe(bytes.reduce((sum, size) => sum + size))
  })

  test('cannot be told when the page is in no file', () => {
    expect(() => firstLoad(output, '/web/pages/Renamed.tsx')).toThrow('Renamed.tsx')
  })
})
