/** What two versions of an order differ in, in words (R383). Pure. */
import { formatPesos } from '../../../contract/amounts.ts'

/** A line as an order, or an earlier version of it, has it. */
export interface VersionLine {
  articleId: number
  code: string
  description: string
  quantity: number
  /** Cents. */
  unitPrice: number
  note: string
}

const units = (count: number): string => `${count.toLocaleString('es-AR')} u.`

/** What became of each article that is not the same in both versions: 'Agregado: A1 Auto, 12 u. a $ 10,00'. */
export function differencesInWords(before: readonly VersionLine[], now: readonly VersionLine[]): string[] {
  const had = byArticle(before)
  const has = byArticle(now)
  const nameOf = ({ code, description }: VersionLine) => `${code} ${description}`
  const changed = [...has].flatMap(([articleId, line]) => {
    const old = had.get(articleId)
    if (!old) return [`Agregado: ${nameOf(line)}, ${units(line.quantity)} a ${formatPesos(line.unitPrice)}`]
    if (old.quantity === line.quantity) return []
    const price = old.unitPrice === line.unitPrice ? '' : `, ahora a ${formatPesos(line.unitPrice)}`
    return [`Cambió: ${nameOf(line)}, de ${units(old.quantity)} a ${units(line.quantity)}${price}`]
  })
  const gone = [...had].flatMap(([articleId, line]) => (has.has(articleId) ? [] : [`Quitado: ${nameOf(line)}`]))
  return [...changed, ...gone]
}

/** Lines by article; several of one article are one. */
function byArticle(lines: readonly VersionLine[]): Map<number, VersionLine> {
  const found = new Map<number, VersionLine>()
  for (const line of lines) {
    const before = found.get(line.articleId)
    found.set(line.articleId, { ...line, quantity: line.quantity + (before?.quantity ?? 0) })
  }
  return found
}
