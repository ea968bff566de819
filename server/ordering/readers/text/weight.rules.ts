/**
 * How much a text beside the lines means: nothing, only names (of the writer or of a section of goods), or more. By its
 * words and shape alone. Pure.
 */
import { SHORT_WORD, singular } from './names.rules.ts'
import { numbersIn } from './numbers.rules.ts'
import { type Token, tokensOf } from './tokens.rules.ts'
import { CLASSES, isAsking, isDoubtful, isGreeting, isHarmless, OF_NAMES, SHOPS, TOTALS } from './words.rules.ts'

/** The most names behind one greeting or shop word, the most words of a line of names, and of a title. */
const MOST_NAMES = 4
const MOST_OF_NAMES = 8
const MOST_OF_TITLE = 5
/** Characters of a courtesy, a title or a line of names. A longer text means something, and is not looked through. */
const LONGEST = 200
const CAPITAL = /^\p{Lu}/u
const CROSSING = new Set(['❌', '✖', '🚫', '⛔', '~'])
const LEADING = new Set(['sin', 'con', 'a', 'en'])

/** Whether a word leads to a wish, or to a place, time or person of delivery: 'para Quilmes', 'Entregar el 12/11'. */
const isLeading = ({ folded }: Token): boolean =>
  !OF_NAMES.has(folded) &&
  ([CLASSES.until, CLASSES.weekday, LEADING].some((words) => words.has(folded)) || isAsking(folded))

/** The tokens of a text; a number word with a capital is a name: 'Mayorista Once'. */
const tokensIn = (text: string): Token[] =>
  tokensOf(text, () => false).map((token) =>
    token.inWords && CAPITAL.test(token.text) ? { ...token, kind: 'word' } : token,
  )
export const isGreetingIn = (text: string): boolean =>
  text.length <= LONGEST && tokensIn(text).some(({ folded }) => isGreeting(folded))

/**
 * `nothing`: only words that change nothing. `names`: besides them, names behind a greeting, a kind of shop or
 * 'pedido de', or numbers that order nothing, such as a date. `said`: anything else, which has to be shown.
 */
export function weightOf(text: string): 'nothing' | 'names' | 'said' {
  if (text.length > LONGEST) return 'said'
  const tokens = tokensIn(text)
  // 'Total: 99 unidades' adds up other lines, 'Precio: $ 1.416' tells of an article: such numbers order nothing.
  const isOfOthers = tokens.some(({ folded }) => TOTALS.has(folded)) || CLASSES.amount.has(tokens[0]?.folded ?? '')
  const numbers = isOfOthers ? [] : numbersIn(tokens)
  // 'para el 12/11' is a date that changes the order.
  const isOrdering = numbers.some(({ use, from }) => use !== 'name' || CLASSES.until.has(tokens[from]?.folded ?? ''))
  if (isOrdering || tokens.some((token) => token.kind === 'sign' && CROSSING.has(token.text))) return 'said'
  let weight: 'nothing' | 'names' = numbers.length > 0 ? 'names' : 'nothing'
  let namesAllowed = 0
  let isOfShop = false
  for (const [at, token] of tokens.entries()) {
    const { kind, folded, isSaid } = token
    const isCounted = numbers.some(({ from, to }) => from <= at && at < to)
    if (kind !== 'word' || isSaid || isCounted || CLASSES.month.has(folded)) continue
    if (SHOPS.has(folded) || folded === 'pedido' || isGreeting(folded)) {
      isOfShop = SHOPS.has(folded)
      if (isOfShop && tokens.slice(Math.max(0, at - 2), at).some(isLeading)) return 'said'
      if (isOfShop) weight = 'names'
      namesAllowed = MOST_NAMES
    } else if (isHarmless(folded)) {
      if (!OF_NAMES.has(folded)) namesAllowed = 0
    } else {
      const isName = namesAllowed > 0 && !isDoubtful(folded) && (isOfShop || CAPITAL.test(token.text))
      if (!isName || isLeading(token)) return 'said'
      namesAllowed--
      if (!isGreeting(tokens[at - 1]?.folded ?? '')) weight = 'names'
    }
  }
  return weight
}

/**
 * Whether a line holds only names, and is a signature: because `isSigned` says so, or because it has a word of a shop, a
 * greeting or an address: 'Beto / Distribuidora El Trompo'.
 */
export function areNames(text: string, isSigned: boolean): boolean {
  if (text.length > LONGEST) return false
  const tokens = tokensIn(text)
  // Initials do not count: 'S.R.L.', 'Graciela M. de Ferreyra'.
  const words = tokens.filter(({ kind, text: word }) => kind === 'word' && !/^\p{Lu}$/u.test(word))
  const isOfAddress = words.some(({ folded }) => CLASSES.called.has(folded) || CLASSES.phone.has(folded))
  const isOfWriter = words.some(({ folded }) => SHOPS.has(folded) || isGreeting(folded))
  return (
    (isSigned || isOfAddress || isOfWriter) &&
    words.length <= MOST_OF_NAMES &&
    words.some(({ text: { length } }) => length >= SHORT_WORD) &&
    (isOfAddress || !tokens.some(({ kind }) => kind === 'number')) &&
    words.every(
      (word) =>
        !isDoubtful(word.folded) &&
        !isLeading(word) &&
        (CAPITAL.test(word.text) ||
          (isOfAddress && word.text.length <= SHORT_WORD) ||
          OF_NAMES.has(word.folded) ||
          isGreeting(word.folded)),
    )
  )
}

/** Whether a line above goods may be their title: 'Muñecas:', 'AIRE LIBRE', '*Rodados*'; `isApart`: a blank line is above it. */
export function isTitle(text: string, isApart: boolean): boolean {
  if (text.length > LONGEST) return false
  const tokens = tokensIn(text)
  const words = tokens.filter(({ kind }) => kind === 'word')
  const [first] = words
  const isMarked =
    isApart || words.length === tokens.length || /^\*.*\*$|[:)]$/.test(text) || text === text.toUpperCase()
  return (
    isMarked &&
    first !== undefined &&
    !isLeading(first) &&
    words.length <= MOST_OF_TITLE &&
    words.some(({ text: { length } }) => length >= SHORT_WORD) &&
    numbersIn(tokens).every(({ unit, use }) => unit === undefined && use !== 'amount') &&
    (OF_REST.has(words.map(({ folded }) => folded).join(' ')) ||
      !words.some(({ folded }) => isDoubtful(folded) || isDoubtful(singular(folded))))
  )
}
/** Titles for all goods without a section of their own. */
const OF_REST = new Set(['varios', 'resto', 'otros'])
