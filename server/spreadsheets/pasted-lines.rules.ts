/** Lines that were copied from a spreadsheet: pure. */

/** Old spreadsheets end a line by a carriage return alone. */
export const LINE_END = /\r\n|\r|\n/

/** Code and value of a line, parted by a tab, else by a semicolon, else by the last blanks; null unless there are just two. */
export function codeAndValue(line: string): [code: string, value: string] | null {
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
