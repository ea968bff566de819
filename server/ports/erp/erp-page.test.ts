/** docs/erp.md says of each column what its declaration says. To write the page anew: npm test -- erp-page -u */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Column } from './columns.ts'
import { feedTables, formats } from './formats.ts'

const page = join(import.meta.dirname, '../../../docs/erp.md')
const [begin, end] = ['<!-- columns: begin -->\n', '<!-- columns: end -->']

function tableOf({ file, columns }: { file: string; columns: Readonly<Record<string, Column<unknown>>> }): string {
  const rows = Object.values(columns).map(({ heading, says, optional }) => {
    const isExtra = optional ? ' **Optional column.**' : ''
    return `| \`${heading}\` | ${says}.${isExtra} |`
  })
  return [`### ${file}`, '', '| column | content |', '|---|---|', ...rows, ''].join('\n')
}

test('the page has a row for each column, made of its declaration', async () => {
  const text = readFileSync(page, 'utf8')
  const tables = feedTables.map((table) => tableOf(formats[table])).join('\n')
  const made = `${text.slice(0, text.indexOf(begin) + begin.length)}\n${tables}\n${text.slice(text.indexOf(end))}`
  await expect(made).toMatchFileSnapshot(page)
})
