/** Judges how well an article on sale takes the place of one that can't be ordered (R374). Pure. */
import { fold } from '../../../contract/codes.ts'
import { splitWords } from '../../../engine/normalise.ts'

/** What an article is judged by. Names are those of the tree; '' for none. */
export interface Described {
  readonly description: string
  readonly licence: string
  readonly category: string
  readonly subcategory: string
  readonly brand: string
  readonly unitsPerPack: number
  /** Cents of a unit; 0: nobody knows. */
  readonly unitPrice: number
}

/** How much a word says: the rarer in the catalogue, the more. */
export type WeightOf = (word: string) => number

/** Below it an article is no substitute: better none than nonsense. */
const LEAST = 0.41
/** The same of an article that stands nowhere in the tree: nothing but its words tells what kind of thing it is. */
const LEAST_WITHOUT_PLACE = 0.47
export const leastOf = ({ category, subcategory }: Pick<Described, 'category' | 'subcategory'>): number =>
  category === '' && subcategory === '' ? LEAST_WITHOUT_PLACE : LEAST
/** The share of the words that two articles must have in common, whatever else they are alike in. */
const LEAST_WORDS = 0.2
/** Words that join others and name nothing. */
const JOINING = new Set(
  'de del la las el los con sin para por en un una y o the and for with of in to a an from by your it is at on new nuevo nueva'.split(
    ' ',
  ),
)
/** A word that names a model rather than a thing: letters beside digits, or many digits. */
const MODEL =
  /^(?=.*\d)(?=.*\p{L})(?!\d+(cm|mm|m|cc|ml|l|kg|g|gr|pcs|pc|pz|u|un|p|x|in|v|w|st|nd|rd|th)$)[\p{L}\p{N}]+$|^\d{5,}$/u

/** A word as singular and plural share it: 'aviones' and 'avion', 'coches' and 'coche'. */
export function stemOf(word: string): string {
  const singular = word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
  return singular.length > 4 && singular.endsWith('e') ? singular.slice(0, -1) : singular
}

/** The folded words of a text that say something of an article, each once, without those that name a model. */
export const tellingWords = (text: string): string[] => [
  ...new Set(splitWords(fold(text)).filter((word) => word.length > 1 && !JOINING.has(word) && !MODEL.test(word))),
]

/** Above it rarer says no more: a name that two articles share must not outweigh what kind of thing they are. */
const HEAVIEST = 5.5
/** What a number weighs beside a word: measures and counts say something, and by themselves nothing. */
const NUMBER_PART = 0.4
/** Weight of a word that no article on sale has: nobody could share it. */
const UNKNOWN_PART = 0.35

/** The weights of an article's words by their stems. */
function weightsOf(words: readonly string[], weightOf: WeightOf, highest: number): Map<string, number> {
  const weights = new Map<string, number>()
  for (const word of words) {
    const weight = weightOf(word)
    const isUnknown = weight >= highest
    const part = /^\d+$/.test(word) ? NUMBER_PART : isUnknown ? UNKNOWN_PART : 1
    weights.set(stemOf(word), Math.min(weight, HEAVIEST) * part)
  }
  return weights
}

const sum = (weights: Iterable<number>): number => [...weights].reduce((total, weight) => total + weight, 0)

/** A ratio of at least 1, whichever is the larger. */
const ratio = (a: number, b: number): number => (a > b ? a / b : b / a)

/** 1 for prices that are nearly the same, 0 from three times the other on; 0.5 where one is not known. */
function priceLikeness(a: number, b: number): number {
  if (a <= 0 || b <= 0) return 0.5
  return Math.max(0, 1 - Math.log(Math.max(1, ratio(a, b) / 1.15)) / Math.log(3 / 1.15))
}

/** From such a ratio of prices on it is another kind of article. */
const OTHER_PRICE = 4

/** 1 for packs of the same size, 0 from four times the other on. */
const packLikeness = (a: number, b: number): number =>
  a <= 0 || b <= 0 ? 0.5 : Math.max(0, 1 - Math.log(ratio(a, b)) / Math.log(4))

const same = (a: string, b: string): boolean => a !== '' && fold(a) === fold(b)

/** 1 in the same subcategory, 0.5 in the same category; 0.4 where a place is not known. */
function placeLikeness(gone: Described, other: Described): number {
  if (gone.category === '' && gone.subcategory === '') return 0.4
  if (same(gone.subcategory, other.subcategory)) return 1
  return same(gone.category, other.category) ? 0.5 : 0
}

/** How much each part says; together 1. */
const PARTS = { words: 0.58, place: 0.2, price: 0.14, pack: 0.04, brand: 0.04 } as const

/** Makes a judge of articles on sale: from 0, nothing alike, to 1. `highest`: the weight of a word that no article on sale has. */
export function judgeOf(gone: Described, weightOf: WeightOf, highest: number): (other: Described) => number {
  const own = weightsOf(tellingWords(`${gone.description} ${gone.licence}`), weightOf, highest)
  const ownSum = sum(own.values())
  return (other) => {
    if (gone.unitPrice > 0 && other.unitPrice > 0 && ratio(gone.unitPrice, other.unitPrice) >= OTHER_PRICE) return 0
    const others = weightsOf(tellingWords(`${other.description} ${other.licence}`), weightOf, highest)
    let shared = 0
    for (const [stem, weight] of own) if (others.has(stem)) shared += weight
    const wordShare = ownSum === 0 ? 0 : shared / (0.6 * ownSum + 0.4 * sum(others.values()))
    if (wordShare < LEAST_WORDS) return 0
    return (
      PARTS.words * Math.min(1, wordShare) +
      PARTS.place * placeLikeness(gone, other) +
      PARTS.price * priceLikeness(gone.unitPrice, other.unitPrice) +
      PARTS.pack * packLikeness(gone.unitsPerPack, other.unitsPerPack) +
      PARTS.brand * (same(gone.brand, other.brand) ? 1 : 0)
    )
  }
}
