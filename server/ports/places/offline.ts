/** Places without a provider (R17): the shipped localities and provinces; the street is free text. */
import type { PlaceParts, PlaceSuggestion } from '../../../contract/places.ts'
import { isProvince, PROVINCES, provinceName } from '../../../contract/provinces.ts'
import { localities } from './localities.ts'
import { normalise } from './normalise.ts'
import { COUNTRY, MOST_SUGGESTIONS, type Places } from './port.ts'

interface Candidate {
  readonly suggestion: PlaceSuggestion
  /** Normalised name, by which it is found. */
  readonly name: string
  readonly parts: PlaceParts
}

const candidate = (name: string, id: string, label: string, parts: Partial<PlaceParts>): Candidate => ({
  suggestion: { id, label },
  name: normalise(name),
  parts: { ...EMPTY, ...parts },
})
const EMPTY: PlaceParts = {
  street: '',
  number: '',
  crossing: '',
  postalCode: '',
  city: '',
  provinceId: null,
  country: COUNTRY,
}

const candidates: readonly Candidate[] = [
  ...PROVINCES.map(([id, name]) => candidate(name, String(id), `${name} (provincia)`, { provinceId: id })),
  ...localities.map(({ name, postalCode, provinceId }) =>
    candidate(
      name,
      `${provinceId}-${normalise(name).replaceAll(' ', '-')}`,
      `${name}, ${provinceName(provinceId)}`,
      {
        city: name,
        postalCode,
        provinceId,
      },
    ),
  ),
]
const byId = new Map(candidates.map((found) => [found.suggestion.id, found]))

/** How well a name fits the typed text: 0 it is the same, 1 it begins so, 2 a later word begins so, 3 not at all. */
function rankOf(name: string, typed: string): number {
  if (name === typed) return 0
  if (name.startsWith(typed)) return 1
  return name.includes(` ${typed}`) ? 2 : 3
}

/** Suggests localities and provinces by the text after the last comma; a word of their name must begin with it. */
export const offlinePlaces = (): Places => ({
  async suggest({ text, provinceId }) {
    const typed = normalise(text.slice(text.lastIndexOf(',') + 1))
    if (typed.length < 3) return []
    const chosen = provinceId !== undefined && isProvince(provinceId) ? provinceId : undefined
    return candidates
      .filter(({ parts }) => chosen === undefined || parts.provinceId === chosen)
      .map((found) => ({ found, rank: rankOf(found.name, typed) }))
      .filter(({ rank }) => rank < 3)
      .sort(
        (a, b) => a.rank - b.rank || a.found.suggestion.label.localeCompare(b.found.suggestion.label, 'es'),
      )
      .slice(0, MOST_SUGGESTIONS)
      .map(({ found }) => found.suggestion)
  },
  find: async (id) => byId.get(id)?.parts ?? null,
})
