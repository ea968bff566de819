/** Where a text stops being JSON: a program that wrote it cannot find a missing comma in a megabyte otherwise. */

/** One token after blanks: a sign, a text, or a number or word. Sticky, so each character is looked at once. */
const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y
const BLANKS = /[ \t\n\r]*/y

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'nothing'

/** The place, from 0, of the first token of a text that no JSON can have there; its length where it only ends too early. */
export function brokenAt(json: string): number {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = 0
  const closed = (): Expected => (open.length === 0 ? 'nothing' : ', or end')
  for (;;) {
    BLANKS.lastIndex = at
    const start = at + (BLANKS.exec(json)?.[0].length ?? 0)
    TOKEN.lastIndex = at
    const token = TOKEN.exec(json)
    if (!token) return start
    const [, sign, text] = token
    const isValue = sign === undefined && expected.startsWith('value')
    if (isValue) expected = closed()
    else if (text !== undefined && expected.startsWith('key')) expected = ':'
    else if (sign === ':' && expected === ':') expected = 'value'
    else if ((sign === '{' || sign === '[') && expected.startsWith('value')) {
      open.push(sign)
      expected = sign === '{' ? 'key or }' : 'value or ]'
    } else if (sign === ',' && expected === ', or end') expected = open.at(-1) === '{' ? 'key' : 'value'
    else if (isEnd(sign, open.at(-1), expected)) {
      open.pop()
      expected = closed()
    } else return start
    at = TOKEN.lastIndex
  }
}

const isEnd = (sign: string | undefined, opened: '{' | '[' | undefined, expected: Expected): boolean =>
  (sign === '}' && opened === '{' && (expected === ', or end' || expected === 'key or }')) ||
  (sign === ']' && opened === '[' && (expected === ', or end' || expected === 'value or ]'))
