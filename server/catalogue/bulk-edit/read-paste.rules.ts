/** A column that was copied from a spreadsheet, code and value in each line: pure. */
import type { PastedColumn } from '../../../contract/bulk-edit.ts'
import { codeAndValue, LINE_END } from '../../spreadsheets/pasted-lines.rules.ts'
import type { ProblemRow, Reading, WantedRow } from './bulk-edit.types.ts'
import { dropTwice, readDiscount, readPosition } from './read-values.rules.ts'

const ONE_VALUE = 'La línea debe tener un código y un valor'
/** Characters of a code that a problem shows, as many as a code may have. */
const SHOWN = 60
const LONGEST_LINE = 300

/** Reads every line of a text; each ends as a row or as a problem, blank ones aside. */
export function readPaste({ column, text }: PastedColumn): Reading {
  const rows: WantedRow[] = []
  const problems: ProblemRow[] = []
  for (const [at, content] of text.split(LINE_END).entries()) {
    if (content.trim() === '') continue
    const line = at + 1
    const refuse = (code: string, reason: string) =>
      problems.push({ line, code: code.slice(0, SHOWN), outcome: 'notUnderstood', reason })
    const [code, value] = (content.length <= LONGEST_LINE && codeAndValue(content)) || []
    if (code === undefined || value === undefined) {
      refuse(content.trim(), ONE_VALUE)
      continue
    }
    const read = column === 'discount' ? readDiscount(value) : readPosition(value)
    if ('problem' in read) refuse(code, read.problem)
    else rows.push({ line, code, read_version: null, values: { [column]: read.value } })
  }
  const distinct = dropTwice(rows)
  return { columns: [column], rows: distinct.rows, problems: [...problems, ...distinct.problems] }
}
