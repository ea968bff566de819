/** The search for users by words, the same in every list of users. */
import { type RawBuilder, sql } from 'kysely'
import { foldText } from '../lib/search-text.ts'
import { escapeLike } from './like.ts'

/** Conditions that a user must all meet: each word of the text, or its digits, is in the user's search text. */
export function userWords(text: string, searchText = sql.ref('search_text')): RawBuilder<boolean>[] {
  return foldText(text)
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      // The digits of a number as people write it: '(0387)', '20-11111111-2'.
      const digits = /^[\d().+/-]+$/.test(word) ? word.replace(/\D/g, '') : ''
      const has = (part: string) => sql<boolean>`${searchText} like ${`%${escapeLike(part)}%`}`
      return digits.length >= 3 && digits !== word ? sql<boolean>`(${has(word)} or ${has(digits)})` : has(word)
    })
}
