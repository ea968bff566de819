/** Google's Places API (New) (PLACES_PROVIDER=google). The key stays on the server. */
import * as z from 'zod/mini'
import type { PlaceParts } from '../../../contract/places.ts'
import { provinceName } from '../../../contract/provinces.ts'
import { fetchJson } from './fetch-json.ts'
import { provinceIdOf } from './normalise.ts'
import { COUNTRY, MOST_SUGGESTIONS, type Places } from './port.ts'

export interface GoogleOptions {
  key: string
  /** Where the service is; tests bring their own. */
  url?: string
}

const predictions = z.object({
  suggestions: z._default(
    z.array(
      z.object({
        placePrediction: z.optional(z.object({ placeId: z.string(), text: z.object({ text: z.string() }) })),
      }),
    ),
    [],
  ),
})
const details = z.object({
  addressComponents: z._default(
    z.array(z.object({ longText: z._default(z.string(), ''), types: z._default(z.array(z.string()), []) })),
    [],
  ),
})

/** Places from Google; the same session token in suggestions and detail makes them one charge. */
export function googlePlaces({ key, url = 'https://places.googleapis.com/v1' }: GoogleOptions): Places {
  const headers = (fields: string) => ({
    'content-type': 'application/json',
    'x-goog-api-key': key,
    'x-goog-fieldmask': fields,
  })
  return {
    async suggest({ text, provinceId, session }, signal) {
      if (text.trim().length < 4) return []
      const province = provinceName(provinceId ?? null)
      const body = JSON.stringify({
        input: province ? `${text}, ${province}` : text,
        includedRegionCodes: ['ar'],
        languageCode: 'es',
        regionCode: 'AR',
        ...(isSession(session) && { sessionToken: session }),
      })
      const fields = 'suggestions.placePrediction.placeId,suggestions.placePrediction.text.text'
      const init = { method: 'POST', headers: headers(fields), body, signal }
      const { suggestions } = z.parse(predictions, await fetchJson(new URL(`${url}/places:autocomplete`), init))
      return suggestions
        .flatMap(({ placePrediction }) =>
          placePrediction ? [{ id: placePrediction.placeId, label: placePrediction.text.text }] : [],
        )
        .slice(0, MOST_SUGGESTIONS)
    },
    async find(id, session, signal) {
      if (!/^[\w-]{1,400}$/.test(id)) return null
      const address = new URL(`${url}/places/${id}`)
      address.searchParams.set('languageCode', 'es')
      address.searchParams.set('regionCode', 'AR')
      if (isSession(session)) address.searchParams.set('sessionToken', session)
      const found = await fetchJson(address, { headers: headers('addressComponents'), signal })
      return partsOf(z.parse(details, found))
    },
  }
}

/** What the service takes as a session token. */
const isSession = (session: string): boolean => /^[\w-]{1,36}$/.test(session)

function partsOf({ addressComponents }: z.output<typeof details>): PlaceParts {
  const first = (...types: string[]): string => {
    for (const type of types) {
      const component = addressComponents.find((candidate) => candidate.types.includes(type))
      if (component) return component.longText
    }
    return ''
  }
  return {
    street: first('route'),
    number: first('street_number'),
    crossing: first('intersection'),
    postalCode: first('postal_code'),
    city: first('locality', 'sublocality', 'administrative_area_level_2'),
    provinceId: provinceIdOf(first('administrative_area_level_1')),
    country: first('country') || COUNTRY,
  }
}
