/** What the sentences beside the lines of an order say about all of it, read folded: pure. */
import { fold } from '../../../contract/codes.ts'
import type { WrittenLine } from './text-pieces.rules.ts'

/** Verbs of trade in a past: what came, sold, went or was asked for before orders nothing now. */
const TOLD =
  /\b(vend(i|io|imos|ieron|iste|id[ao]s?)|compr(e|amos|aron|aste|ad[ao]s?)|ped(i|iste|imos)|pidi(o|eron)|recib(i|io|imos|ieron|id[ao]s|ida)|lleg(o|aron)|vin(o|ieron)|(mand|envi|factur|entreg|carg|despach|cobr)(aron|aste|ad[ao]s)|traj(o|eron|iste)|llev(e|aron|aste|abamos?|aba)|falt(o|an?|aron|ante\w*)|sobr(o|an|aron)|rompi\w*|rot[ao]s?|fallad[ao]s?|devol\w+|devuelv\w+|reclam\w+|quedaron|salieron|entraron)\b/

/** What makes each line of a text doubtful, by what such a sentence does with the order. */
const HOLDS: Readonly<Record<string, readonly RegExp[]>> = {
  'forbids it': [
    /\b(no|ni) (me |lo |la |los |las |nos |se )?(mand|envi|carg|prepar|hag|anot|factur|despach|confirm|pas|pid|quier|tom)\w*/,
    /\bno es (un |el )?pedido\b|\b(cancel|anul|suspend)\w*|\bolvid\w* (de |del |ese |el |todo|lo )|\bsin efecto\b|\bdar? de baja\b|\bno va\b/,
  ],
  'waits with it': [
    /\bhasta (que|nuevo)\b|\b(todavia|aun) no\b|\besper(a|ar|en|ame|emos)( a)? que\b|\besperame\b/,
    /\b(borrador|ejemplo|tentativ\w+|provisori\w+|estimativ\w+|pendientes?|simul\w+)\b|\ba confirmar\b|\bsujet[ao]s? a\b/,
    /\b(despues|luego|manana|mas tarde|el \w+) (te |les |se )?(lo |los |la |las )?(confirm|aviso|digo|decid)\w*/,
    /\b(te|les|se)( lo| la| los| las)? confirm\w+ (manana|luego|despues|mas tarde|el|cuando|en|a la|por la)\b/,
    /\b(lo|la|los|las) (consult|hablo|veo|vemos|piens|charl|decid)\w*\b|\b(tengo|tenemos) que (ver|consult|habl|pens|charl)\w*/,
    /\bsi (me |te |les |nos )?(cierra|conviene|aprueba\w*|autoriza\w*|hay|tenes|tienen|da|dan|es posible|sirve|alcanza|gusta|dice que si)\b/,
  ],
  'asks for terms': [
    /\b(presupuest|cotiz|consult|averigu)\w*|\bprecios? (de|por)\b|\bpasa(me|rme|n|s)? (el |los |lista de )?precios?\b/,
  ],
  'asks what it costs': [
    /\bcuanto (es|sale|seria|me (sale|queda|haces)|queda|cuesta|estaria|da|suma)\b(?!.*\b(flete|envio)\b)/,
  ],
  'tells what was': [
    TOLD,
    /^\W*ventas? (del?|lunes|martes|miercoles|jueves|viernes|sabado|domingo|hoy|ayer|semana|mes|local)\b|^\W*ventas?\W*$|\bnota de credito\b|\b(fue|fueron|era|eran)\b|\b(mes|semana|ano|vez|quincena|temporada) pasad[ao]\b|\bventas (del?|diarias|mensuales|semanales)\b|\b(inventario|remito|saldos?|deuda|ingresos?|roturas?|conteo|existencias?|historial|reporte)\b/,
    /\b(informe|reporte|resumen|planilla|listado|control|conteo)\b.*\b(ventas?|stock)\b|^\W*stock\b(?!.*\?)/,
    /\bstock (al|actual|de|del|en|que)\b|\b(pedido|compra|factura|lista) (anterior|viej[ao]|pasad[ao]|de ayer|del mes)\b|\blo de ayer\b/,
  ],
  'names what is liked': [
    /\b(las|los|lo) que (mas )?(me )?(salen|sale|vend\w+|pedi\w*|lleve|llevo|tengo|tenia|tenemos|quede\w*|interes\w*|gust\w*)\b/,
    /\b(me|nos) (interesan?|gustan?)\b|\bquiero ver\b|\b(mandame|pasame|tenes|hay) fotos?\b/,
  ],
}

/** Words that mean the lines of the text, and what changes them: 'a todo sumale 6', 'el último no', 'x2 cada uno'. */
const REFERRING =
  /\b(tod[ao]s?|cada|amb[ao]s|ultim[ao]s?|primer[ao]?s?|segund[ao]s?|tercer[ao]?s?|resto|demas|arriba|abajo|(el|la|al) (doble|mitad|triple)|est[aeo]s?|es[aeo]s?|anterior(es)?|lo mismo|idem)\b/
const CHANGING =
  /\b(no|ni|sin|menos|mas|doble|mitad|triple|x ?\d|por \d|sum\w+|agreg\w+|dej\w+|baj\w+|sub\w+|camb\w+|sac\w+|quit\w+|descart\w+|elimin(a|e|ar|emos|al[ao]s?)|anul\w+|cancel\w+|olvid\w+|mejor|reduc\w+|aument\w+|multiplic\w+|borr\w+|futur\w+|la proxima(?! semana))\b/
const changesAll = (sentence: string): boolean => REFERRING.test(sentence) && CHANGING.test(sentence)

/** Words that make a heading one of lines that are not ordered: 'Stock local:', 'Pedido anterior:', 'Devolución:'. */
const OF_OTHER_LINES =
  /\b(stock|existencias?|inventario|vend\w+|ventas?|viej[ao]s?|(para la|la|una|otra) proxima(?! semana)|anterior(es)?|ultim[ao]s?|despues|luego|futuro|devol\w+|cambios?|precios?|dudas?|tengo|tenemos|hay|pagad[ao]s?|entregad[ao]s?|recibid[ao]s?|no|sin|quiza\w*|duda\w*|tal vez|opcional\w*)\b/
/** Whether a sentence is about the order, whatever article it names with it. */
export const meansAll = (text: string): boolean =>
  /\b(nada|tod[ao]s?|pedidos?|hasta|esper\w+|borrador)\b/.test(fold(text))
/** Whether a heading says that what stands below it is not ordered. */
export const isOfOtherLines = (heading: string, names: (word: string) => boolean): boolean => {
  const last = heading.replace(/^.*[.!?](?=.*\p{L})/u, '')
  return OF_OTHER_LINES.test(fold(last)) || holdsAll(last, names)
}
export const isHeading = (text: string): boolean => /:\W*$/.test(text)

/** What a question may be about without asking for the order itself: how one is, the way, the bill, the day. */
const HARMLESS_QUESTION =
  /\b(lleg|entreg|flete|envi[oa]|despach|transport|factur|horario|abr[ei]|atiend|cuenta|cbu|pag[oau]|transfer|sig[ou]|recib|demor|tard|retir|busc|acept|factura)\w*|\bcuando\b|\bpasa\w* (el|su|tu) pedido\b|\b(me|nos) (lo |la |los |las )?(mand|envi|anot|prepar|agreg|sum|pas|arm|hac)\w*|\bpuede ser( para)?\b|\b(com[oe]|que) (va|and|est|tal|onda)\w*|\btodo (bien|ok|tranqui\w*)\b|\bfaltaba\b|\bhac(es|en|eme) (el|un)\b|\b(esta|va) bien\b/
const ASKS_FOR_GOODS =
  /\b(stock|precios?|tenes|tienen|tendr\w+|hay|habra|quedan?|disponib\w+|cuanto|sale|cuesta|descuento|rebaja)\b/
const OF_THE_WAY =
  /\b(flete|envio|transporte|factura|demora\w*|tarda\w*|llegan?|entregan?|total|iva|descuento|contado|cuotas)\b/

export const asksForGoods = (text: string): boolean => ASKS_FOR_GOODS.test(fold(text))
/** Whether a question leaves the order as it is. */
const isHarmlessQuestion = (folded: string): boolean =>
  OF_THE_WAY.test(folded) || (HARMLESS_QUESTION.test(folded) && !ASKS_FOR_GOODS.test(folded))

/** The sentences of a line, folded, each with the sign that ends it. */
const sentencesOf = (text: string): string[] => fold(text).match(/[^.!?\n]+[.!?]*/g) ?? []

/** Cells and rulers say what columns hold, not what is wished. */
const CELLS = /[\t|;]/

/**
 * Whether a text that orders nothing by itself makes every line beside it doubtful; `names` tells words that stand in
 * some article's name: a question about one article leaves the others alone.
 */
export function holdsAll(text: string, names: (word: string) => boolean): boolean {
  if (CELLS.test(text)) return false
  return sentencesOf(text).some((sentence) => {
    const isOfOne = sentence.split(/[^\p{L}]+/u).some((word) => word.length > 4 && names(word))
    if (isOfOne && sentence.includes('?')) return false
    const isHeld =
      changesAll(sentence) ||
      Object.values(HOLDS)
        .flat()
        .some((sign) => sign.test(sentence))
    if (isHeld) return !isPolite(fold(text))
    if (!sentence.includes('?') || !/\p{L}/u.test(sentence)) return false
    return !isHarmlessQuestion(sentence)
  })
}

/** 'no te olvides', 'quedo a la espera', 'si hay algo me avisás', 'pedido eliminado' of the chat itself. */
const POLITE =
  /\bno (te |se )?olvid\w+|\ba la espera\b|\b(mensaje|imagen|audio|video|multimedia)\b.*\b(elimin|omit)\w+|\b(sena|pag[oau]\w*|abon[oa]\w*|transferencia)\b|\bcualquier (cosa|duda)\b|\bvencimiento\b|\b(tildad|tachad)[ao]s?\b|\bla cruz\b|\bsi (hay|tenes|tienen) (algun[ao]? )?(problema|duda|consulta|cualquier)\w*|\bflete\b|\bref\w*\W+presupuesto\b|\bfaltant\w+.*\b(repon\w+|pedir)\b/
const isPolite = (sentence: string): boolean => POLITE.test(sentence)

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
  if (!COUNTS_ALL.test(folded)) return
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
