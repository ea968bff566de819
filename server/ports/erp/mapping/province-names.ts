/** Provinces as other programs write them. */
import { PROVINCES } from '../../../../contract/provinces.ts'
import { headingWords } from '../../../spreadsheets/heading-words.rules.ts'

/** Other writings than the one of the shop, by the number of the province. */
const WRITINGS: Readonly<Record<number, readonly string[]>> = {
  0: ['capital federal', 'capital', 'c a b a', 'ciudad de buenos aires'].concat([
    'ciudad autonoma de buenos aires',
    'ciudad autonoma buenos aires',
  ]),
  1: ['bs as', 'bs as provincia', 'gba', 'pcia de buenos aires', 'provincia de buenos aires', 'buenos aires provincia'],
  13: ['sgo del estero'],
  24: ['tierra del fuego antartida e islas del atlantico sur'],
}

const numbers = new Map<string, number>(PROVINCES.map(([id, name]) => [headingWords(name), id]))
for (const [id, names] of Object.entries(WRITINGS)) for (const name of names) numbers.set(name, Number(id))

/** The number of the province that a text names, e.g. 'Capital Federal' or 'La Rioja (AR)'; undefined: it names none. */
export const provinceNamed = (text: string): number | undefined =>
  numbers.get(headingWords(text.trim().replace(/ ?\(ar\)$/i, '')))
