/** Words of a pasted order that decide how a line is read, all folded: pure. */
import { fold } from '../../../contract/codes.ts'

const DOUBTFUL_WORDS = new Set(
  [
    'no sin menos excepto salvo ni tampoco nunca o hasta entre si mejor perdon digo quizas capaz creo',
    'falta faltan falto faltaron faltante reclamo roto rota rotos rotas agotado agotada cambio devolucion',
    'quedan queda quedaron quedo anterior anteriores pasado pasada confirmar confirmo consultar avisame aviso',
    'aprox aproximado aproximadamente maximo minimo stock tenes tienen tiene hay disponible disponibles cuanto cuesta',
  ]
    .join(' ')
    .split(' '),
)
const TELLING = new Set(
  'vendi vendimos vendio vendieron vino vinieron llego llegaron recibi recibimos compre compramos pedi pedimos lleve llevamos'.split(
    ' ',
  ),
)
/** Whether a word makes a whole line a tale of what was, or takes all of it back. */
export const tells = (folded: string): boolean =>
  TELLING.has(folded) || /^(cotiz|presupuest|cancel|anul|olvid)/.test(folded)
/** Beginnings of the words by which people take back: 'sacalo', 'quitame', 'cancelá'. */
const TAKING_BACK =
  /^(sac[aoe]|quit|borr|anul|cancel|cambi|devolv|devuelv|reempla|corrij|correg|equivo|elimin|olvid|descart|retir[aeo]?n?(me|l[ao]s?|mel[ao]s?)$)/
/** Whether a word beside a code makes it uncertain that the line orders it. */
export const isDoubtful = (folded: string): boolean => DOUBTFUL_WORDS.has(folded) || TAKING_BACK.test(folded)
const TAKES_BACK = new Set(['no', 'mejor', 'perdon', 'digo', 'sin'])
/** Whether a word takes back what was said before it. */
export const takesBack = (folded: string): boolean => TAKES_BACK.has(folded) || TAKING_BACK.test(folded)
/**
 * Sentences about the whole order that make each line of it doubtful: it waits, it is only asked about, or it tells what
 * came, sold or was ordered before.
 */
const HOLDS_ALL = [
  /\b(no|ni) (me )?(mand|envi|carg|prepar|hag|anot|factur|despach|confirm|pas)\w*/,
  /\bno es (un |el )?pedido\b|\bhasta (que|nuevo)\b|\b(todavia|aun) no\b|\besper(a|ar|en|ame|emos)( a)? que\b|\besperame\b|\bborrador\b|\bejemplo\b/,
  /\b(presupuest|cotiza|consult|averigu)\w*|\bprecios? (de|por)\b|\bpasa(me|rme|n)? (el |los |lista de )?precios?\b/,
  /\b(tenes|tienen|tendran|hay|queda[ns]?|stock|cuanto)\b[^?]*\b(est[eo]s?|es[eo]s?|todo|alguno?)\b[^?]*\?/,
  /^\W*(tenes|tienen|tendran|hay|queda[ns]?)( stock)?\W*\?/,
  /\b(vinieron|vino|llegaron|recibi(mos)?|compre|compramos|pedi|pedimos|vendi(mos)?|lleve|facturad\w+|reclam\w+)\b/,
  /\bventas (del?|diarias|mensuales|semanales)\b/,
  /\b(vendid\w+|inventario|remito|devoluc\w+|faltant\w+|saldos?|deuda|ingresos?|roturas?)\b/,
  /\b(las|los|lo) que (mas )?(salen|sale|vend\w+|pedi\w*|lleve|llevo|tengo|tenia|falt\w+|quede\w*)\b/,
]
/** A sentence that says what all quantities of a text count. */
const COUNTS_ALL =
  /\b(en|por|son|todos?) (bultos?|docenas?|cajas?|packs?|displays?)\b|^\W*(bultos?|docenas?|cajas?)\W*$/
export const countsAll = (text: string): boolean => COUNTS_ALL.test(fold(text))
export const holdsAll = (text: string): boolean => HOLDS_ALL.some((sentence) => sentence.test(fold(text)))
/** Boxes that are not ticked, where others of the same text are. */
export const UNTICKED = /[☐⬜◻□]/u
export const TICKED = /[☑✅✔✓]/u
/** Signs that cross out or ask, and the mail that is answered. */
export const CROSSED = /[❌✖🚫⛔?¿]|~[^~]+~|^\s*>/u

/** Words that belong to the asking, not to what is asked for. */
export const FILLERS = new Set(
  [
    'x por de del la el los las lo y e con c u p a al para me te un una uno cada unidad unidades',
    'art articulo articulos arts cod codigo codigos ref cant cantidad cantidades pedido pedidos pido pedir pone poneme',
    'quiero queria necesito mandame mandar manda mandas enviar enviame envia pasame agregame agrega agregar anotame anota',
    'sumame suma son favor porfa gracias hola buenas buen buenos dia dias tardes noches che dale ok nuevo total',
  ]
    .join(' ')
    .split(' '),
)
/** What a line begins with that tells about the order, not what is ordered. */
export const ABOUT_ORDER = new Set(
  [
    'total totales subtotal suma son importe neto iva cuit tel telefono cel celular whatsapp fecha hora nota',
    'direccion domicilio calle av avenida ruta bv pasaje local cp mail cliente razon transporte expreso envio entrega entregar',
  ]
    .join(' ')
    .split(' '),
)

/** Words of addresses, in which no number is an article. */
export const OF_ADDRESS = new Set(
  'sucursal calle av avda avenida cp cuit tel telefono cel celular ruta direccion domicilio barrio piso'.split(
    ' ',
  ),
)

/** Colours and the like: what of an article, never which. */
const VARIANTS =
  /^(roj|azul|verde|amarill|rosa|celest|blanc|negr|naranj|violet|lila|fucsia|gris|marron|dorad|plate|multicolor|color|surtid|varon|nena|nene|chic|grand|median|varia|mezcl|combin)/
export const isVariant = (folded: string): boolean => VARIANTS.test(folded)
/** Letters of words that say little. */
export const SHORT_WORD = 3

export const LONG_NUMBER = /^\d{5,}$|^0\d+$/
/** Whether a word may be somebody's idea of a code: letters with at least two digits, or a number that counts nothing. */
export const looksLikeCode = (folded: string): boolean =>
  LONG_NUMBER.test(folded) || (/\p{L}/u.test(folded) && /\d.*\d/.test(folded) && !/^\d+x\d+$/.test(folded))

/** The words and numbers of a text. */
export const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    fold(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  )
