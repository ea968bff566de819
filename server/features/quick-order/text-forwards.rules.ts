/** What somebody forwards: quoted lines that are the order themselves (R38). Pure. */
import type { KnownArticle, KnownArticles } from './quick-order.types.ts'
import { piecesOf } from './text-pieces.rules.ts'
import { asksFor } from './text-sentences.rules.ts'
import { QUOTED } from './text-words.rules.ts'
import type { WrittenLine } from './text-written.rules.ts'

/** What a mail writes before each line that it quotes. */
const QUOTE_SIGN = /^\s*>\s?/
const POINTS_BELOW = /\b(esto|as[ií]|siguiente|lo de abajo)\b|:\W*$/i
const FORWARDS = /\breenv[ií]\p{L}*|\bpedido que (me|nos) (pas|mand|dej|hiz)\p{L}*/iu
/** '-----Mensaje original-----' */
const ORIGINAL =
  /^\W{2,}\s*(mensaje|correo|mail|message|original message)( original)?\s*\W{2,}$|^\W*mensaje original\W*$/i
/** 'El lun, 5 ago 2024 a las 9:12, Ventas escribió:' */
const WROTE = /^\W*el\b.*\d.*\b(escribi[oó]|wrote)\W*:?\W*$/i
/** 'mandale esto' above nothing but quoted lines forwards what somebody else wrote: they are the order. */
export function unquoted<A extends KnownArticle>(
  lines: readonly WrittenLine[],
  shop: KnownArticles<A>,
): readonly WrittenLine[] {
  const first = lines.findIndex(({ read }) => QUOTED.test(read))
  const above = lines.slice(0, first).map(({ read }) => read)
  const isForwarded =
    (first > 0 && above.some((read) => POINTS_BELOW.test(read) && asksFor(read.replace(/\W+$/, '')))) ||
    lines.some(({ read }) => !QUOTED.test(read) && FORWARDS.test(read))
  const hasCode = ({ read }: WrittenLine) =>
    !QUOTED.test(read) &&
    piecesOf(read, () => false).some(({ folded }) => /\d/.test(folded) && shop.byCode(folded).length > 0)
  if (isForwarded && !lines.some(hasCode))
    return lines.map((line) => ({ ...line, read: line.read.replace(QUOTE_SIGN, '') }))
  // Below an order the mail that it answers is quoted, with signs or without.
  const original = lines.findIndex(({ text }) => ORIGINAL.test(text) || WROTE.test(text))
  return original > 0 && lines.slice(0, original).some(hasCode)
    ? lines.map((line, at) =>
        at < original ? line : { ...line, text: `> ${line.text}`, read: `> ${line.read}` },
      )
    : lines
}
