/** Finds the units that a text declares for its quantities: 'todo en bultos', 'caja = bulto'. Pure. */
import { fold } from '../../../../contract/codes.ts'
import type { WrittenLine } from './lines.rules.ts'
import { singular } from './names.rules.ts'
import { CLASSES, isHarmless, type Unit, unitOf, wordsOf } from './words.rules.ts'

/** Words that may stand in a declaration of units, besides those that change nothing. */
const DECLARING = new Set(
  'todas nota ojo estan expresado expresadas expresados cerrado cerrada cerrados aclaro siempre'.split(' '),
)
const UNIT_OF_ALL = /\b(?:en|por|son) (bulto|docena)s?\b/
/** 'caja = bulto', 'PK: docena' */
const LEGEND = /(\p{L}{1,12}) ?[=:] ?(\p{L}+)/gu
/** A word where a unit stands: behind a number, or alone in its cell. */
const COUNTING = /(?<=[\d½] ?|\t)\p{L}+(?!\p{L}| ?\d)/gu
const MEANT: ReadonlySet<Unit | undefined> = new Set<Unit>(['units', 'dozens', 'packs'])
const NAMES = { units: 'unidades', dozens: 'docenas', packs: 'bultos' } as Readonly<Record<string, string>>

/**
 * The unit of all quantities of a text (`ofAll`), if it declares one; its lines without the declarations and with
 * declared words replaced by their units; and notices about both for the user.
 * @param answered the user's answers about units, as lines above the text
 */
export function unitsSaid(lines: readonly WrittenLine[], answered: readonly WrittenLine[] = []) {
  const meanings = new Map<string, string>()
  const notices: string[] = []
  const declarations = new Set<WrittenLine>()
  let ofAll: 'packs' | 'dozens' | undefined
  for (const line of [...answered, ...lines]) {
    if (/\d/.test(line.read) || line.isQuoted) continue
    const folded = fold(line.read)
    const legend = [...folded.matchAll(LEGEND)].filter(([, , unit = '']) => MEANT.has(unitOf(unit)))
    const explained = new Set(legend.flatMap(([, word = '', unit = '']) => [word, unit]))
    for (const [, word = '', unit = ''] of legend) {
      meanings.set(singular(word), unit)
      notices.push(`«${word}» se leyó como ${unit}`)
    }
    const unit = ofAll ? undefined : UNIT_OF_ALL.exec(folded)?.[1]
    const words = [...wordsOf(line.read)]
    // 'Pasame el precio por docena' is about prices and declares nothing.
    const isAll = words.every(
      (word) =>
        DECLARING.has(word) ||
        explained.has(word) ||
        (isHarmless(word) && !CLASSES.amount.has(word)) ||
        MEANT.has(unitOf(word)),
    )
    if (!isAll || (!unit && legend.length === 0)) continue
    declarations.add(line)
    if (unit) ofAll = unit === 'bulto' ? 'packs' : 'dozens'
  }
  if (ofAll) notices.push(`Las cantidades se leyeron en ${NAMES[ofAll]}`)
  const meant = (word: string) => meanings.get(singular(fold(word))) ?? word
  const others = lines.filter((line) => !declarations.has(line))
  const read =
    meanings.size === 0 ? others : others.map((line) => ({ ...line, read: line.read.replace(COUNTING, meant) }))
  return { ofAll, lines: read, notices }
}
