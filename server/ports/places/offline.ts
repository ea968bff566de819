/** Places without a provider (R17, R247): the shipped localities and provinces; the street is free text. */
import type { PlaceParts, PlaceSuggestion } from '../../../contract/places.ts'
import { isProvince, PROVINCES, provinceName } from '../../../contract/provinces.ts'
import { localities } from './localities.ts'
import { normalise } from './normalise.ts'
import { populationOf } from './populations.ts'
import { COUNTRY, MOST_SUGGESTIONS, type Places } from './port.ts'

interface Candidate {
  readonly id: string
  readonly label: string
  /** Normalised names by which it is found. */
  readonly names: readonly string[]
  /** Normalised name of its province; '' for a province. */
  readonly province: string
  /** Thousands of inhabitants; 0 for a small place, −1 for a province: a parcel goes to a town. */
  readonly size: number
  readonly parts: PlaceParts
}

const EMPTY: PlaceParts = {
  street: '',
  number: '',
  crossing: '',
  postalCode: '',
  city: '',
  provinceId: null,
  country: COUNTRY,
}
/** The id of the city of Buenos Aires, which is a province and a town. */
const CITY = 0
const CITY_NAME = 'Ciudad Autónoma de Buenos Aires'

const candidates: readonly Candidate[] = [
  ...PROVINCES.filter(([id]) => id !== CITY).map(([id, name]) => ({
    id: String(id),
    label: `${name} (provincia)`,
    names: [normalise(name)],
    province: '',
    size: -1,
    parts: { ...EMPTY, provinceId: id },
  })),
  ...localities.map(({ name, postalCode, provinceId }) => ({
    id: `${provinceId}-${normalise(name).replaceAll(' ', '-')}`,
    label: name === CITY_NAME ? name : `${name}, ${provinceName(provinceId)}`,
    names: [normalise(name), ...(name === CITY_NAME ? ['caba', 'capital federal'] : [])],
    province: normalise(provinceName(provinceId)),
    size: populationOf(provinceId, name),
    parts: { ...EMPTY, city: name, postalCode, provinceId },
  })),
]
const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]))

/** How well a place fits the typed text: 0 it is the same, 1 it begins so, 2 a later word of its name begins so, 3 not at all. */
function rankOf({ names, province }: Candidate, typed: string): number {
  const ranks = names.map((name) => {
    const whole = `${name} ${province}`.trim()
    if (name === typed || whole === typed) return 0
    if (whole.startsWith(typed)) return 1
    const word = whole.indexOf(` ${typed}`)
    return word >= 0 && word < name.length ? 2 : 3
  })
  return Math.min(...ranks)
}

/** More text than any address has; the rest is left out. */
const LONGEST_TEXT = 300
/** Words of the longest name of a locality with its province. */
const MOST_WORDS = 10
const isNumber = (word: string): boolean => /\d/.test(word) || /^s\/?n[.,]?$/i.test(word)

/** A reading of the typed text as an address line and a place behind it. */
interface Reading {
  readonly line: string
  readonly typed: string
  /** Whether a later word of a name may be meant: only where something parts the place from the street. */
  readonly isParted: boolean
}

/**
 * The readings of a text, the longest place first. A place is the whole text, what stands behind a comma, or words behind the
 * last number of the street, so that 'Av. San Martín' and '25 de Mayo' are still streets while they are typed.
 */
function readingsOf(wholeText: string): Reading[] {
  const text = wholeText.slice(0, LONGEST_TEXT)
  const words = [...text.matchAll(/\S+/g)]
  const hasComma = text.includes(',')
  const lastNumber = words.findLastIndex(
    ([word], place) => isNumber(word) && !/^del?$/i.test(words[place + 1]?.[0] ?? ''),
  )
  const readings: Reading[] = []
  for (let place = Math.max(0, words.length - MOST_WORDS); place < words.length; place++) {
    const at = words[place]?.index ?? 0
    const previous = words[place - 1]?.[0] ?? ''
    const isParted = place === 0 || previous.endsWith(',') || (words[place]?.[0] ?? '').startsWith(',')
    const isAfterNumber = lastNumber >= 0 && place > lastNumber
    const isPlace = place === 0 ? !hasComma : isParted || isAfterNumber
    const line = text.slice(0, at).replace(/[\s,]+$/, '')
    const typed = normalise(text.slice(at))
    if (isPlace && typed.length >= 3) readings.push({ line, typed, isParted: isParted || place === lastNumber + 1 })
  }
  return readings
}

/** Suggests localities and provinces by the end of the text, the larger ones first; the text before it is the street. */
export const offlinePlaces = (): Places => ({
  async suggest({ text, provinceId }) {
    const chosen = provinceId !== undefined && isProvince(provinceId) ? provinceId : undefined
    const inProvince = candidates.filter(({ parts }) => chosen === undefined || parts.provinceId === chosen)
    for (const { line, typed, isParted } of readingsOf(text)) {
      const found = inProvince
        .map((candidate) => ({ candidate, rank: rankOf(candidate, typed) }))
        .filter(({ rank }) => rank < (isParted ? 3 : 2))
        .sort(
          (a, b) =>
            a.rank - b.rank ||
            b.candidate.size - a.candidate.size ||
            a.candidate.label.localeCompare(b.candidate.label, 'es'),
        )
      if (found.length > 0)
        return found
          .slice(0, MOST_SUGGESTIONS)
          .map(({ candidate: { id, label } }): PlaceSuggestion => ({ id, label, line }))
    }
    return []
  },
  find: async (id) => byId.get(id)?.parts ?? null,
})
