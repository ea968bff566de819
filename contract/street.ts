/** A typed address line taken apart into street and number (R102, R247). Pure. */

/** Longer lines are read up to here. */
const LONGEST_LINE = 300
/** A number after one of these is part of the street's name: 'Calle 7', 'Ruta 9'. */
const STREET_KINDS = new Set(
  'calle av avda avenida ruta rn rp diagonal diag pasaje pje autopista camino bulevar boulevard bv'.split(' '),
)
/** What follows one of these is inside the building or along a road, and no number of a house. */
const AFTER_THE_HOUSE = new Set('km kilometro piso depto dto dpto departamento of oficina local'.split(' '))
const NUMBER_WORDS = new Set(['n', 'no', 'nro', 'num', 'numero'])
const HOUSE_NUMBER = /^(?:n(?:ro)?[°º.]*)?(\d{1,5}(?:[-/]?[a-z]|[-/]\d{1,5})?)$/i
const NO_NUMBER = /^s\/?n[°º.]*$/i

const lettersOf = (word: string | undefined): string =>
  (word ?? '')
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()

/**
 * Street and number of a line: 'Calle 7 1234' is 'Calle 7' and '1234', 'Mitre 250 piso 2' is 'Mitre' and '250'. The number is ''
 * where the line has none, as '9 de Julio' and 'Ruta 9 km 12'; then the street is the whole line.
 */
export function splitStreet(line: string): { street: string; number: string } {
  const words = line.slice(0, LONGEST_LINE).trim().split(/\s+/)
  for (let place = 1; place < words.length; place++) {
    const word = (words[place] ?? '').replace(/[,;.]+$/, '')
    const number = NO_NUMBER.test(word) ? 'S/N' : HOUSE_NUMBER.exec(word)?.[1]
    const previous = words[place - 1]
    const following = words[place + 1]
    // 'Calle 45 entre 7 y 8', but 'Av. Entre Ríos 250'.
    const isBetween = lettersOf(word) === 'entre' && /\d/.test(following ?? '')
    if (number === undefined && (isBetween || AFTER_THE_HOUSE.has(lettersOf(word)))) break
    // 'Bulevar 25 de Mayo': a date is the street's name.
    if (number === undefined || STREET_KINDS.has(lettersOf(previous)) || /^del?$/i.test(following ?? '')) continue
    const isNamed = NUMBER_WORDS.has(lettersOf(previous)) && place > 1
    const street = words.slice(0, isNamed ? place - 1 : place).join(' ')
    return { street: street.replace(/[,;]+$/, ''), number }
  }
  return { street: line.trim(), number: '' }
}
