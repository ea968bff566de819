/** What nobody knows of an article: its optional fields, empty. */
import { articleFields, type MaybeTold } from '../contract/article-fields.ts'

type Unknown = {
  readonly [K in MaybeTold<typeof articleFields>]: (typeof articleFields)[K][1] extends 'text?' ? '' : null
}

export const unknowns = Object.fromEntries(
  Object.entries(articleFields).flatMap(([name, [, kind]]) =>
    kind.endsWith('?') ? [[name, kind === 'text?' ? '' : null]] : [],
  ),
) as Unknown
