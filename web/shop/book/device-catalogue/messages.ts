/** What the page and the worker with the catalogue say to each other. */
import type { QueryKey } from '@tanstack/react-query'
import type { CatalogueFilter, CatalogueQuery, CatalogueRow } from '../../../../contract/catalogue.ts'
import type { Place } from '../../../../engine/index-data.ts'

/** A page of a search, an article by its exact code, or the places of the tree that hold articles of a search. */
export type Asked = CatalogueQuery | { readonly code: string } | { readonly placesOf: CatalogueFilter }

/** Asked beside the server: puts the device's answer under the key unless the server's is there by then. */
export type Fill = (key: QueryKey, asked: Asked) => void

export type ToWorker =
  /** First, once: whose catalogue it is. */
  | { readonly type: 'open'; readonly userId: number; readonly token: string; readonly mayTakeAll: boolean }
  | { readonly type: 'update' }
  | {
      readonly type: 'search'
      readonly id: number
      readonly asked: Asked
    }

export type FromWorker =
  /** There is a catalogue to ask, or a newer one. */
  | { readonly type: 'ready' }
  /** `at`: when the server last said that it is so, in milliseconds since 1970. */
  | ({ readonly type: 'answer'; readonly id: number; readonly at: number } & Answer)

export type Answer = { readonly rows: CatalogueRow[] } | { readonly places: Place[] }
