/** Whether a text beside the lines is only courtesy. By its words alone. Pure. */
import { type Token, tokensOf } from './tokens.rules.ts'
import { isDoubtful, isGreeting, isHarmless, OF_NAMES } from './words.rules.ts'

/** The most names behind one greeting: 'Hola Juan', 'Saludos, Marta Gómez'. */
const MOST_NAMES = 4
/** Characters of a courtesy. A longer text means something, and is not looked through. */
const LONGEST = 200
const CAPITAL = /^\p{Lu}/u
const CROSSING = new Set(['❌', '✖', '🚫', '⛔', '~'])

/** Whether a text has only words of the closed list that change nothing, and names behind a greeting. */
export function isCourtesy(text: string): boolean {
  if (text.length > LONGEST) return false
  let names = 0
  const changesNothing = ({ kind, text: word, folded, isSaid }: Token): boolean => {
    if (isSaid) return true
    if (kind !== 'word') return kind === 'sign' && !CROSSING.has(word)
    if (isGreeting(folded)) names = MOST_NAMES + 1
    else if (!isHarmless(folded)) return CAPITAL.test(word) && !isDoubtful(folded) && --names > 0
    else if (!OF_NAMES.has(folded)) names = 0
    return true
  }
  return tokensOf(text, () => false).every(changesNothing)
}
