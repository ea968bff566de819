/** A column that was copied from a spreadsheet, code and value in each line: pure. */
import type { PastedColumn } from '../../../contract/bulk-edit.ts'
import type { ProblemRow, Reading, WantedRow } from './bulk-edit.types.ts'
import { dropTwice, readDiscount, readPosition } from './read-values.rules.ts'

const ONE_VALUE = 'La línea debe tener un código y un valor'
/** Characters of a code that a problem shows, as many as a code may have. */
const SHOWN = 60
const LONGEST_LINE = 300
/** Old spreadsheets end a line by a carriage return alone. */
export const LINE_END = /\r\n|\r|\n/

/** Reads every line of a text; each ends as a row or as a problem, blank ones aside. */
export function readPaste({ column, text }: PastedColumn): Reading {
  const rows: WantedRow[] = []
  const problems: ProblemRow[] = []
  for (const [at, content] of text.split(LINE_END).entries()) {
    if (content.trim() === '') continue
    const line = at + 1
    const refuse = (code: string, reason: string) =>
      problems.push({ line, code: code.slice(0, SHOWN), outcome: 'notUnderstood', reason })
    const [code, value] = (content.length <= LONGEST_LINE && partsOf(content)) || []
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

/** Code and value of a line, parted by a tab, else by a semicolon, else by the last blanks; null unless there are just two. */
function partsOf(line: string): [code: string, value: string] | null {
  const separator = line.includes('\t') ? '\t' : line.includes(';') ? ';' : null
  if (separator === null) return partsByBlanks(line.trim())
  const parts = line.split(separator).map((part) => part.trim())
  while (parts.length > 2 && parts.at(-1) === '') parts.pop()
  const [code, value] = parts
  return parts.length === 2 && code && value ? [code, value] : null
}

/** An amount or percentage; its sign may stand apart from the number. */
const VALUE = /^(\$ ?)?[^ %$]+( ?%)?$/

/** The value is as many of the last words as can be one: '$ 10,5 %' is three. */
function partsByBlanks(line: string): [code: string, value: string] | null {
  const words = [...line.matchAll(/\S+/g)]
  for (const [at, { index }] of [...words.entries()].slice(1).slice(-3)) {
    const value = words.slice(at).join(' ')
    if (VALUE.test(value)) return [line.slice(0, index).trimEnd(), value]
  }
  return null
}
