/** Suggestions of addresses; a provider that fails never holds up a form (R17). */
import type { PlaceParts, PlaceSuggestion } from '../../../contract/places.ts'
import type { Log } from '../../db/log.ts'
import { onceAMinute } from '../../lib/once-a-minute.ts'
import { withTimeLimit } from '../../lib/time-limit.ts'
import type { PlaceQuery, Places } from '../../ports/places/port.ts'

export interface PlaceSearch {
  /** Suggestions; none when the provider does not answer within two seconds. */
  suggest(query: PlaceQuery): Promise<PlaceSuggestion[]>
  /** The parts of a suggestion; null when the provider has none or does not answer. */
  find(id: string, session: string): Promise<PlaceParts | null>
}

export interface PlaceSearchParts {
  places: Places
  log: Log
  /** Milliseconds. */
  timeLimitMs?: number
  now?: () => number
}

export function createPlaceSearch({ places, log, timeLimitMs = 2_000, now }: PlaceSearchParts): PlaceSearch {
  const reportOutage = onceAMinute<unknown>(
    (error, leftOut) => log.warn({ err: error, leftOut }, 'the places provider did not answer'),
    now,
  )
  const ask = async <T>(fallback: T, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      return await withTimeLimit(timeLimitMs, work)
    } catch (error) {
      reportOutage(error)
      return fallback
    }
  }
  return {
    suggest: (query) => ask<PlaceSuggestion[]>([], (signal) => places.suggest(query, signal)),
    find: (id, session) => ask<PlaceParts | null>(null, (signal) => places.find(id, session, signal)),
  }
}
