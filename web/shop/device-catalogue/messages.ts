/** What the page and the worker with the catalogue say to each other. */
import type { CatalogueQuery, CatalogueRow } from '../../../contract/catalogue.ts'

export type ToWorker =
  /** First, once: whose catalogue it is. */
  | { readonly type: 'open'; readonly userId: number; readonly token: string; readonly mayTakeAll: boolean }
  | { readonly type: 'update' }
  | {
      readonly type: 'search'
      readonly id: number
      readonly asked: CatalogueQuery | { readonly code: string }
    }

export type FromWorker =
  /** There is a catalogue to ask, or a newer one. */
  | { readonly type: 'ready' }
  /** `at`: when the server last said that it is so, in milliseconds since 1970. */
  | { readonly type: 'answer'; readonly id: number; readonly rows: CatalogueRow[]; readonly at: number }
