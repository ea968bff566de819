/** What the page asks the thread that holds the list, and what it answers. */
import type { CatalogueRow, Suggestion } from '../contract/catalogue.ts'
import type { FoundColumns, Role } from './columns.ts'

export type Columns = Readonly<Partial<Record<Role, number>>>

export type ToThread =
  | { readonly type: 'read'; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'use'; readonly columns: Columns }
  | { readonly type: 'search'; readonly id: number; readonly text: string; readonly page: number }

/** A list that was read: what its columns may be, and how the first rows look. */
export interface SeenList extends FoundColumns {
  readonly rows: number
  readonly width: number
  readonly sample: readonly (readonly string[])[]
}

export type FromThread =
  | { readonly type: 'refused'; readonly why: string }
  | { readonly type: 'seen'; readonly list: SeenList }
  | {
      readonly type: 'ready'
      readonly articles: number
      readonly skipped: number
      readonly withoutPrice: number
      readonly brands: readonly string[]
    }
  | {
      readonly type: 'found'
      readonly id: number
      readonly rows: readonly CatalogueRow[]
      readonly suggestions: readonly Suggestion[]
      /** Milliseconds that the search took. */
      readonly took: number
    }
