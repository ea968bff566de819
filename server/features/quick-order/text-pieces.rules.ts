/** A line of a pasted order, cut into the pieces that can mean something: pure. */
import { fold } from '../../../contract/codes.ts'
import { isOneSlip } from './text-sounds.rules.ts'

/** A run of letters and digits. */
export interface Piece {
  readonly text: string
  /** Lower case, without accents. */
  readonly folded: string
  /** Where it begins and ends in the line. */
  readonly from: number
  readonly to: number
  /** What stands between the piece before it, or the beginning of the line, and it. */
  readonly glue: string
}

const RUN = /[\p{L}\p{N}]+/gu
/**
 * The pieces of a line. What is written together stays together ('RY10013x24'), unless `isKnown` does not know
 * it and it comes apart into a number and what belongs to it: 'x24', '24x00231', '2doc'.
 */
export function piecesOf(line: string, isKnown: (key: string) => boolean): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: text, index } of line.matchAll(RUN)) {
    let glue = line.slice(end, index)
    let from = index
    for (const part of partsOf(text, isKnown)) {
      pieces.push({ text: part, folded: fold(part), from, to: from + part.length, glue })
      from += part.length
      glue = ''
    }
    end = index + text.length
  }
  return pieces
}

const TIMES_BEFORE = /^(x)(\d{1,6})$/i
const TIMES_AFTER = /^(\d{1,6})(x)$/i
const TIMES_CODE = /^(\d{1,6})(x)(.+)$/i
const CODE_TIMES = /^(.+)(x)(\d{1,6})$/i
const COUNT_CODE = /^(\d{1,4})(\p{L}.*\d.*)$/u
const NUMBER_AND_WORD = /^(\d{1,6})(\p{L}{1,12})$/u

function partsOf(text: string, isKnown: (key: string) => boolean): string[] {
  if (isKnown(fold(text))) return [text]
  const times = TIMES_BEFORE.exec(text) ?? TIMES_AFTER.exec(text)
  if (times) return times.slice(1)
  const before = TIMES_CODE.exec(text)
  if (before && isKnown(fold(before[3] ?? ''))) return before.slice(1)
  const after = CODE_TIMES.exec(text)
  if (after && isKnown(fold(after[1] ?? ''))) return after.slice(1)
  const glued = COUNT_CODE.exec(text)
  if (glued && isKnown(fold(glued[2] ?? ''))) return glued.slice(1)
  const counted = NUMBER_AND_WORD.exec(text)
  return counted && isCounted(fold(counted[2] ?? '')) ? counted.slice(1) : [text]
}

/** What a number may count. */
export type Unit = 'units' | 'pieces' | 'dozens' | 'packs' | 'unsure'

const UNITS: Readonly<Record<Unit, string>> = {
  units: 'ud uds und unds u un uni unid unids unidad unidades',
  // Also said of what is in the box: 'rompecabezas de 100 piezas'.
  pieces: 'pieza piezas pza pzas pz pzs pcs',
  dozens: 'doc docs docena docenas dcna dcnas dna dnas dz doz',
  packs: 'bulto bultos bto btos blt blts bult bt bts bul',
  // Boxes, displays and packs are not the same to everybody.
  unsure:
    'caja cajas cj cjs cja cjas pack packs paq paquete paquetes display displays par pares juego juegos blister blisters tira tiras',
}
const unitOfWord = new Map(
  Object.entries(UNITS).flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit as Unit])),
)

/** What a folded word counts, or undefined. */
export const unitOf = (folded: string): Unit | undefined => {
  const unit = unitOfWord.get(folded)
  // Most words are no unit, and few begin like one.
  if (unit !== undefined || folded.length < 5 || !/^[bdu]/.test(folded)) return unit
  return (
    unitOfWord.get(folded.replace(/it([oa]s?)$/, '$1')) ??
    COMMON_UNITS.find(([word]) => isOneSlip(folded, word))?.[1]
  )
}
/** Units that are known with one typing error. */
const COMMON_UNITS: readonly (readonly [string, Unit])[] = [
  ['unidad', 'units'],
  ['unidades', 'units'],
  ['docena', 'dozens'],
  ['docenas', 'dozens'],
  ['bultos', 'packs'],
]

/** What a number measures and does not count. */
const MEASURES = new Set(
  'dias dia semanas cuotas cm cms mm mt mts m ml lt lts l cc kg kgs gr grs g hs v w mah años anos año ano meses hojas canales niveles jugadores funciones sonidos pulgadas teclas ruedas accesorios'.split(
    ' ',
  ),
)
export const isMeasure = (folded: string): boolean => MEASURES.has(folded)
const isCounted = (folded: string): boolean => unitOfWord.has(folded) || isMeasure(folded)
