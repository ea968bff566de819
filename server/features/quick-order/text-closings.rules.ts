/**
 * What people say behind the numbers of a line that is nothing of the order (R38): why it is ordered, how it is sent and paid, a farewell.
 * It is cut off before the line is read. Pure.
 */
import { isDoubtful, wordsOf } from './text-words.rules.ts'

const BEHIND = '(?<=\\d.*)'
/** 'que se vendieron todas', '- se vende mucho': without a word that gives a reason, what was sold is a tale. */
const REASON =
  /(?<=\d.*)(?:[,(–-]\s*|\s)(?:(?:que|q|porque|xq|ya que)\s+(?:se\s+)?(?:me\s+|nos\s+)?(?:vend|sal|vuel|agot)\p{L}{1,5}|se\s+vende[n]?|salen?)\s+(?:mucho|much[ií]simo|un mont[oó]n|bien|r[aá]pido|tod[ao]s?)(?=\W*$|[,.;)"”])\)?/giu
/** '(desinfladas está bien)' */
const ALSO_FINE = /\(\s*\p{L}{3,}[ai]d[ao]s? (?:est[aá]n?|va|van|queda|quedan) (?:bien|ok|perfecto)\s*\)/giu
/** 'bueno eso un beso', 'y decile a tu mamá que se mejore'; 'hasta luego' is no bound. */
const FAREWELL = new RegExp(
  `${BEHIND}(?:[\\s,.](?:bueno\\s+)?(?:y\\s+)?eso(?=[\\s,.]+(?:un\\s+|muchos\\s+)?(?:beso|abrazo|saludo|gracias|chau)\\p{L}*[^\\d]*$)|[\\s,.](?:y\\s+)?(?:decile|d[ií]gale|dale|mandale)s? a \\p{L}+ \\p{L}+ (?:que se (?:mejor|cuid|recuper)\\p{L}+|un beso|un abrazo|(?:mis )?saludos)(?=\\W*$))`,
  'giu',
)
const SEE_YOU = /\bhasta (?:luego|pronto)(?=\W*$)/giu
/** 'lo mandas por la encomienda de siempre' */
const WAY =
  /(?<=\d.*)[\s,.](?:y\s+)?(?:me\s+)?l[oa]s?\s+(?:mand|envi|despach)\p{L}{1,4}\s+(?:por|con|x|en)\s+(?:la\s+|el\s+)?(?:encomienda|correo|expreso|transporte|comisionista|flete|micro|colectivo|moto|v[ií]a cargo)(?:\s+de siempre|\s+como siempre|\s+\p{L}+)?\s*$/giu
/** '…, todo para el kiosco de la terminal' */
const PLACE =
  '(?:local|sucursal|kios[ck]\\p{L}*|negocio|jugueter[ií]a|librer[ií]a|bazar|polirrubro|dep[oó]sito|puesto)'
const WHERE = new RegExp(
  `${BEHIND}[,.;]\\s*(?:es\\s+|va\\s+)?todo (?:es |va )?para (?:el|la|mi) ${PLACE}[\\p{L}\\s]*(?=[^\\p{L}\\d]*$)`,
  'giu',
)
const ALL_FOR_PLACE = new RegExp(
  `^\\W*(?:todo |esto |el pedido )?(?:es|va) (?:todo )?para (?:el|la|mi) ${PLACE}[\\p{L}\\s]*[^\\p{L}\\d]*$`,
  'iu',
)
const HANGS =
  /(?<!\p{L})(?:que|cuando|apenas|ni bien|reci[eé]n|desde|para cuando|el pr[oó]xim[oa])(?!\p{L})/iu
/** Whether a sentence says where all goes, and nothing else. */
export const saysWhere = (said: string): boolean =>
  ALL_FOR_PLACE.test(said) && !HANGS.test(said) && ![...wordsOf(said)].some(isDoubtful)

/** What names hold in a row of labels: 'COD: 00231 CANT: 36 ROMPECABEZAS 100P'. */
const LABELLED = /^(\W*(?:c[oó]d|art|sku)\p{L}*\.?\s*:\s*\S+\s+(?:cant|cdad)\p{L}*\.?\s*:\s*\d+\s)(.*)$/iu
const MIXED = /(?<![\p{L}\p{N}])(?:(?!x)\p{L}{1,2}\d{1,3}|\d{1,4}(?!u|x|d)\p{L}{1,2})(?![\p{L}\p{N}])/giu
const unlessDoubtful = (whole: string): string =>
  HANGS.test(whole) || [...wordsOf(whole)].some(isDoubtful) ? whole : ' '
/** Characters; what is longer nobody wrote, and is not read. */
const LONGEST = 1_500
const MAY_CLOSE =
  /(?:mucho|much[ií]s|mont[oó]n|bien|r[aá]pido|tod[ao]|ok|perfecto|\beso\b|hasta (?:luego|pronto)|l[oa]s? (?:mand|envi|despach)|le a (?:tu|la|el|su)|\bcant|cdad)/iu
/** A line without what closes it. */
export const withoutClosing = (text: string): string =>
  text.length <= LONGEST && MAY_CLOSE.test(text)
    ? text
        .replace(LABELLED, (_, labels: string, name: string) => labels + name.replace(MIXED, ' '))
        .replace(WHERE, unlessDoubtful)
        .replace(REASON, ' ')
        .replace(ALSO_FINE, unlessDoubtful)
        .replace(WAY, unlessDoubtful)
        .replace(FAREWELL, ' ')
        .replace(SEE_YOU, 'Chau')
    : text
