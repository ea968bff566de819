/** The state's address service, which needs no key (PLACES_PROVIDER=georef). It knows streets, but no postal codes. */
import * as z from 'zod/mini'
import type { PlaceParts, PlaceSuggestion } from '../../../contract/places.ts'
import { isProvince } from '../../../contract/provinces.ts'
import { fetchJson } from './fetch-json.ts'
import { COUNTRY, MOST_SUGGESTIONS, type Places } from './port.ts'

/** The tax authority's id of each province by the statistics institute's (R16). */
const PROVINCE_BY_INDEC: Readonly<Record<string, number>> = {
  '02': 0,
  '06': 1,
  '10': 2,
  '14': 3,
  '18': 4,
  '22': 16,
  '26': 17,
  '30': 5,
  '34': 18,
  '38': 6,
  '42': 21,
  '46': 8,
  '50': 7,
  '54': 19,
  '58': 20,
  '62': 22,
  '66': 9,
  '70': 10,
  '74': 11,
  '78': 23,
  '82': 12,
  '86': 13,
  '90': 14,
  '94': 24,
}
const indecByProvince = new Map(Object.entries(PROVINCE_BY_INDEC).map(([indec, id]) => [id, indec]))

const named = z.nullish(z.object({ nombre: z.nullish(z.string()) }))
const answer = z.object({
  direcciones: z.array(
    z.object({
      nomenclatura: z.string(),
      calle: named,
      altura: z.nullish(z.object({ valor: z.nullish(z.union([z.number(), z.string()])) })),
      calle_cruce_1: named,
      localidad_censal: named,
      provincia: z.nullish(z.object({ id: z.nullish(z.string()) })),
    }),
  ),
})
type Address = z.output<typeof answer>['direcciones'][number]

/** The service answers whole addresses only: a street's beginning without a number finds nothing useful. */
const isWorthAsking = (text: string): boolean => (text.match(/\p{L}/gu)?.length ?? 0) >= 4 && /\d/.test(text)

/** Places from the state's address service at `url`, without a slash at its end. */
export function georefPlaces(url: string): Places {
  return {
    async suggest({ text, provinceId }, signal) {
      if (!isWorthAsking(text)) return []
      const address = new URL(`${url}/direcciones`)
      address.searchParams.set('direccion', text)
      address.searchParams.set('max', String(MOST_SUGGESTIONS))
      const indec = provinceId === undefined ? undefined : indecByProvince.get(provinceId)
      if (indec) address.searchParams.set('provincia', indec)
      const { direcciones } = z.parse(answer, await fetchJson(address, { signal }))
      return direcciones.map((found): PlaceSuggestion => ({ id: idOf(partsOf(found)), label: found.nomenclatura }))
    },
    find: async (id) => partsIn(id),
  }
}

function partsOf({ calle, altura, calle_cruce_1, localidad_censal, provincia }: Address): PlaceParts {
  return {
    street: calle?.nombre ?? '',
    number: String(altura?.valor ?? ''),
    crossing: calle_cruce_1?.nombre ?? '',
    postalCode: '',
    city: localidad_censal?.nombre ?? '',
    provinceId: PROVINCE_BY_INDEC[provincia?.id ?? ''] ?? null,
    country: COUNTRY,
  }
}

// The service has no ids for addresses, so the shop's ids hold the parts themselves, and nothing is kept in between.
const idContent = z.tuple([z.string(), z.string(), z.string(), z.string(), z.nullable(z.int())])

const idOf = ({ street, number, crossing, city, provinceId }: PlaceParts): string =>
  Buffer.from(JSON.stringify([street, number, crossing, city, provinceId])).toString('base64url')

function partsIn(id: string): PlaceParts | null {
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(id, 'base64url').toString('utf8'))
  } catch {
    return null
  }
  const read = z.safeParse(idContent, json)
  if (!read.success) return null
  const [street, number, crossing, city, province] = read.data
  const provinceId = province !== null && isProvince(province) ? province : null
  return { street, number, crossing, postalCode: '', city, provinceId, country: COUNTRY }
}
