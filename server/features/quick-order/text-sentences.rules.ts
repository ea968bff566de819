/** What the sentences beside the lines of an order say about all of it, read folded: pure. */
import { fold } from '../../../contract/codes.ts'
import type { WrittenLine } from './text-pieces.rules.ts'

/** Verbs of trade in a past: what came, sold, went or was asked for before orders nothing now. */
const TOLD =
  /\b(vend(i|io|imos|ieron|iste|id[ao]s?)|compr(e|amos|aron|aste|ad[ao]s?)|ped(i|iste)|(?<=(que|ya|lo|los|la|las|no|le|te|les) )pedimos|(?<!(me|nos) )pidi(o|eron)|recib(i|io|imos|ieron|id[ao]s?)|lleg(o|aron)|vin(o|ieron)|(mand|envi|factur|entreg|carg|despach|cobr|ofreci?)(aron|eron|aste|ad[ao]s)|traj(o|eron|iste)|llev(e|aron|aste|abamos?|aba)|falt(o|aron)|sobr(o|an|aron)|rompi\w*|rot[ao]s?|fallad[ao]s?|devol\w+|devuelv\w+|reclam\w+|quedaron|salieron|entraron|hab(ia|ias|iamos|ian) \w+[ai]do)\b/

/** 'Factura 0001-00002345', 'TICKET 4567 - COPIA': a paper, not an order. */
const PAPER = /^\W*(factura|remito|recibo|ticket|tique|comprobante|fc|nc)\W*[abcx]?\W*(n\w{0,5}\W*)?\d/
export const isPaper = (text: string): boolean => PAPER.test(fold(text))
/** What makes each line of a text doubtful, by what such a sentence does with the order. */
const HOLDS: Readonly<Record<string, readonly RegExp[]>> = {
  'forbids it': [
    /\b(no|ni) (me |lo |la |los |las |nos |se )*(mand|envi|carg|prepar|hag|anot|factur|despach|confirm|pas|pid|quier|tom|proces)\w*(?! (los? |el |las? |un |una )?(lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|antes|por|sin|factura|catalogo))/,
    /\bno es (un |el )?pedido\b|\b(cancel|anul|suspend)\w*|(?<!\bme )\bolvid\w* (de |del |ese |el |todo|lo )|\bsin efecto\b|\bdar? de baja\b|\b(est[aeo]s?|lo de arriba) no( van?)?\W*$|\bno va\b/,
    /^\W*(al final|mejor|bueno|ah|che|perdon)?\W*(no|dejal[oa]s?|olvidate|olvidal[oa])( nada| gracias)?\W*$/,
    /^\W*prueba\b|\b(de|es una) prueba\b/,
  ],
  'waits with it': [
    /\bhasta (que|nuevo)\b|\b(todavia|aun) no\b|\besper(a|ar|en|ame|emos)( a)? que\b|\besperame\b/,
    /\b(borrador|ejemplo|tentativ\w+|provisori\w+|estimativ\w+|pendientes?|simul\w+)\b|\ba confirmar\b|\bsujet[ao]s? a\b/,
    /\b(despues|luego|manana|mas tarde|el \w+) (te |les |se )?(lo |los |la |las )?(confirm|aviso|digo|decid)\w*|\b(te|les) aviso( cuando| si| manana|\W*$)/,
    /\bespero (la |tu |su )?(confirmacion|respuesta|aviso) del?\b|\b(te|les|se)( lo| la| los| las)? confirm\w+ (manana|luego|despues|mas tarde|el|cuando|en|a la|por la)\b/,
    /\b(lo|la|los|las) (consult|hablo|veo|vemos|piens|charl|decid)\w*\b|\b(tengo|tenemos) que (ver|consult|habl|pens|charl)\w*|\b(esto[yi]|estamos|estaba) (pensando|viendo|dudando)\b|\ben duda\b|\b(capaz|quizas?|tal vez|a lo mejor) (que )?(pid|llev|te pid|quier|compr|encarg)\w*/,
    /\bsi (me |te |le |les |nos )?(cierra|conviene|aprueba\w*|autoriza\w*|hay|tenes|tienen|da|dan|es posible|sirve|alcanza|gusta|hac[ei]\w*|dejas|dice que si)\b|\bpara (el|la|un|otro) (proximo )?(pedido|compra)( que viene)?\b/,
  ],
  'asks for terms': [
    /\b(presupuest|cotiz|consult|averigu)\w*|\bprecios? (de (est|tod|l[oa]s )\w*|por\b)|\bpasa(me|rme|n|s)? (el |los |lista de )?precios?\b(?!.*\b(actualizad|nuev)[ao]s?\b)|^\W*precios?( x| por)?( favor)?\W*$/,
  ],
  'asks what it costs': [
    /\bcuanto (es|sale|seria|me (sale|queda|haces)|queda|cuesta|estaria|da|suma)\b(?!.*\b(flete|envio)\b)/,
  ],
  'names what is liked': [
    /\b(las|los|lo) que (mas )?(me |se )?(salen|sale|vend\w+|pedi\w*|lleve|llevo|tengo|tenia|tenemos|qued\w*|interes\w*|gust\w*)\b|\branking\b|\blo vendo\b/,
    /\b(me|nos) (interesan?|gustan?)\b|\bquiero ver\b|\b(mandame|pasame|tenes|hay) fotos?\b/,
  ],
}
const ALL_HOLDS: readonly RegExp[] = Object.values(HOLDS).flat()
/** What tells of goods that came, went or are there; before the words that order it only says why. */
const TALES: readonly RegExp[] = [
  PAPER,
  /^\W*(pro-?forma|duplicado|copia|planilla de control|movimientos?|bajas?|consignacion|cierre|arqueo|rendicion|liquidacion|control|entro|ingreso)\b|\bpedido (ya )?(entregad|enviad|recibid|facturad|despachad)o\b|\b(tu|su) compra\b|\bya te (lo )?(pas|mand|ped)[eé]\b|\bya (pedid|entregad|recibid|facturad|comprad)[oa]s?\b|\bfalta entregar\b|\blo que vi\b/,
  TOLD,
  /^\W*ventas? (del?|lunes|martes|miercoles|jueves|viernes|sabado|domingo|hoy|ayer|semana|mes|local)\b|^\W*ventas?\W*$|\bnota de credito\b|\b(fue|fueron|era|eran)\b|\b(mes|semana|ano|vez|quincena|temporada) pasad[ao]\b|\bventas (del?|diarias|mensuales|semanales)\b|\b(inventario|saldos?|deuda|ingresos?|roturas?|conteo|existencias?|historial|reporte)\b/,
  /\b(informe|reporte|resumen|planilla|listado|control|conteo)\b.*\b(ventas?|stock)\b|^\W*stock\b(?!.*\?)/,
  /\b(en|mi|el) stock\b|\bstock (al|actual|de|del|en|que)\b|\b(pedido|compra|factura|lista) (anterior|viej[ao]|pasad[ao]|de ayer|del mes)\b|\blo de ayer\b/,
  /\b(me|nos) quedan?\b|\ben (la|el) (factura|remito)\b/,
]

/** Words that mean the lines of the text, and what changes them: 'a todo sumale 6', 'el último no', 'x2 cada uno'. */
const REFERRING =
  /\b(tod[ao]s?|cada|amb[ao]s|ultim[ao]s?|primer[ao]?s?|segund[ao]s?|tercer[ao]?s?|resto|demas|arriba|abajo|(el|la|al) (doble|mitad|triple)|est[aeo]s?|es[aeo]s?|anterior(es)?|lo mismo|idem)\b/
const CHANGING =
  /\b(no|ni|sin|menos|mas|doble|mitad|triple|x ?\d|por \d|sum\w+|agreg\w+|dej\w+|baj\w+|sub\w+|camb\w+|sac\w+|quit\w+|descart\w+|elimin(a|e|ar|emos|al[ao]s?)|anul\w+|cancel\w+|olvid\w+|mejor|reduc\w+|aument\w+|(multi|du|tri)plic\w+|borr\w+|futur\w+|la proxima(?! semana))\b/
/** 'Bazar Todo x 2 pesos' is somebody's name. */
const NAMED =
  /^\W*(cliente|firma|razon social|nombre|senores)\b|\b(bazar|polirrubro|local|casa|kiosco) todo\b/
const changesAll = (sentence: string): boolean =>
  REFERRING.test(sentence) && CHANGING.test(sentence) && !NAMED.test(sentence)
/** Whether a sentence means the last line alone: 'el último no'. */
export const meansLast = (text: string): boolean => {
  const others = fold(text).replace(/\b(el|la) ultim[oa]\b/g, '')
  return others !== fold(text) && !REFERRING.test(others)
}

/** Words that make a heading one of lines that are not ordered: 'Stock local:', 'Pedido anterior:', 'Devolución:'. */
const OF_OTHER_LINES =
  /\b(stock|existencias?|inventario|vend\w+|ventas?|viej[ao]s?|(para la|la|una|otra) proxima(?! semana)|anterior(es)?|ultim[ao]s?|despues|luego|futuro|devol\w+|cambios?|precios?|dudas?|tengo|tenemos|hay|pagad[ao]s?|entregad[ao]s?|recibid[ao]s?|no|sin (stock|confirmar|precio|existencia)|quiza\w*|duda\w*|tal vez|opcional\w*)\b/
/** Whether a sentence is about the order, whatever article it names with it. */
export const meansAll = (text: string): boolean =>
  isPaper(text) || /\b(nada|tod[ao]s?|pedidos?|hasta|esper\w+|borrador)\b/.test(fold(text))
/** Whether a heading says that what stands below it is not ordered. */
export const isOfOtherLines = (heading: string, said: Said): boolean => {
  const last = heading.replace(/^.*[.!?](?=.*\p{L})/u, '')
  const isAsked = asksFor(last)
  if (!isAsked) return OF_OTHER_LINES.test(fold(last)) || holdsAll(last, said)
  // 'no mentira, este es el pedido:'
  return holdsAll(clauseOf(last), { ...said, isAsked, isHeading: true })
}
export const isHeading = (text: string): boolean => /:\W*$/.test(text)

/** What a question may be about without asking for the order itself: how one is, the way, the bill, the day. */
const HARMLESS_QUESTION =
  /\bque (te|le|les|me|nos) \w+(mos)?( esta semana| hoy| de nuevo)?\W*$|\bque (hace )?falta\b|\bque (necesit|precis|vas a|va a|van a)\w*|\b(lleg|entreg|flete|envi[oa]|despach|transport|factur|horario|abr[ei]|atiend|cuenta|cbu|pag[oau]|transfer|sig[ou]|recib|demor|tard|retir|busc|acept|factura)\w*|\bcuando\b|\bpasa\w* (el|su|tu) pedido\b|\b(me|nos) (lo |la |los |las )?(mand|envi|anot|prepar|agreg|sum|pas|arm|hac)\w*|\bpuede ser( para)?\b|\b(com[oe]|que) (va|and|est|tal|onda)\w*|\btodo (bien|ok|tranqui\w*)\b|\bfaltaba\b|\bhac(es|en|eme) (el|un)\b|\b(esta|va) bien\b/
const ASKS_FOR_GOODS =
  /\b(stock|precios?|tenes|tienen|tendr\w+|hay|habra|quedan?|disponib\w+|cuanto|sale|cuesta|descuento|rebaja)\b/
const OF_THE_WAY =
  /\b(flete|envio|transporte|factura|demora\w*|tarda\w*|llegan?|entreg\w+|total|iva|descuento|contado|cuotas)\b|^\W*(me |nos )?(lo |la |los |las )?(pod\w+ |pued\w+ )?(mand|envi|despach)\w*(l[oa]s?)?\b(?!.*\b(precio|foto|presupuest|cotiz))/

export const asksForGoods = (text: string): boolean => ASKS_FOR_GOODS.test(fold(text))
/** Whether a question leaves the order as it is. */
const isHarmlessQuestion = (folded: string): boolean =>
  OF_THE_WAY.test(folded) || (HARMLESS_QUESTION.test(folded) && !ASKS_FOR_GOODS.test(folded))

/** The sentences of a line, folded, each with the sign that ends it. */
const sentencesOf = (text: string): string[] => text.match(/[^.!?\n]+[.!?]*/g) ?? []

/** Cells and rulers say what columns hold, not what is wished. */
const CELLS = /[\t|;]|^\W*\p{L}+\.?(\s*[/–-]\s*\p{L}+\.?)+\W*$/u

const OF_THE_REST = /^\W*(y )?(el resto|lo demas|l[ao]s demas)\b/
export const isOfTheRest = (text: string): boolean => OF_THE_REST.test(fold(text))

/** What the words of an order say about those beside it. */
export interface Said {
  /** Words that stand in some article's name: a question about one article leaves the others alone. */
  readonly names: (word: string) => boolean
  /** The text asks for its lines by itself: what it tells before only says why. */
  readonly isAsked?: boolean
  /** It asks for the lines below it: 'agregale a lo anterior:' changes none of them. */
  readonly isHeading?: boolean
}

export const tellsWhatWas = (text: string): boolean => TALES.some((sign) => sign.test(fold(text)))

/** Whether what stands in a line beside its pair says that it waits, or that it is not to be sent. */
export const holdsBack = (remark: string): boolean =>
  /\p{L}{2}/u.test(remark) &&
  [...(HOLDS['waits with it'] ?? []), ...(HOLDS['forbids it'] ?? [])].some((sign) => sign.test(fold(remark)))

/** Whether a text that orders nothing by itself makes every line beside it doubtful. */
export function holdsAll(
  text: string,
  { names, isAsked = false, isHeading: isAbove = false }: Said,
): boolean {
  if (CELLS.test(text)) return false
  const written = sentencesOf(text)
  const asking = written.findLastIndex(asksForLines)
  return written.map(fold).some((sentence, at) => {
    const isOfOne = sentence.split(/[^\p{L}]+/u).some((word) => word.length > 4 && names(word))
    if (isOfOne && sentence.includes('?')) return false
    // 'el resto lo mismo que la vez pasada' is about what is not in the text.
    if (OF_THE_REST.test(sentence)) return false
    // 'RE: Pedido pendiente' was the subject before.
    if (/^\W*(re|rv|fwd?)\s*:/.test(sentence)) return false
    if ((!isAbove && changesAll(sentence)) || ALL_HOLDS.some((sign) => sign.test(sentence)))
      return !isOfHandling(sentence)
    if (TALES.some((sign) => sign.test(sentence)))
      return (
        !(isAsked && !POINTING.test(sentence)) &&
        at > asking &&
        !isOfHandling(sentence) &&
        !WELL_DONE.test(sentence)
      )
    if (!sentence.includes('?') || !/\p{L}/u.test(sentence)) return false
    return !isHarmlessQuestion(sentence)
  })
}

/** 'mandame', 'necesito reponer', 'va el pedido nuevo': the lines are asked for, whatever was told before. */
const ASKS =
  /\b(mand|envi|anot|agreg|sum|prepar|pon|pas|arm|carg|repon|hac|ped|despach|reserv)(a|e|en|i|ar|er|ir|ame|ale|eme|enme|ime|arme|erme|anos|enos|alo|ale|elo)(l[oa]s?)?\b(?! (la |el |los |las |tu |su )?(precio|factura|lista|catalogo|foto|plata|cuenta|cbu))|\b(nec[ei]sit|precis|quier|quisier|querr|solicit|requier|encarg)\w*|\brepong\w*|\b(por la presente|ahora) (pedimos|pido)\b|\b(me|nos) (pidi(o|eron)|encarg(o|aron))\b|\blo (solicitado|sugerido)\b|\b(va|van|paso|mando|dejo|envio|hago|es|adjunto)( (te|le|les))? (el |mi |un |otro |este )?(nuevo )?pedido\b|\bpedido nuevo\b|\bhace[n]? falta\b|\b(me|nos) faltan?\b/
const DENIED = /\b(no|ni|sin|nunca|tampoco)\b/
/** 'el pedido que te pasé' tells, 'pasame' asks: an accent at the end, read before it is lost. */
const PAST = /\p{L}{2}[éóí](?!\p{L})/u
const clauseOf = (written: string): string => written.replace(/^.*(,| y )(?=.*\p{L})/u, '')
const asksForLines = (written: string): boolean => {
  const last = clauseOf(written)
    .replace(
      /(?<!\p{L})(me|nos) (falt[oó]|olvid\p{L}+)( de)? (?=(agreg|sum|pon|ped|anot|pas|inclu)\p{L}*)/giu,
      '',
    )
    .replace(/(?<!\p{L})(me|nos) (pidi[oó]|encarg[oó])(?!\p{L})/giu, '')
  const folded = fold(clauseOf(written))
  return (
    !PAST.test(last) &&
    !DENIED.test(folded) &&
    !/[?]|\b(precio|presupuest|cotiz|foto|factura|plata)/.test(folded) &&
    ASKS.test(folded)
  )
}
/** Whether a text, before the lines of an order, asks for them. */
export const asksFor = (text: string): boolean => {
  const [last = ''] = sentencesOf(text).slice(-1)
  return asksForLines(last)
}

/** 'esto lo vendí ayer' is about the lines, whatever asks for them. */
const POINTING = /\best[aeo]s?\b/
const WELL_DONE = /\b(todo|muy|re) (bien|ok|perfecto|joya|barbaro|10|diez)\b|\bgracias por\b|\bperfecto\b/

/**
 * What a sentence may deny, tell or make a condition of without touching what is ordered: the way it goes, how it is packed, how it is paid, the
 * papers, the chat itself, what is to be done when something is not there.
 */
const HANDLING =
  /\b(con|por|el|su|sin) remito\b|\bremito (aparte|a nombre)\b|\bno necesit\w* (nada|mas)\b|\b(salir|llegar|despachar)\b|\bno se recibe\b|\bsi no (estamos|estoy|hay nadie|atiend\w*)\b|\bdejar (con|en)\b|\bhasta (ahi|aca|aqui) llego\b|\b(anticipo|contra entrega|contra reembolso)\b|\b(es|este) el que vale\b|\bpedido (corregido|definitivo|final)\b|\benviado desde\b|\bcuando (llegu|salg|este|teng)\w*|\bsin (el )?(cod\w*( de)? ?(barras?)?|barras?|ean)\b|\bno (te |se )?olvid\w+|\ba la espera\b|\b(mensaje|imagen|audio|video|multimedia)\b.*\b(elimin|omit)\w+|\b(sena|pag[oau]\w*|abon[oa]\w*|transferencia)\b|\bcualquier (cosa|duda|faltante)\b|\bvencimiento\b|\b(tildad|tachad)[ao]s?\b|\bla cruz\b|\bsi (hay|tenes|tienen) (algun[ao]? )?(problema|duda|consulta|cualquier)\w*|\bflete\b|\bref\w*\W+presupuesto\b|\bfaltant\w+.*\b(repon\w+|pedir)\b|\bfactura(?!\W*[abcx]?\W*(n\w{0,5}\W*)?\d)(?! (anterior|viej))\b|\b(lunes|feriado)s? (que )?(no|esta|estamos)\b|\bno (me |lo |los )*(mand|entreg|envi|ven)\w* (el |los |antes|despues|de)\b|\b(catalogo|pagina|web|sistema|app|iva|timbre|horario|embal\w+|golpe\w*|comprobante|transferi\w*)\b|\bsi (no (hay|tenes|tienen|queda)|falta\w*) (algo|algun[ao]?|stock)\b|\bsi algo (no|falta)\b|\blo que no (haya|tengas|tengan|llegue|este)\b|\bsi es posible\b|\bno (me |se )?(anda|funciona|pude|puedo|deja|carga|toma|abre)\b|\b(perdon|disculp\w+)( que| la| por| el)\b|\bno (se )?(golpe|romp|aplast|moj|import)\w*|\bno (hay|es) (apuro|problema)|\b(confirm|avis)\w+ (que |si |cuando )?(te |les |lo )?(lleg|recib|sale|salga)\w*|\blista de precios\b|\bdevuelv\w+ (la|el|esta) (lista|planilla) (complet|marcad|llen|con)\w*/
export const isOfHandling = (sentence: string): boolean => HANDLING.test(sentence)

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
