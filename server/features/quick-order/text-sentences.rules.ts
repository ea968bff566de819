/** What the sentences beside the lines of an order say about all of it: pure. */
import { fold } from '../../../contract/codes.ts'
import {
  ASKING_TERMS,
  CHANGING,
  ENDED,
  HANDLING,
  HARMLESS_QUESTIONS,
  HOLDING_BACK,
  HOLDS,
  LIMITED,
  NAMED,
  OF_GOODS,
  OF_NO_GOODS,
  OF_OTHER_LINES,
  OF_THE_REST,
  OF_THE_WAY,
  PAPER,
  POINTING,
  REFERRING,
  REQUESTS,
  shows,
  TALES,
  VERSION,
  WELL_DONE,
} from './sentence-signs.rules.ts'
import { isCodeHeading } from './text-headings.rules.ts'
import type { WrittenLine } from './text-written.rules.ts'

/** What is known beside a sentence. */
export interface Said {
  /** Words that stand in some article's name: a question about one article leaves the others alone. */
  readonly names: (word: string) => boolean
  /** The text asks for its lines by itself: what it tells before only says why. */
  readonly isAsked?: boolean
  /** It asks for the lines below it: 'agregale a lo anterior:' changes none of them. */
  readonly isHeading?: boolean
}

export const isPaper = (text: string): boolean => PAPER.test(fold(text))
export const isHeading = (text: string): boolean => /:\W*$/.test(text)
export const isOfTheRest = (text: string): boolean => OF_THE_REST.test(fold(text))
export const isOfHandling = (sentence: string): boolean => shows(HANDLING, sentence)
export const isPoliteQuestion = (text: string): boolean =>
  text.includes('?') && shows(HARMLESS_QUESTIONS, fold(text)) && !asksForGoods(text)
export const asksForGoods = (text: string): boolean => OF_GOODS.test(fold(text))
export const tellsWhatWas = (text: string): boolean => shows(TALES, fold(text))
/** Whether what stands in a line beside its pair says that it waits, or that it is not to be sent. */
export const holdsBack = (remark: string): boolean => {
  if (!/\p{L}{2}/u.test(remark)) return false
  const said = fold(remark)
  return (
    shows(HOLDING_BACK, said) || OF_ANOTHER_TIME.test(said) || (said.includes('(') && AT_TIMES.test(said))
  )
}
/** Said of one line: it is for later, was there before, depends on what there is, or is about so many. */
const OF_ANOTHER_TIME =
  /\b(el mes|el ano) que viene\b|\b(la|el) proxim[oa]\b(?! (semana|lunes|martes|miercoles|jueves|viernes|entrega|envio))|\b(lo|las|los) que (haya|tengas|tengan|quede|puedas|puedan|te quede)n?\b|\b(para|pa|p\/|en) ?(enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b|\b(a prueba|en consignacion|por mes|por semana)\b|\btirando a\b|\by pico\b|\ba lo sumo\b|\bponele\W*$|\bya (lo |la |los |las |me |los )?(tengo|tenemos|pedi|vin|mand|compr|lleg|trajo|traj)\w*/
/** '100 (50 ahora 50 en enero)' */
const AT_TIMES = /\(\D*\d[^)]*\b(ahora|hoy|despues|luego|mes|semana|quincena|en [a-z]{4,})\b[^)]*\d[^)]*\)/
/** Whether what stands before a pair waits, and nothing in it asks for the pair: 'mañana te confirmo las 24 …'. */
export const waits = (lead: string): boolean =>
  // What waits is said with at least two words before the code.
  /\p{L}{2}.*\s\p{L}{2,}.*\s/u.test(lead) &&
  clausesOf(fold(lead)).some((clause) => shows(HOLDING_BACK, clause) && !isOfHandling(clause)) &&
  !asksFor(lead)

/** Whether what stands before a pair asks for a price or an offer and not for the goods. */
export const asksTerms = (lead: string): boolean =>
  /\p{L}{5}/u.test(lead) && shows(ASKING_TERMS, fold(lead)) && !isOfHandling(fold(lead)) && !asksFor(lead)

const changesAll = (sentence: string): boolean =>
  REFERRING.test(sentence) && CHANGING.test(sentence) && !NAMED.test(sentence)
/** Whether a sentence is about the order, whatever article it names with it. */
export const meansAll = (text: string): boolean =>
  isPaper(text) || /\b(nada|tod[ao]s?|pedidos?|hasta|esper\w+|borrador)\b/.test(fold(text))

/** The sentences of a text, each with the sign that ends it. */
const sentencesOf = (text: string): string[] =>
  text.match(/(?:\b(?:sr|sra|sres|sras|srta|dpto|depto|att|lic|ing|dra?)\.|[^.!?\n])+[.!?]*/gi) ?? []
const clausesOf = (sentence: string): string[] => sentence.split(/[.!?;,:]| y | pero /)
const clauseOf = (written: string): string => written.replace(/^.*(,| y )(?=.*\p{L})/u, '')

const DENIED = /\b(no|ni|sin|nunca|tampoco)\b/
/** 'el pedido que te pasé' tells, 'pasame' asks: an accent at the end, read before it is lost. */
const PAST = /\p{L}{2}[éóí](?!\p{L})/u
/** 'me faltó agregar', 'me pidió la señora': what is past there is not the order. */
const PAST_OF_ELSE =
  /(?<!\p{L})(?:me |nos |se me )?((falt[oó]|olvid\p{L}+)( de)? (?=(agreg|sum|pon|ped|anot|pas|inclu)\p{L}*)|(?<=(?:me|nos) )(pidi[oó]|encarg[oó]|dej[oó]|dict[oó])(?!\p{L}))/giu
/** Whether a sentence asks, in its last clause, for the lines of an order. */
function requests(written: string): boolean {
  const clause = clauseOf(written)
  const folded = fold(clause)
  const isPast = PAST.test(clause.replace(PAST_OF_ELSE, ''))
  return !isPast && !DENIED.test(folded) && !OF_NO_GOODS.test(folded) && shows(REQUESTS, folded)
}
/** Whether a text, before the lines of an order, asks for them. */
export const asksFor = (text: string): boolean => {
  const [last = ''] = sentencesOf(text).slice(-1)
  return requests(last)
}

/** 'Librería Nueva Era' tells of no time, nor does 'Tafí Viejo'. */
const PART_OF_NAME = /(?<=\p{Lu}\p{Ll}+ )(Era|Viej[oa])(?!\p{L})/gu
/** 'Sres. de Ventas:' is who reads the order. */
const ADDRESSED =
  /^\W*(a los )?(sres|senores)\W+(de |del )?((dpto|depto|departamento|area|sector)\W+(de )?)?ventas\W*$/
/** 'Buen día, me olvidé de estos ayer:' */
const FORGOT =
  /\b(me|nos) (olvide|olvidamos|falt\w+) (de )?(est[oa]s?|poner|pedir|mandar|pasar|agregar)\w*( \p{L}+)?\W*$/u
/** Whether a heading says that what stands below it is not ordered. */
export const isOfOtherLines = (heading: string, said: Said): boolean => {
  if (ADDRESSED.test(fold(heading)) || VERSION.test(fold(heading)) || FORGOT.test(fold(heading))) return false
  // 'Adjunto pedido porque el excel no me sube:'
  const last = heading
    .replace(PART_OF_NAME, ' ')
    .replace(/^.*[.!?](?=.*\p{L})/u, '')
    .replace(/\s(porque|xq|ya que)\s.*$/i, '')
  const isAsked = asksFor(last)
  if (!isAsked) return OF_OTHER_LINES.test(fold(last)) || holdsAll(last, said)
  // 'no mentira, este es el pedido:'
  return holdsAll(clauseOf(last), { ...said, isAsked, isHeading: true })
}

/** Cells and rulers say what columns hold, not what is wished. */
const CELLS = /[\t|;]|^\W*\p{L}+\.?(\s*[/–-]\s*\p{L}+\.?)+\W*$/u
/** 'Artículo,Stock actual,A comprar': what columns hold, from a file with commas. */
const isHeadRow = (text: string): boolean => {
  const cells = fold(text).split(',')
  return cells.length >= FEWEST_COLUMNS && cells.some((cell) => isCodeHeading(cell.trim()))
}
const FEWEST_COLUMNS = 3
/** 'RE: Pedido pendiente' was the subject before. */
const OLD_SUBJECT = /^\W*(asunto\s*:\s*)?(re|rv|fwd?)\s*:|^\W*fin del? (reporte|listado|informe|pedido)\W*$/

/** Whether a text that orders nothing by itself makes every line beside it doubtful. */
export function holdsAll(text: string, said: Said): boolean {
  if (CELLS.test(text) || isHeadRow(text)) return false
  const written = sentencesOf(text.replace(PART_OF_NAME, ' '))
  const asking = written.findLastIndex(requests)
  return written.some((sentence, at) => holds(fold(sentence), at <= asking, said))
}

function holds(sentence: string, isBeforeRequest: boolean, said: Said): boolean {
  const { names, isAsked = false, isHeading: isAbove = false } = said
  const isQuestion = sentence.includes('?')
  const isOfOne = sentence.split(/[^\p{L}]+/u).some((word) => word.length > 4 && names(word))
  if (isOfOne && isQuestion) return false
  if (OF_THE_REST.test(sentence) || OLD_SUBJECT.test(sentence)) return false
  if (shows(ENDED, sentence) || LIMITED.test(sentence)) return true
  if (!isAbove && changesAll(sentence)) return !isOfHandling(sentence)
  if (shows(HOLDS, sentence)) {
    // 'mañana te confirmo y te transfiero': what is said of the money softens its own clause.
    const holding = clausesOf(sentence).filter((clause) => shows(HOLDS, clause))
    return holding.length === 0 ? !isOfHandling(sentence) : holding.some((clause) => !isOfHandling(clause))
  }
  if (shows(TALES, sentence)) {
    const isBackground = isBeforeRequest || (isAsked && !POINTING.test(sentence)) || WELL_DONE.test(sentence)
    return !isBackground && !isOfHandling(sentence)
  }
  if (!isQuestion || !/\p{L}/u.test(sentence)) return false
  const isOfWay = OF_THE_WAY.test(sentence) && !POINTING.test(sentence)
  const isHarmless = shows(HARMLESS_QUESTIONS, sentence) && !OF_GOODS.test(sentence)
  return !isOfWay && !isHarmless && !isOfHandling(sentence)
}

/** The words of a sentence that says what all quantities of a text count, and nothing else. */
const DECLARING = new Set(
  'pedido pedidos cantidad cantidades todo todos todas nota ojo va van son esta estan expresado expresadas expresados las los el la lo que pido cant semana hola buenas buen dia gracias no y en por unidades bulto bultos docena docenas cerrado cerrados sueltas sueltos eh aclaro aclaracion siempre'.split(
    ' ',
  ),
)
const COUNTS_ALL =
  /\b(en|por|son|todos?) (bultos?|docenas?|cajas?|packs?|displays?)\b|^\W*(bultos?|docenas?|cajas?)\W*$/
const UNIT_OF_ALL = /\b(?:en|por|son) (bulto|docena)s?\b/

/** What a sentence says that all quantities count; 'unsure' where it says so in no plain way. */
export function declaredUnit(text: string): 'packs' | 'dozens' | 'unsure' | undefined {
  const folded = fold(text)
  // Of its own column a heading says it.
  if (CELLS.test(text) || !COUNTS_ALL.test(folded)) return
  const isPlain = folded.split(/[^\p{L}\p{N}]+/u).every((word) => word === '' || DECLARING.has(word))
  const unit = isPlain ? UNIT_OF_ALL.exec(folded)?.[1] : undefined
  return unit === undefined ? 'unsure' : unit === 'bulto' ? 'packs' : 'dozens'
}

/** What the quantities of a text count by its sentences, where they do not say it themselves. */
export function unitOfAll(lines: readonly WrittenLine[]): 'packs' | 'dozens' | 'unsure' | undefined {
  const [unit, ...others] = new Set(
    lines.flatMap(({ read }) => (/\d/.test(read) ? [] : (declaredUnit(read) ?? []))),
  )
  return others.length > 0 ? 'unsure' : unit
}
