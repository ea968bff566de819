/**
 * How PostgreSQL's types arrive: int8 as number, numeric and date as text, timestamptz as ISO 8601 text
 * in UTC; one-dimensional arrays of these likewise. Each connection is given them; no global parser is changed.
 */
import pg from 'pg'

type Parser = (text: string) => unknown

const int8 = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number`)
  return value
}
const text = (value: string): string => value
const parseInstant = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date | number
const instant = (value: string): string => {
  const parsed = parseInstant(value)
  // 'infinity' parses to a number and has no ISO form.
  return parsed instanceof Date ? parsed.toISOString() : value
}
// text[]; the driver's list of type ids has no arrays.
const textArrayId: number = 1009
const parseTextArray = pg.types.getTypeParser(textArrayId as typeof pg.types.builtins.TEXT) as (
  text: string,
) => (string | null)[]
const arrayOf =
  (element: Parser): Parser =>
  (value) =>
    parseTextArray(value).map((item) => (item === null ? null : element(item)))

const parsers: ReadonlyMap<number, Parser> = new Map([
  [20, int8],
  [1016, arrayOf(int8)],
  [1082, text],
  [1182, arrayOf(text)],
  [1114, text],
  [1115, arrayOf(text)],
  [1184, instant],
  [1185, arrayOf(instant)],
  [1700, text],
  [1231, arrayOf(text)],
])

export const wireTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}
