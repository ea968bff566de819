/** Which list of prices a text names. */
import { headingWords } from '../../../../spreadsheets/heading-words.rules.ts'
import { headingKey } from '../mapped-file.ts'

/** A list of prices. */
export interface FoundList {
  /** Its key in the mapping; '' for the base list, which needs none. */
  readonly key: string
  readonly label: string
  /** What files call it: its code, its name, the heading of its column. */
  readonly names: readonly string[]
}

/** A list's name as what tells it from others: 'PRECIO LISTA Mayorista' is 'mayorista', 'Lista01' is '1'. */
const listWords = (text: string): string =>
  headingWords(text)
    .replace(/\d+/g, (digits) => ` ${digits.replace(/^0+(?=\d)/, '')} `)
    .split(/\s+/)
    .filter((word) => word !== '' && !OF_ANY_LIST.has(word))
    .join(' ')
const OF_ANY_LIST = new Set(['precio', 'precios', 'lista', 'listas', 'de', 'tarifa'])
const numberIn = (words: string): string | undefined => /(?:^| )(\d+)$/.exec(words)?.[1]

/** The one list that a text names: by all its words, else by its number where one of both says no more; undefined: none, or several. */
export function listNamed(lists: readonly FoundList[], text: string): FoundList | undefined {
  const words = listWords(text)
  const one = (isIt: (name: string) => boolean) => {
    const found = lists.filter(({ names }) => names.some(isIt))
    return found.length === 1 ? found[0] : undefined
  }
  const number = numberIn(words)
  return (
    one((name) => headingKey(name) === headingKey(text)) ??
    (words === '' ? undefined : one((name) => listWords(name) === words)) ??
    (number === undefined
      ? undefined
      : one((name) => numberIn(listWords(name)) === number && [words, listWords(name)].includes(number)))
  )
}
