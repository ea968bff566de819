/** Words of a pasted order that decide how a line is read, all folded: pure. */
import { fold } from '../../../contract/codes.ts'

/** Words that can turn a line into something else than an order of it. */
const DOUBTFUL_WORDS = new Set(
  [
    // Denied, excepted, replaced, taken back.
    'gratis yapa bonif bonificado bonificada bonificados bonificadas bonificacion debe debes debo no sin ni nada tampoco nunca jamas ninguno ninguna ningun menos excepto salvo lugar vez perdon digo mejor error mal cambio',
    // Only if, or one of several, or about so many.
    'o si caso depende segun hasta entre mientras quizas quiza capaz creo calculo supongo puede podria talvez casi alrededor',
    'aprox aproximado aproximadamente maximo minimo tope minimamente masomenos algo algun alguno algunos algunas varios varias poco pocos pico unos unas mas',
    // Like another, or the rest of something.
    'idem mismo misma mismos mismas anterior anteriores pasado pasada resto demas otro otra otros otras ambos ambas',
    // What was, what there is, what it costs.
    'falta faltan falto faltaron faltante faltantes reclamo reclamar roto rota rotos rotas fallado fallada falladas fallados agotado agotada',
    'devolucion queda quedan quedaron quedo discontinuado discontinuada discontinuo sobra sobran sobraron sobro defectuoso defectuosa danado danada',
    'definir convenir confirmar confirma confirmame confirmen confirmas confirmarme avisame aviso consultar stock tenes tienen tiene hay habra disponible disponibles cuanto cuantos cuantas cuesta pendiente pendientes',
  ]
    .join(' ')
    .split(' '),
)
const TELLING = new Set(
  'vendi vendimos vendio vendieron vino vinieron llego llegaron recibi recibimos compre compramos pedi lleve llevamos'.split(
    ' ',
  ),
)
/** Whether a word makes a whole line a tale of what was, or takes all of it back. */
export const tells = (folded: string): boolean =>
  TELLING.has(folded) || /^(cotiz|presupuest|cancel|anul|olvid)/.test(folded)
/** A verb with what it does something to, or what was done: 'tachalo', 'anulado'; of a known verb it is no doubt. */
const VERB = /(a|e|i)(me)?l[oa]s?$/
const DONE =
  /^(tach|anul|cancel|borr|descart|elimin|sac|quit|vend|entreg|recib|pag|factur|agot|discontinu|reserv|ped|cambi|reemplaz|suspend|rechaz|fall|lleg|compr|mand|envi|cobr|liquid|cerr|dad)[ai]d[oa]s?$|^(devuelt|rot)[oa]s?$/
export const isVerb = (folded: string): boolean => folded.length > 5 && VERB.test(folded)
export const isDone = (folded: string): boolean => DONE.test(folded)
/** Beginnings of the words by which people take back: 'sacalo', 'quitame', 'cancelá'. */
const TAKING_BACK =
  /^(sa[cq]u?|quit|borr|anul|cancel|cambi|reempla[zc]|equivo[cq]u?|elimin|olvid|descart|tach|salte|obvi|ignor)([aeo]|[aeo]s|[ae]n|[ae]r|ando|[ai]d[oa]s?|amos|emos|aste|aron|acion)?((me|te|se|le|nos)?(l[oa]s?)?)$|^dejal[oa]s?$|^(devolv|devuelv|corrij|correg|reemplaz|equivoc)|^retir[aeo]?n?(me|l[ao]s?|mel[ao]s?)$/
/** Whether a word beside a code makes it uncertain that the line orders it. */
export const isDoubtful = (folded: string): boolean => DOUBTFUL_WORDS.has(folded) || TAKING_BACK.test(folded)
const TAKES_BACK = new Set(['no', 'mejor', 'perdon', 'digo', 'sin'])
/** Whether a word takes back what was said before it. */
export const takesBack = (folded: string): boolean => TAKES_BACK.has(folded) || TAKING_BACK.test(folded)
/** A line of the mail or the message that is answered. */
export const QUOTED = /^\s*>/
/** Boxes that are not ticked, where others of the same text are. */
export const UNTICKED = /[☐⬜◻□]|\[ ?\]/u
export const TICKED = /[☑✅✔✓]|\[x\]/iu
/** Signs that cross out or ask, and the mail that is answered. */
export const CROSSED = /[❌✖🚫⛔❓❔⁉?¿]|~[^~]+~|^\s*>/u

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
