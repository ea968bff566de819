/** The lines of a text as people write them, and what of each is left to read: without stamps, courtesy and wishes. Pure. */
import { fold } from '../../../contract/codes.ts'
import { withoutClosing } from './text-closings.rules.ts'
import { isDoubtful, wordsOf } from './text-words.rules.ts'

/** '[21/11/26, 10:31:05] Juan: ' and '21/11/2026 10:31 - Juan: ', as chats are copied. */
const CHAT_STAMP =
  /^\s*\[\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?\s?m\.?)?(?:, ?\d{1,2}\/\d{1,2}(?:\/\d{2,4})?)?\] [^:\t]{1,40}:\s|^\s*\[?\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?,?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?\s?m\.?)?\]?\s?(?:-\s)?[^:\t]{1,40}:\s/iu
/** '+54 9 11 5555-0142: ' */
const CHAT_NUMBER = /^\s*\+\d[\d -]{6,20}:\s/
const ANY_STAMP = /^\s*\[[^\]]*\d[^\]]*\]\s*(?:\p{Lu}[^:\t]{1,30}:\s)?/u
/** A line of a chat without its stamp. */
export const withoutStamp = (text: string): string =>
  text.replace(CHAT_STAMP, '').replace(CHAT_NUMBER, '').replace(ANY_STAMP, '')
/** Blanks of every width, and what stands in a text without being seen. */
const WIDE_BLANKS = /[^\S\t]/gu
const UNSEEN = /\u200b|\u200c|\u200d|\u200e|\u200f|\u2060|\ufe0f|\ufeff/g
/** '1️⃣' at the beginning counts the lines of a list; elsewhere it is a digit. */
const KEYCAPS_FIRST = /^((?:\d\u20e3)+)\s*/u
/** What begins the lines of a list; without a blank after it a dash may take back. */
const BULLET = /^\s*(?:[-–—•·*▪●◦►▶→✓✔☑✅]+|[a-h]\))\s+/iu
/** '¿todo bien?' asks for no article. */
const POLITE_QUESTION =
  /[¿]?(^|\b)(todo|como|que|cómo|qué)\s(bien|bn|va|anda[ns]?|andás|est[aá][ns]?|tal|onda|dice[ns]?)\b[^?\d\n]{0,24}\?+/giu
const POLITE_WITHOUT =
  /\bsin (falta|otro (particular|motivo)|más( que (agregar|decir))?(?= ni| l[oe]s?|[.,]|$))/gi
/** A text without what is only said to be polite. */
export const withoutCourtesy = (text: string): string =>
  text.replace(POLITE_WITHOUT, ' ').replace(POLITE_PHRASES, ' ').replace(YES, ' ')
/** What closes an order or asks nicely, and would be a condition or a refusal in other places. */
const POLITE_PHRASES =
  /\bprecios? seg[uú]n (su |la )?lista( (vigente|actual))?\b|\bno (tengo|s[eé]|recuerdo|encuentro)( a mano)? (el|los|su) c[oó]digos?\b|\bel c[oó]digo no (lo )?(tengo|s[eé]|recuerdo|encuentro)(?!\p{L})|^\s*s[ií] (?=\d)|\bsi (se )?(puede|pueden|pod[eé]s)( ser)? (para|antes|el|la|entre)\b[^.,;\d]* mejor\b|\b(y )?(es[eo] (es|ser[ií]a|fue) todo( (por|x) (ahora|hoy))?|es todo|eso nom[aá]s|(eso solo|solo eso)(?=\W*($|[.,;]))|^\s*s[ií]\W+(dale|ok|va|listo|perfecto|obvio|claro)\b|\b(y )?cuid(ate|ense|esen)( mucho| del? \p{L}+)?(?=\W*$)|hasta (luego|pronto)|(?<=^|^gracias\W+|^chau\W+|[,.!] )hasta (ma[ñn]ana|el (lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado)|la pr[oó]xima)(?=\W*$)|nos vemos|(y )?(creo que )?nada m[aá]s( por (ahora|hoy))?|por ahora nada m[aá]s|s[ií] o s[ií])\b|\bsi (se )?puede (ser|elegir)\b|^\s*s[ií],|\bsi (se )?(pod[eé]s|pueden?|podr[ií]as?|podr[ií]an)( ser)?( (para|antes|el|la)\b|(?=\W*$|\W*(much[aí]simas |muchas )?gracias\b|\W*\)|\s*[\t,;"”]))|\bsi es posible\b|\b(perd[oó]n|disculp[a-zñáéíóú]*)( por)? las? (demora|tardanza|hora|molestia)s?\b|\bno (te|se) olvid[a-zñáéíóú]+( de| que)?\b|\b(no hay|sin) (apuro|drama|problema)s?\b|\b(no tiene|sin) (c[oó]digo( de barras?)?|ean)\b|\bno importan? (el |la |los )?(color|cual|modelo)(es)?\b/giu
/** 'sí' is no 'si'. */
const YES = /(?<![\p{L}\p{N}])s[íÍ](?![\p{L}\p{N}])/gu
/** 'me olvidé de poner RY10013 24' */
const FORGOTTEN =
  /\b(me|nos) (olvid(aba|amos|[eéoó])|falt[oó]|faltaba)( de)?( (poner|pedir|pedirte|agregar|sumar|anotar|pasarte|decirte))?(?=[ :]+(el |la |los |las |de |\d)*\p{L}*\W?\d)/giu
/** 'mi papá pide si le mandás 5' */
const REPORTED =
  /\b(pide|pidi[oó]|pregunta|dice) si (le|les|me|nos) (pod[eé]s )?(mand|envi|prepar|anot)[aá](s|r|rle)?(?!\p{L})/giu
/** 'me hacen falta 8' */
const NEEDING = /\b(me|nos|te) hacen? falta\b|\bhacen falta\b/giu
/** How it is to come: 'que no vengan todos verdes', 'sin pilas', 'mitad rosa, mitad celeste'. */
const WISHES =
  /(?<=\d.*)\b(de )?(varios|distintos|diferentes) (colores|motivos|dibujos)\b|(?<=\d.*)\b(des)?inflad[ao]s( no)?( por favor)?(?=\W*$)|\bque no (sean?|vengan?|est[eé]n?|traigan?|tengan?|haya|se \p{L}+)( (con )?la (caja|bolsa))?( (tod[oa]s?|ningun[oa]?|el|la|los|las|de|muy|tan|mal))*( \p{L}+)?( como la (otra|[uú]ltima) vez| como la vez pasada)?|(?<=\d.*)\bsi (vien\p{L}*|son|es|fuera\p{L}*) (\p{L}+ ){1,3}mejor\b|\b(con|por) (el|la|los) mism[oa]s? \p{L}+|(?<=\d.*)\(?,?\s*en lugar de[^\d()]*\)?$|(?<=\d.*),\s*[ií]dem\W*$|\b(la |los |las )?mitad (de )?\p{L}+(,| y|,? y)? (la |y )?(otra )?mitad (de )?\p{L}+|\bmitad y mitad\b|\btod[ao]s? (?=(rosa|roj|azul|verde|celest|blanc|negr|amarill|surtid|igual|de nen|variad)\p{L}*)/giu
/** Behind a number 'sin' tells how it comes: 'RY10013 24 sin pilas'. */
const WITHOUT =
  /(?<=\d.*)\bsin (?=(l[oa]s? )?(?!stock|confirm|cargo|falta|fecha|pedi|ped[ií]|entreg|pag|seguridad|decidir|saber|ver|apuro|code?|factur|iva)\p{L}{3})/giu
/** '…, la otra vez faltaba un alfil' */
const LAST_TIME =
  /(?<=\d.*)\((?:que )?la (otra|[uú]ltima) vez (?=vin|lleg|falt|mand)(?![^()]*\b(sum|agreg|rep[oó]n|descont|mand[aá]|pon[eé]))[^()]*\)|(?<=\d.*)(?:[(,;–-]\s*(que |porque |pues )?|\s(que|porque|xq) (?=la \p{L}+ vez (me |nos )?(vin|lleg)))(la (otra|[uú]ltima) vez|la vez pasada) (?=(me |nos )?(vin|lleg|falt|mand|est|sal|tra))[^()\d;]*(?=\)|$|;)/giu
/** '…, y el resto lo veo después' is of what is not in the text. */
const REST = /(?<=\d.*)[,;.]\s*(y )?(el resto|lo dem[aá]s)\b[^\d]*$/giu
/** '… Transfiero 50% ahora y el resto contra entrega': nothing but how it is paid. */
const PAYMENT =
  /(?<=\d.*)[.;,!]\s+((ya )?(te |les )?(lo |la )?(transfi|pag|abon|deposit|se[ñn])\p{L}{1,4}|(el|la) (dep[oó]sito|transferencia|pago|se[ñn]a) (te )?l[oa] (hago|hacemos|mando|paso)|(la semana que viene |ma[ñn]ana |hoy )?(paso|voy|vamos) a (pagar|saldar|abonar|depositar)) (\s*(el|la|mi|un|ahora|hoy|ya|y|resto|saldo|cuenta|mitad|todo|otr[oa]|contra|entrega|al|recibir|con|en|por|a|cheque|efectivo|transferencia|d[ií]as|\d+ ?%?|\$ ?\d[\d.,]*)(?=[\s.!]|$))+[^\p{L}\d]*$/giu
/** '$ 2500 como la otra vez' */
const AS_BEFORE = /(\$\s?[\d.,]+) como (siempre|la (otra|[uú]ltima) vez)/giu
/** '…, más 4 RY10014' */
const PLUS = /((?:^|[,;.]|\by)\s*)m[aá]s (?=\d)/giu
/** A comma and a point that were dictated. */
const SPOKEN_COMMA = /(?<=[\p{L}\d]) coma (?=[\p{L}\d])/giu
const SPOKEN_POINT = /(?<=[\p{L}\d]) punto( (y )?(aparte|seguido))?(?= [\p{L}\d]|$)/giu
/** '¿me mandás 12?' asks for an order as politely as '¿me pasás el precio?' asks for none. */
const REQUESTING =
  /\b(me|nos|te) (lo |la |los |las )?(mand|envi|anot|prepar|agreg|sum|pas|arm|pon|carg)\p{L}*|\bpod(es|rias|rian|ria|ran|ras|emos) (mand|envi|anot|prepar|agreg|sum|pas|arm|pon|carg)\p{L}*/u
const GOODS =
  /\b(stock|precios?|tenes|tienen|tendr\p{L}+|hay|habra|quedan?|disponib\p{L}+|cuanto|sale|cuesta|descuento|si)\b/u
const withoutRequest = (text: string): string =>
  text.includes('?') && REQUESTING.test(fold(text)) && !GOODS.test(fold(text))
    ? text.replace(/¿/g, ' ').replace(/\?+/g, '. ')
    : text
/** '6 + 6 = 12' */
const SUM = /(\d{1,6}(?:\s\p{L}+)?(?:\s*\+\s*\d{1,6}(?:\s\p{L}+)?)+)\s*=\s*(\d{1,7})\b/gu
const summed = (whole: string, addends: string, sum: string): string =>
  addends.split('+').reduce((all, one) => all + Number.parseInt(one, 10), 0) === Number(sum) ? sum : whole
/** '36 (12 de animales, 24 de autos)': what stands in brackets says how the number before it is made up. */
const MADE_UP = /(\d{1,5}(?:\s?\p{L}{1,8}\.?)?)\s*\(([^()]*\d[^()]*\d[^()]*)\)/gu
/** '24 autos RY2040 (12 rojos y 12 azules)' */
const MADE_UP_AHEAD = /((?<![\p{L}\d-])\d{1,5}(?:\s[\p{L}\p{N}/-]+){1,3})\s*\(([^()]*\d[^()]*\d[^()]*)\)/gu
/** '100 (50 ahora, 50 en enero)' comes at two times. */
const AT_TIMES =
  /\b(ahora|hoy|ma[ñn]ana|despu[eé]s|luego|antes|mes|semana|quincena|entregas?|(en|para) \p{L}{4,})\b/iu
const madeUp = (whole: string, count: string, parts: string): string => {
  const numbers = parts.match(/\d+/g) ?? []
  const isSum =
    numbers.length > 1 &&
    !AT_TIMES.test(parts) &&
    ![...wordsOf(parts)].some(isDoubtful) &&
    !/\s[oó]\s|[?+*/x]/i.test(parts.replace(/[\p{L}]{2,}/gu, '')) &&
    numbers.reduce((all, one) => all + Number(one), 0) === Number.parseInt(count, 10)
  return isSum ? count : whole
}
/** What a spreadsheet makes of a bar code. */
const RUINED_NUMBERS = /\d[.,]\d+E\+\d+/gi
/** '"RY10013","Muñeca","24"' */
const QUOTED_CELLS = /^"[^"]*"(?:[,;\t](?:"[^"]*"|[\d.]*))+$/
/** 'RY10013,12,3830.00,45960.00' */
const COMMA_CELLS = /^[^\s,]+,[^,]*(,[^\s,][^,]*)+$/
const DECIMAL_COMMA = /\.\d{3},\d|\$|\s\d+,\d{2}(\s|$)/
/** A line that somebody quotes. */
const QUOTED_LINE = /^\s*["“]([^"“”]*)["”]\s*$/
const readable = (text: string): string =>
  withoutRequest(withoutWishes(withoutClosing(asWritten(plain(text)))))
/** What people say for a sign or for 'mandame'; few lines hold any of it. */
const asWritten = (text: string): string =>
  MAY_SPEAK.test(text)
    ? text
        .replace(/\bpara (el )?stock\b/gi, ' ')
        .replace(PLUS, '$1')
        .replace(SPOKEN_COMMA, ', ')
        .replace(SPOKEN_POINT, '. ')
        .replace(REPORTED, ' mandame ')
        .replace(FORGOTTEN, ' agregá ')
        .replace(NEEDING, ' necesito ')
        .replace(YES, ' ')
    : text
const MAY_SPEAK = /stock|m[aá]s |coma|punto|olvid|falt|s[íÍ]| si (le|me|nos)/i
/** Most lines hold none of them. */
const withoutWishes = (text: string): string =>
  MAY_WISH.test(text)
    ? text
        .replace(WISHES, ' ')
        .replace(WITHOUT, 'con ')
        .replace(LAST_TIME, ' ')
        .replace(PAYMENT, ' ')
        .replace(REST, ' ')
        .replace(AS_BEFORE, '$1 ')
    : text
const MAY_WISH =
  /que no |inflad|varios|distint|diferent|mitad|mism|lugar de|mejor|tod[ao]|[ií]dem|\bsin |vez|%|resto|dem[aá]s|siempre/i
const plain = (text: string): string =>
  (QUOTED_CELLS.test(text)
    ? text.replace(/"?[,;\t](?="|[\d.]*(?:[,;\t]|$))"?/g, '\t').replace(/^"|"$/g, '')
    : COMMA_CELLS.test(text) && !DECIMAL_COMMA.test(text)
      ? text.replaceAll(',', '\t')
      : text
  )
    .replace(UNSEEN, '')
    .replace(WIDE_BLANKS, ' ')
    .replace(RUINED_NUMBERS, ' ')
    .replace(POLITE_WITHOUT, ' ')
    .replace(CHAT_STAMP, '')
    .replace(CHAT_NUMBER, '')
    .replace(POLITE_QUESTION, ' ')
    .replace(POLITE_PHRASES, ' ')

    .replace(QUOTED_LINE, '$1')
    .replaceAll('½', ' 1/2 ')
    .replace(SUM, summed)
    .replace(MADE_UP, madeUp)
    .replace(MADE_UP_AHEAD, madeUp)
    .replace(KEYCAPS_FIRST, '$1) ')
    .replace(BULLET, '')
    .replaceAll('\u20e3', '')

/** A line of the text as somebody wrote it, and what of it is left to read. */
export interface WrittenLine {
  /** Its number, from 1. */
  readonly lines: readonly [number]
  readonly text: string
  /** What of it is read. */
  readonly read: string
}

/** Characters; what is longer is no line that somebody wrote. */
const LONGEST_LINE = 1_500
export const isTooLong = ({ text }: WrittenLine): boolean => text.length > LONGEST_LINE

/** The lines of a text that hold anything; what chats and mails write before them is not read, nor what is too long for a line. */
export async function linesOf(text: string, breathe: () => Promise<void>): Promise<WrittenLine[]> {
  const lines: WrittenLine[] = []
  for (const [at, content] of text.split(/\r\n|\r|\n/).entries()) {
    await breathe()
    const whole = content.trim()
    if (whole === '') continue
    const line = { lines: [at + 1] as const, text: whole, read: '' }
    // An empty cell at the beginning is a cell.
    const cells = /^\s*\t/.exec(content)?.[0] ?? ''
    lines.push(isTooLong(line) ? line : { ...line, read: `${cells}${readable(whole)}` })
  }
  return lines
}

/** What a chat says by itself. */
export const CHAT_REMARK = /(elimin\S+ este mensaje|mensaje eliminado|multimedia omitido)\W*$/i
