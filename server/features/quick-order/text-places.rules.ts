/**
 * Which lines of an order a sentence points at by their place (R38): 'el primero', 'los dos últimos', 'lo de abajo', 'el 2' of a
 * list that is numbered. Where that can't be told it may be any of them. Pure.
 */
import { fold } from '../../../contract/codes.ts'

/** A line of a text that orders something or asks for it, and where it stands among all parts of the text. */
export interface Placed {
  readonly at: number
  /** What it is numbered by in the text: '2' of '2) RY10013 12'. */
  readonly number: number | undefined
}
/** The number that a line begins with. */
export const numberOf = (text: string): number | undefined => {
  const digits = FIRST_NUMBER.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
const FIRST_NUMBER = /^\W*(\d+)/

const COUNTS = ['', 'un', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho']
const countOf = (word: string | undefined): number | undefined => {
  if (word === undefined) return
  const at = /^\d+$/.test(word) ? Number(word) : COUNTS.findIndex((one) => one !== '' && word.startsWith(one))
  return at > 0 ? at : undefined
}
const COUNT = '(?:(dos|tres|cuatro|cinco|\\d) )?'
const THE = '\\b(?:el|la|lo|los|las|al|del|est[aeo]s?|es[aeo]s?) '
/** What is first or second without being a line: 'la última vez', 'el primer piso'. */
const OF_OTHER_MATTERS =
  '(?! (de(l mes| mes)|vez|veces|pedid\\w*|compras?|entregas?|envios?|semanas?|quincena|mes(es)?|dias?|hora|momento|piso|local(es)?|facturas?|remitos?|lista|columna|ano|viajes?|reparto|visita|cuota|pago|precios?|vuelta|mails?|mensajes?|whatsapp|contacto|trimestre|temporada|navidad|feria|lunes|martes|miercoles|jueves|viernes|sabado|domingo)\\b)'
const ORDINALS =
  'primer[ao]?|segund[ao]|tercer[ao]?|cuart[ao]|quint[ao]|sext[ao]|septim[ao]|octav[ao]|penultim[ao]|ante ?ultim[ao]|ultim[ao]'
const ORDINAL = new RegExp(
  `${THE}${COUNT}(${ORDINALS})(s)?(?: (dos|tres|cuatro|cinco|\\d)\\b)?${OF_OTHER_MATTERS}(?!\\w)`,
  'g',
)
const NEAR = new RegExp(
  `\\b(?:(el|la|al|esta|este)|(?:lo|los|las|estos|estas)) (?:${COUNT}(?:[a-z]+ (?=del? ))?)?(?:de |del |que (?:esta|van?|sigue|puse|puso|anote)n? )?(arriba|abajo|medio|recien)\\b(?! de todo\\b)${OF_OTHER_MATTERS}`,
  'g',
)
/** 'el 2', 'punto 1', 'del 1 y el 3', '2 y 3 son …'. */
const NUMBERED =
  /(?:\b(?:(renglon|linea|item|punto|fila|posicion|articulo)|el|la|los|las|al|del|y|e)|,|^\W|^(?=\d{1,3}(?:,| y| e) ?\d))\W{0,2}(?:n\W?\s?)?(\d{1,3})\b(?!\s?(%|hs|h\b|cm|u\b|un|doc|bult|dias?|cuotas|de \p{L}|\/|[:.,]\d|(?!los|las|menos|mas)\p{L}{2,}s\b))/gu

/** 'arriba de todo' is the first of all, wherever it is said. */
const AT_END = /\b(arriba|abajo) de todo\b/
const ONWARDS = /\b(a partir|desde|en adelante|para abajo|hasta el (final|fin|ultimo))\b/
const nth = (ordinal: string, size: number): number => {
  const at = ['prim', 'seg', 'ter', 'cuar', 'quin', 'sex', 'sep', 'oct'].findIndex((one) =>
    ordinal.startsWith(one),
  )
  return at >= 0 ? at : ordinal.startsWith('ult') ? size - 1 : size - 2
}

const MAY_BE_NEAR = /arriba|abajo|medio|reci[eé]n/i
/** The lines that a sentence at a place of the text points at, by where they stand from it. */
export function nearTo(text: string, at: number, placed: readonly Placed[]): Placed[] {
  // Most lines point at none.
  if (!MAY_BE_NEAR.test(text)) return []
  const above = placed.filter((line) => line.at < at)
  const below = placed.filter((line) => line.at > at)
  return [...fold(text).matchAll(NEAR)].flatMap(([, one, , where = '']) => {
    if (where === 'medio') return placed.slice(1, -1)
    if (where === 'abajo') return one ? below.slice(0, 1) : below
    return one ? above.slice(-1) : above
  })
}

/** The lines that a sentence at a place of the text points at; none where it points at none. */
export function pointedAt(text: string, at: number, placed: readonly Placed[]): Placed[] {
  const folded = fold(text)
  const found: (Placed | undefined)[] = nearTo(text, at, placed)
  const end = AT_END.exec(folded)?.[1]
  if (end) found.push(end === 'arriba' ? placed[0] : placed.at(-1))
  for (const [, before, ordinal = '', many, behind] of folded.matchAll(ORDINAL)) {
    const place = nth(ordinal, placed.length)
    const count = countOf(before) ?? countOf(behind)
    const isLast = ordinal.startsWith('ult')
    if (!many && !count) {
      found.push(placed[place])
      // In a chat the last is the last before it, too.
      if (isLast) found.push(placed.findLast((one) => one.at < at))
    } else if (!count) found.push(...placed)
    else found.push(...(isLast ? placed.slice(-count) : placed.slice(0, count)))
  }
  const isList = placed.length > 1 && placed.every((line) => line.number !== undefined)
  for (const [, noun, number = ''] of folded.matchAll(NUMBERED)) {
    const labelled = placed.filter((line) => line.number === Number(number))
    const line = labelled.length > 0 ? labelled : placed.slice(Number(number) - 1, Number(number))
    if (line.length === 0 || !(noun || (isList && labelled.length > 0))) continue
    found.push(...line)
    // 'a partir del 3', 'del 3 en adelante'
    const [begin] = line
    if (begin && ONWARDS.test(folded)) found.push(...placed.filter((one) => one.at > begin.at))
  }
  return found.flatMap((line) => line ?? [])
}
