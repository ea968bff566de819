/** Suggestions of addresses in Argentina (R17). */
import type { PlaceParts, PlaceSuggestion } from '../../../contract/places.ts'

export interface PlaceQuery {
  /** What has been typed so far. */
  readonly text: string
  /** The province that was chosen, by the tax authority's id. */
  readonly provinceId?: number | undefined
  /** A token for each filling of the form: some providers charge by it. */
  readonly session: string
}

/** An adapter throws when its provider does not answer; its caller makes an empty list of that. */
export interface Places {
  suggest(query: PlaceQuery, signal: AbortSignal): Promise<PlaceSuggestion[]>
  /** The parts of a suggestion; null for an id that is none. Parts that the provider does not know are ''. */
  find(id: string, session: string, signal: AbortSignal): Promise<PlaceParts | null>
}

export const COUNTRY = 'Argentina'
/** More than that nobody reads in a list below a box. */
export const MOST_SUGGESTIONS = 6

// Shipped with the shop, whatever the provider.
export { localitiesOf } from './localities.ts'
