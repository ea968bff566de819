/** Promotions as they are typed and read back (R358): pure. */
import { codeKey, fold } from '../../../contract/codes.ts'
import { MOST_PROMOTED, promotionTexts } from '../../../contract/promotions.ts'
import { cutText } from '../../lib/cut-text.ts'
import { MOST_CENTS, readNumber, wholeCents } from '../../spreadsheets/numbers.rules.ts'
import { codeAndValue, LINE_END } from '../../spreadsheets/pasted-lines.rules.ts'

/** At most this much of a line, and so many codes, are repeated to the user. */
const SHOWN = 30
const MOST_SHOWN = 10

/** An article that a promotion names; `cents` is null by percent. */
export interface NamedArticle {
  readonly code: string
  readonly cents: number | null
}

/** The lines of a text: codes, by price with prices. Or why they cannot be taken, in words. */
export function readLines(text: string, byPrice: boolean): { lines: NamedArticle[] } | { problem: string } {
  const byKey = new Map<string, NamedArticle>()
  for (const [at, content] of text.split(LINE_END).entries()) {
    const written = content.trim()
    if (written === '') continue
    const line = byPrice ? pricedLine(written) : { code: written, cents: null }
    if (typeof line === 'string') return { problem: `Línea ${at + 1}, ${cutText(written, SHOWN)}: ${line}` }
    const key = codeKey(fold(line.code))
    const before = byKey.get(key)
    if (before && before.cents !== line.cents) return { problem: `${cutText(line.code, SHOWN)} está con dos precios` }
    byKey.set(key, before ?? line)
  }
  if (byKey.size === 0) return { problem: promotionTexts.articles }
  return byKey.size > MOST_PROMOTED ? { problem: promotionTexts.tooMany } : { lines: [...byKey.values()] }
}

function pricedLine(written: string): NamedArticle | string {
  const [code, value] = codeAndValue(written) ?? []
  if (code === undefined || value === undefined) return 'debe tener un código y un precio'
  const amount = readNumber(value)
  if (amount === null) return 'el precio no se entiende'
  const cents = wholeCents(amount)
  if (cents === null) return 'el precio tiene más de dos decimales'
  if (cents > MOST_CENTS) return 'el precio es demasiado grande'
  return cents > 0 ? { code, cents } : 'el precio debe ser mayor que 0'
}

/** 'No existen: A, B y 3 más.'; of one code 'No existe: A'. */
export function unknownInWords(codes: readonly string[]): string {
  const shown = codes.slice(0, MOST_SHOWN).map((code) => code.slice(0, SHOWN))
  const more = codes.length - shown.length
  return `${codes.length === 1 ? 'No existe' : 'No existen'}: ${shown.join(', ')}${more > 0 ? ` y ${more} más` : ''}`
}

/** The text that names articles as the form shows it. */
export const articlesAsTyped = (articles: readonly { code: string; price: number | null }[]): string =>
  articles.map(({ code, price }) => (price === null ? code : `${code}\t${amountText(price)}`)).join('\n')

const amountText = (cents: number): string => (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2).replace('.', ',')
