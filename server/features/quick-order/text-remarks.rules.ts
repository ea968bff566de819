/**
 * What is said beside a line that is complete, in its own words or in a cell (R38): how it comes, to whom and when leaves the line as it is;
 * a clause that nothing explains may say anything. Pure.
 */
import { fold } from '../../../contract/codes.ts'
import type { KnownArticle } from './quick-order.types.ts'
import { saysWhere } from './text-closings.rules.ts'
import { isOfName } from './text-names.rules.ts'
import { type Piece, unitOf } from './text-pieces.rules.ts'
import { isOfHandling } from './text-sentences.rules.ts'
import { isAsking, isHarmless, isVariant } from './text-vocabulary.rules.ts'
import { isDone, isDoubtful, isVerb } from './text-words.rules.ts'

/** Between two clauses: a sign, a picture, or a dash with blanks. */
export const APART = /[.,;:()[\]!¡"“”|/\t•*→>]|\s\p{Pd}+\s|\p{Extended_Pictographic}/u

/** Words without which hardly any clause says something of its own: it has a verb, points at something, or hangs on something. */
const OF_CLAUSES = new Set(
  'que me se te lo nos ya cuando aunque pero este esta esto estos estas ese esa eso esos esas tengo tenemos tenes tiene es son estan va van vas voy fue era vino hay quiero queria'.split(
    ' ',
  ),
)
const LIMITS = new Set('nomas solo solamente unicamente exclusivamente'.split(' '))
/** 'RY10013 12 nomás' limits the order as it stands; 'los verdes nomás' what there may be none of. */
const isLimit = (clause: readonly string[]): boolean =>
  clause.some((word) => LIMITS.has(word)) && clause.some((word) => isVariant(word) || !isHarmless(word))

/** 'que vengan sanas', 'es para regalo', 'lo retira mi hijo'. */
const HOW_IT_COMES =
  /\b(que|q) (\w+ )?pas[ao] (mi|el) \w+|\b(que|q) (no )?(se )?(veng|and|funcion|lleg)\w*|\b(es|son|sea|seria) (para|pa|xa)\b|\b(lo|la|los|las) (retir|busc|pas|llev)\w* (a |el |la |mi )/

/** 'los de luz' are some of what the article may be, maybe none. */
const SOME_OF_THEM = /^(los|las|el|la) (de|con|sin) (?!siempre\b)/
/** 'pasarlo allá': what is to be done with it. */
const TO_DO = /[aei]rl[oae]s?$/
/** 'facturar a la cooperadora', 'con el otro remito', 'lo paga ella': said of one line, it is of another's order. */
const OF_ANOTHER_BILL =
  /\b(factur|imput|cobr|carg|debit)\w* a[l ]|\b(a nombre de|por cuenta de|(factur|pag|abon)(a|an) (el|la|los|las|mi|su|tu|ella|ellos)|(otr[oa]|aparte|distint[oa]) (remito|factura|cuenta|boleta|envio)|(remito|factura|cuenta|boleta|envio) (aparte|distint[oa]))\b/
/** 'entró', 'cambió': what was done with it; an accent that a folded word has lost. */
const PAST = /^\p{L}{2,}[óÓ]$/u
/** Whether a clause behind a complete pair may change it. */
const mayChange = (clause: readonly string[], article?: KnownArticle, isOneOfMany = false): boolean => {
  if (isLimit(clause)) return true
  const isClause = clause.some(
    (word) => OF_CLAUSES.has(word) || isDone(word) || (isVerb(word) && !isAsking(word)) || TO_DO.test(word),
  )
  const isPlain = clause.every(
    (word) => (isHarmless(word) && !isDoubtful(word)) || (article && isOfName(word, article)),
  )
  const said = clause.join(' ')
  // 'ya pagos', 'ya facturado': what is done with is not to be sent.
  if (SOME_OF_THEM.test(said) && !isPlain) return true
  if (isOneOfMany && OF_ANOTHER_BILL.test(said)) return true
  if (isOneOfMany && TO_DO.test(clause[0] ?? '') && clause.includes('alla')) return true
  const isOfWay = (isOfHandling(said) || /\b(retir|busc)/.test(said)) && !clause.includes('ya')
  return (isClause && !isPlain && !isOfWay && !HOW_IT_COMES.test(said)) || said === 'paso'
}

const MAY_END = /[.!]\s+\p{Lu}/u
const SENTENCE_END = /(\p{L}*)[.!]\s+(?=\p{Lu})/gu
const CUT_OFF = /^[^(]*\)/
const SHORT = /^\p{L}{1,3}$/u
const LAST_NUMBER = /\d\D*$/
/** The sentences behind all numbers of a line, which may be about any of it. */
export function sentencesBehind(text: string): string | undefined {
  if (!MAY_END.test(text)) return
  const rest = text.slice(text.search(LAST_NUMBER))
  const end = [...rest.matchAll(SENTENCE_END)].find(
    ([, word = '']) => !SHORT.test(word) || unitOf(fold(word)) !== undefined,
  )
  const said = end && rest.slice(end.index + end[0].length)
  // 'Suc. Norte, allá)' goes on in its brackets.
  if (said && CUT_OFF.test(said)) return
  return said && !/^que\b/i.test(said) && /\p{L}+(\s\p{L}+){2}/u.test(said) ? said : undefined
}

const ENDS = /[.!]\s+$|[\p{Extended_Pictographic}]/u
/** Whether a clause that stands behind a pair says something of its own that nothing explains. */
export function hasOpenClause(
  behind: readonly Piece[],
  article?: KnownArticle,
  isOneOfMany = false,
): boolean {
  const clauses: string[][] = [[]]
  for (const [at, { folded, glue, text }] of behind.entries()) {
    // What begins a sentence of its own is read with the others.
    const isShort = SHORT.test(behind[at - 1]?.folded ?? '')
    if (ENDS.test(glue) && /^\p{Lu}/u.test(text) && !isShort) break
    if (APART.test(glue)) clauses.push([])
    // 'Maxi de Merlo' is no 'merlo' to be done.
    const isName = /^\p{Lu}\p{Ll}/u.test(text) && (clauses.at(-1)?.length ?? 0) > 0
    clauses.at(-1)?.push(isName && TO_DO.test(folded) ? '' : folded)
    if (PAST.test(text) && !(article && isOfName(folded, article))) return true
  }
  return clauses.some((clause) => clause.length > 0 && mayChange(clause, article, isOneOfMany))
}

/** What is said of packing and of purpose in a cell, besides what changes nothing anywhere. */
const OF_CELLS = new Set(
  'caja bolsa embalado embalada embalados embaladas envuelto envueltos sana sano sanas sanos bien venga vengan fragil cuidado factura escuela colegio evento importa color colores modelo ok agotado pintar balde escalera elegir puede surtir dibujo dibujos con cualquiera madera plastico metal tela goma carton'.split(
    ' ',
  ),
)
/** When something comes or is decided; in a cell of its own it is of this row alone. */
const OF_TIME =
  /^(manana|lunes|martes|miercoles|jueves|viernes|sabado|domingo|semana|mes|finde|antes|sumo|luego|despues|navidad|reyes|nuevo|anterior|proxim[ao]|siguientes?|mes|muestra|retir[ao]|confirm\w+|local(es)?|sucursal|kiosc?ko?|casa|cliente|bazar|negocio)$/
const WITHOUT =
  /\bque no (veng|lleg)\w* (golpead|rot|abiert|abollad)\w*( como la (otra|ultima) vez)?|^\W*si no (hay|tenes|tienen|queda) (?=(rosa|roj|azul|verde|celest|blanc|negr|amarill|lila|surtid)\w* (cualquiera|otro color)\W*$)|^\W*colores varios\W*$|\bmitad \w+( y)? (la )?(otra )?mitad\b|\bsin (?=(caja|bolsa|pintar|apuro|embal\w+|pilas?|blister)\b)|\bla (otra|ultima) vez (me |nos )?(vin|lleg|falt|mand)[^,;.]*|\bno importa\w*|\bsi (se )?puede\b|^\W*si\W*$/g
/** Whether what a cell says leaves its row as it is. */
export function isPlainCell(folded: string, article: KnownArticle): boolean {
  const words = folded
    .replace(WITHOUT, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /\p{L}{2}/u.test(word))
  return (
    !isLimit(words) &&
    !folded.includes('?') &&
    words.every(
      (word) =>
        OF_CELLS.has(word) ||
        isOfName(word, article) ||
        unitOf(word) !== undefined ||
        (isHarmless(word) && !isDoubtful(word) && !isDone(word) && !OF_TIME.test(word)),
    )
  )
}

/** Words of a statement: verbs of having and wanting, denials, conditions, what points back; without them a line is a name or a label. */
const STATES = new Set(
  'si no ni sin o pero aunque cuando que me se te lo los nos ya hasta donde tengo tenemos tenes tiene es son estan va van vas voy fue era vino hay quiero queria veo vemos otro otra algun alguno alguna algo menos mejor'.split(
    ' ',
  ),
)
/** The way, the bill, the money, the letter itself: a statement about it that hangs on nothing leaves the order alone. */
const OF_THE_WAY =
  /\b(retir|busc|expreso|transport|correo|encomienda|comisionist|flete|envi[oae]|reenvi|salga|sale|despach|entreg|recib|lleg|remit|factur|pesos|bonific|descuent|pag[oau]|abon|cuenta|cobr|catalogo|cheque|transf|renglones|articulos|bultos|direcci|datos|firma|dios|salud|bendi|letra|escane|lector|lei|pistol|boleta|papel|foto|cargar|pedido|reparto|horari|abr[oie]|cerrad|lista|gracias|favor|a nombre|perdon|disculp|llam|contest|avis|visit|viajant|nuev|siempre)/
const HANGS =
  /\b(siempre que|si|no|ni|sin|o|pero|salvo|menos|excepto|hasta|todavia|aun|otr[oa]s?|algun[oa]?s?|vemos|veo|digo|dira|dice|quizas?|capaz|despues|luego)\b/

/** What hangs on something, in the words that grammar has for it. */
const CONDITION =
  /\b(supeditad|condicionad|sujet[oa]s? a|depend|siempre que|siempre y cuando|a condicion|con tal|en tanto)/
/** Whether a sentence beside an order states something that nothing explains, as of all of it. */
export function statesMore(said: string): boolean {
  const words = said.match(/[\p{L}\p{N}]+/gu) ?? []
  const isOwn = (word: string, at: number) => at > 0 && /^\p{Lu}/u.test(word)
  const folded = fold(said)
  if (CONDITION.test(folded)) return true
  if (saysWhere(said)) return false
  return (
    words.some((word, at) => !isOwn(word, at) && STATES.has(fold(word))) &&
    words.some(
      (word, at) =>
        !/\d/.test(word) && !isOwn(word, at) && !(isHarmless(fold(word)) && !isDoubtful(fold(word))),
    ) &&
    !(OF_THE_WAY.test(folded) && !HANGS.test(folded))
  )
}
