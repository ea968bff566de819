/** How users are found by what somebody types, the same in every list of them. */
import { type RawBuilder, sql } from 'kysely'
import { foldText } from '../lib/search-text.ts'
import { escapeLike } from './like.ts'

/** Each word of a text has to be in a user's names, mail or CUIT, or its digits in a number. */
export function userWords(text: string, searchText = sql.ref('search_text')): RawBuilder<boolean>[] {
  return foldText(text)
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      // Of a number, as people write it: '(0387)', '20-11111111-2'.
      const digits = /^[\d().+/-]+$/.test(word) ? word.replace(/\D/g, '') : ''
      const has = (part: string) => sql<boolean>`${searchText} like ${`%${escapeLike(part)}%`}`
      return digits.length >= 3 && digits !== word
        ? sql<boolean>`(${has(word)} or ${has(digits)})`
        : has(word)
    })
}
