/** docs/archivos.md names each column that a file may have, and docs/ejemplo has a file for each table of the page (R415). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Column } from './columns.ts'
import { openFolderFeed } from './folder.ts'
import { feedTables, formats } from './formats.ts'

const docs = join(import.meta.dirname, '../../../docs')
const page = readFileSync(join(docs, 'archivos.md'), 'utf8')
const sections = page
  .split(/^### /m)
  .slice(1)
  .map((section) => ({ file: section.slice(0, section.indexOf('\n')), section }))
const tableOf = (file: string) =>
  feedTables.find((table) => formats[table].file === file) ?? expect.fail(`no feed has a file ${file}`)

test.each(sections)(
  'the page has the columns of $file, and a star for each that a file may lack',
  ({ file, section }) => {
    const named = [...section.matchAll(/^\| `(\w+)`( \*)? \|/gm)].map(([, heading, star]) => [heading, Boolean(star)])
    const columns: Readonly<Record<string, Column<unknown>>> = formats[tableOf(file)].columns
    expect(named).toEqual(Object.values(columns).map(({ heading, optional }) => [heading, Boolean(optional)]))
  },
)

test('the example has a file for each table of the page, all of them are read without a fault, and zeros stay', async () => {
  const files = readdirSync(join(docs, 'ejemplo')).filter((name) => name.endsWith('.csv'))
  expect(files.toSorted()).toEqual(sections.map(({ file }) => `${file}.csv`).toSorted())
  const feed = await openFolderFeed(join(docs, 'ejemplo'))
  for (const { file } of sections) {
    const read = await feed.read(tableOf(file))
    expect(read?.problems, file).toEqual([])
    expect(read?.rows.length, file).toBeGreaterThan(0)
  }
  const articles = await feed.read('articles')
  expect(articles?.rows.map(({ record }) => record.code)).toEqual(
    expect.arrayContaining(['00101', '0205', '7', 'MT-12']),
  )
  const clients = await feed.read('clients')
  expect(clients?.rows).toHaveLength(2)
})
