/** The feed's columns of declared fields. */
import type { ArticleFields, Kind, MaybeTold } from '../../../contract/article-fields.ts'
import {
  type Column,
  count,
  day,
  flag,
  knownCount,
  knownPercentage,
  maybeEmptyText,
  maybeMissing,
  percentage,
  reference,
} from './columns.ts'

/** Longest text of a column that does not say another. */
const MOST_LETTERS = 100

/** How a cell is read where a field says no more than its kind. */
const byKind = {
  text: (heading: string) => maybeEmptyText(heading, MOST_LETTERS),
  whole: (heading: string) => count(heading),
  percent: percentage,
  flag,
  id: reference,
  'text?': (heading: string) => maybeEmptyText(heading, MOST_LETTERS),
  'whole?': knownCount,
  'percent?': knownPercentage,
  'day?': day,
} as const satisfies Record<Kind, (heading: string) => Column<unknown>>
type ReadAs<K extends Kind> = ReturnType<(typeof byKind)[K]>

/**
 * The columns of declared fields, each under the wire's name in capitals.
 * @param own the columns that say more than their kind
 */
export const feedColumns = <F extends ArticleFields>(
  fields: F,
  own: { readonly [K in keyof F]?: (heading: string) => ReadAs<F[K][1]> },
) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, [wire, kind]]) => {
      const read: (heading: string) => Column<unknown> = own[name] ?? byKind[kind]
      const column = read(wire.toUpperCase())
      return [name, kind.endsWith('?') ? maybeMissing(column) : column]
    }),
  ) as unknown as {
    readonly [K in keyof F]: K extends MaybeTold<F> ? ReadAs<F[K][1]> & { readonly optional: true } : ReadAs<F[K][1]>
  }
