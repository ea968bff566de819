/** Tells whether the name written beside a code is that of the code's article. Pure. */
import { fold } from '../../../../contract/codes.ts'
import type { ColumnRole } from '../../../../contract/sheet-columns.ts'
import type { Find, Found, Orderable } from '../../lines/lines.rules.ts'
import { SAMPLE, textOf } from './cells.rules.ts'
import type { TableRow, WrittenRow } from './sheet.types.ts'

/** The folded words of a description; single letters and digits are left out. */
export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)

/** The share of `words` that a description has. */
export function likeness(words: readonly string[], description: string): number {
  const found = new Set(wordsOf(description))
  return words.length === 0 ? 0 : words.filter((word) => found.has(word)).length / words.length
}

/** Whether a written name has words and shares none with a description: it means another article, or is the writer's own. */
export function isOtherName(name: string, description: string): boolean {
  const words = wordsOf(name).filter((word) => /\p{L}{2}/u.test(word))
  return words.length > 0 && likeness(words, description) === 0
}

/** The article of a code, for comparing names. */
export interface CodeOfArticle {
  readonly description: string
}
/** Rows with a code and a name that it takes to judge a whole sheet. */
const FEWEST = 3

/** What names say of the codes beside them. differ: most are of other articles; then the codes are the writer's own numbers. */
type NamesSay = 'fit' | 'differ' | ''
const sayOf = (others: readonly boolean[]): NamesSay => {
  const share = others.filter(Boolean).length / others.length
  return others.length < FEWEST || share === 0.5 ? '' : share > 0.5 ? 'differ' : 'fit'
}

/** What the names in the first rows of a table say of its codes. */
export function namesSay(
  rows: readonly TableRow[],
  roles: readonly ColumnRole[],
  articleOf: (text: string) => CodeOfArticle | undefined,
): NamesSay {
  const [code, name] = [roles.indexOf('code'), roles.indexOf('name')]
  if (code < 0 || name < 0) return ''
  const others = rows.slice(0, SAMPLE).flatMap(({ cells }) => {
    const article = articleOf(textOf(cells[code]))
    const written = textOf(cells[name])
    return article && written !== '' ? [isOtherName(written, article.description)] : []
  })
  return sayOf(others)
}

/** What the names of all rows say of their articles. fit: a row with another name means another article. */
export function namesSayOf(rows: readonly WrittenRow[], found: readonly Found<Orderable>[]): NamesSay {
  const others = rows.flatMap(({ name }, at) => {
    const match = found[at]
    return match?.kind === 'article' && name !== '' ? [isOtherName(name, match.article.description)] : []
  })
  return sayOf(others)
}

const EAN = /^\d{8,14}$/
/**
 * For the user: how a row's EAN or name contradicts the article of its code; '' where it does not.
 * @param isAnothers whether the name, written whole, is that of another article
 */
export function contradictionOf(
  { code, ean, name }: WrittenRow,
  article: Orderable,
  find: Find<Orderable>,
  namesFit: boolean,
  isAnothers: boolean,
): string {
  const byEan = code !== '' && EAN.test(ean) ? find(ean) : undefined
  if (byEan?.kind === 'article' && byEan.article.articleId !== article.articleId)
    return `El código es de ${article.code}, el EAN de ${byEan.article.code}: elija cuál`
  if (isAnothers || (namesFit && isOtherName(name, article.description))) return 'La descripción no es la de ese código'
  return ''
}
