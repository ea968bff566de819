/** What the page and the worker with the catalogue say to each other. */
import type { QueryKey } from '@tanstack/react-query'
import type { CatalogueRow, Suggestion } from '../../../../contract/catalogue.ts'
import type { FilterOption } from '../../../../contract/filter-options.ts'
import type { SearchFilter } from '../../../../engine/buyer-filters.ts'
import type { BranchCount } from '../../../../engine/index-data.ts'
import type { SearchQuery } from '../../../../engine/search.ts'

/** A page of a search, the tree's places with its articles, what its text may have been meant as, or what may narrow it. */
export type AskedOfSearch =
  | { readonly what: 'page'; readonly filter: SearchQuery }
  | { readonly what: 'places' | 'meant' | 'options'; readonly filter: SearchFilter }
/** Something of a search, or an article by its exact code. */
export type Asked =
  | AskedOfSearch
  | { readonly what: 'article'; readonly code: string; readonly clientId?: number | undefined }

/** Asks the device while the server is asked too: stores the device's answer under the key unless the server's came first. */
export type Fill = (key: QueryKey, asked: Asked) => void

export type ToWorker =
  /** The first message, sent once: whose catalogue it is. A cliente's has the prices of its client (R352). */
  | {
      readonly type: 'open'
      readonly userId: number
      readonly clientId: number
      readonly token: string
      readonly mayTakeAll: boolean
      readonly isStaff: boolean
    }
  | { readonly type: 'update' }
  | {
      readonly type: 'search'
      readonly id: number
      readonly asked: Asked
    }

export type FromWorker =
  /** A catalogue, or a newer one, can be searched from now on. */
  | { readonly type: 'ready' }
  /** `at`: when the server last confirmed the catalogue, in milliseconds since 1970. */
  | ({ readonly type: 'answer'; readonly id: number; readonly at: number } & Answer)

export type Answer =
  | { readonly what: 'places'; readonly data: BranchCount[] }
  | { readonly what: 'page' | 'article'; readonly data: CatalogueRow[] }
  | { readonly what: 'meant'; readonly data: Suggestion[] }
  | { readonly what: 'options'; readonly data: FilterOption[] }
