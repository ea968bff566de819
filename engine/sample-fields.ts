/** The declared fields of an article about which nobody says anything: a sample names only what matters to it. */
import {
  type ArticleFields,
  articleFields,
  type Kind,
  listingFields,
  type ValuesOf,
} from '../contract/article-fields.ts'

const emptyOf: Readonly<Record<Kind, string | number | boolean | null>> = {
  text: '',
  whole: 0,
  percent: 0,
  flag: false,
  id: null,
  'text?': '',
  'whole?': null,
  'percent?': null,
  'day?': null,
}
const emptied = <F extends ArticleFields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, [, kind]]) => [name, emptyOf[kind]])) as ValuesOf<F>

export const emptyArticle = { ...emptied(articleFields), ...emptied(listingFields) }
