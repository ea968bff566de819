/** Names of places compared as people type them: without accents, case and signs. */
import { PROVINCES } from '../../../contract/provinces.ts'

/** 'Río Cuarto (Cba.)' is 'rio cuarto cba'. */
export const normalise = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()

const byName = new Map<string, number>(PROVINCES.map(([id, name]) => [normalise(name), id]))
const ALSO: readonly (readonly [name: string, id: number])[] = [
  ['ciudad autonoma de buenos aires', 0],
  ['ciudad de buenos aires', 0],
  ['capital federal', 0],
  ['tierra del fuego antartida e islas del atlantico sur', 24],
]
for (const [name, id] of ALSO) byName.set(name, id)

/** The id of a province by a name that other providers give it; null for none. */
export const provinceIdOf = (name: string): number | null =>
  byName.get(normalise(name).replace(/^provincia (de |del )?/, '')) ?? null
