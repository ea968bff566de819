/** Whether what is written beside a code is the name of its article: pure. */
import { fold } from '../../../../contract/codes.ts'
import type { Find, Found, Orderable } from '../../lines/lines.rules.ts'
import { SAMPLE, textOf } from './cells.rules.ts'
import type { FoundTable, SheetOfFile, WrittenRow } from './sheet.types.ts'

/** The words of a description, folded; what is shorter says nothing. */
export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)

/** How many of a description's words stand in another one, as a share. */
export function likeness(words: readonly string[], description: string): number {
  const found = new Set(wordsOf(description))
  return words.length === 0 ? 0 : words.filter((word) => found.has(word)).length / words.length
}

/** Whether a written name has words, and none of an article's: it is another one's, or the writer's own. */
export function isOtherName(name: string, description: string): boolean {
  const words = wordsOf(name).filter((word) => /\p{L}{2}/u.test(word))
  return words.length > 0 && likeness(words, description) === 0
}

/** What a text is the code of. */
export interface CodeOfArticle {
  readonly description: string
  readonly isWithoutZeros: boolean
}
/** Rows that say something of all others. */
const FEWEST = 3

/**
 * Whether the codes of a table are numbers of the writer's own: each is some article's once zeros are put before it, and
 * the names beside them are of others.
 */
export function areOwnNumbers(
  { rows }: SheetOfFile,
  { roles, headings }: FoundTable,
  articleOf: (text: string) => CodeOfArticle | undefined,
): boolean {
  const [code, name] = [roles.indexOf('code'), roles.indexOf('name')]
  if (code < 0 || name < 0) return false
  const others = rows
    .filter(({ row }) => row > headings)
    .slice(0, SAMPLE)
    .flatMap(({ cells }) => {
      const article = articleOf(textOf(cells[code]))
      const written = textOf(cells[name])
      return article?.isWithoutZeros && written !== '' ? [isOtherName(written, article.description)] : []
    })
  return others.length >= FEWEST && others.filter(Boolean).length * 2 > others.length
}

/** Whether most rows with an article name it as the shop does, so that one that does not means another. */
export function doNamesFit(rows: readonly WrittenRow[], found: readonly Found<Orderable>[]): boolean {
  const others = rows.flatMap(({ name }, at) => {
    const one = found[at]
    return one?.kind === 'article' && name !== '' ? [isOtherName(name, one.article.description)] : []
  })
  return others.length >= FEWEST && others.filter(Boolean).length * 2 < others.length
}

const EAN = /^\d{8,14}$/
/** What of a row speaks against the article of its code, for the user; '' for nothing. */
export function contradictionOf(
  { code, ean, name }: WrittenRow,
  article: Orderable,
  find: Find<Orderable>,
  namesFit: boolean,
): string {
  const byEan = code !== '' && EAN.test(ean) ? find(ean) : undefined
  if (byEan?.kind === 'article' && byEan.article.articleId !== article.articleId)
    return `El código es de ${article.code}, el EAN de ${byEan.article.code}: elija cuál`
  if (namesFit && isOtherName(name, article.description)) return 'La descripción no es la de ese código'
  return ''
}
