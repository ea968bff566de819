import { describe, expect, test } from 'vitest'
import { type Described, judgeOf, leastOf, stemOf, tellingWords } from './likeness.rules.ts'

const plain: Described = {
  description: '',
  licence: '',
  category: 'Juguetes',
  subcategory: 'Muñecas',
  brand: 'Rayuela',
  unitsPerPack: 12,
  unitPrice: 100_000,
}
/** A catalogue of 1,000 articles: how many have a word; of others nobody has any. */
const rows: Record<string, number> = {
  muneca: 80,
  articulada: 40,
  princesa: 30,
  frozen: 6,
  elsa: 3,
  anna: 3,
  globo: 60,
  pelota: 50,
  surtida: 200,
  juego: 300,
}
const weightOf = (word: string) => Math.log(1001 / ((rows[word] ?? rows[word.replace(/s$/, '')] ?? 0) + 1))
const likes = (gone: Partial<Described>, others: Partial<Described>[]) => {
  const judge = judgeOf({ ...plain, ...gone }, weightOf, Math.log(1001))
  return others.map((other) => judge({ ...plain, ...other }))
}
/** Which of the others is the best substitute. */
const best = (gone: Partial<Described>, others: Partial<Described>[]) => {
  const found = likes(gone, others)
  return found.indexOf(Math.max(...found))
}
const isProposed = (gone: Partial<Described>, other: Partial<Described>) =>
  (likes(gone, [other])[0] ?? 0) >= leastOf({ ...plain, ...gone })

describe('the words of an article', () => {
  test('singular and plural are one word, joining words and model numbers none', () => {
    expect(['aviones', 'avion', 'coches', 'coche', 'muñecas', 'gas'].map(stemOf)).toEqual([
      'avion',
      'avion',
      'coch',
      'coch',
      'muñeca',
      'gas',
    ])
    expect(tellingWords('Muñeca de Frozen R4410A 30cm x 12 con luz, 70th, 7790001')).toEqual([
      'muneca',
      'frozen',
      '30cm',
      '12',
      'luz',
      '70th',
    ])
  })
})

describe('the best substitute', () => {
  test('has the same character rather than only the same kind', () => {
    const gone = { description: 'Muñeca articulada Frozen Elsa' }
    expect(best(gone, [{ description: 'Muñeca articulada princesa' }, { description: 'Muñeca Frozen Anna' }])).toBe(1)
  })

  test('is the same kind of thing rather than another one of the character', () => {
    const gone = { description: 'Muñeca articulada Frozen' }
    const doll = { description: 'Muñeca articulada princesa' }
    expect(best(gone, [{ description: 'Globo Frozen', subcategory: 'Cotillón', category: 'Fiesta' }, doll])).toBe(1)
  })

  test('shares rare words rather than common ones', () => {
    const gone = { description: 'Juego surtida Elsa' }
    expect(best(gone, [{ description: 'Juego surtida pelota' }, { description: 'Elsa princesa' }])).toBe(1)
  })

  test('stands in the same subcategory of any brand, costs about the same and has a pack of about the same size', () => {
    const gone = { description: 'Muñeca articulada' }
    const same = { description: 'Muñeca articulada', brand: 'Otra' }
    expect(best(gone, [{ ...same, subcategory: 'Bebés' }, same])).toBe(1)
    expect(
      best(gone, [
        { ...same, unitPrice: 190_000 },
        { ...same, unitPrice: 110_000 },
      ]),
    ).toBe(1)
    expect(
      best(gone, [
        { ...same, unitsPerPack: 48 },
        { ...same, unitsPerPack: 12 },
      ]),
    ).toBe(1)
    expect(best(gone, [same, { ...same, brand: 'Rayuela' }])).toBe(1)
  })

  test('has the licence of the other, wherever that is written', () => {
    const gone = { description: 'Muñeca articulada', licence: 'Frozen' }
    expect(best(gone, [{ description: 'Muñeca articulada' }, { description: 'Muñeca articulada Frozen' }])).toBe(1)
  })
})

describe('better none than nonsense', () => {
  test('what shares category, brand, price and pack, and hardly a word, is not proposed', () => {
    expect(isProposed({ description: 'Muñeca articulada Frozen' }, { description: 'Pelota' })).toBe(false)
    expect(isProposed({ description: 'Muñeca articulada surtida Frozen' }, { description: 'Pelota surtida' })).toBe(
      false,
    )
  })

  test('nor what costs four times as much, or a quarter', () => {
    const words = { description: 'Muñeca articulada Frozen' }
    expect(isProposed(words, { ...words, unitPrice: 150_000 })).toBe(true)
    expect(isProposed(words, { ...words, unitPrice: 400_000 })).toBe(false)
    expect(isProposed(words, { ...words, unitPrice: 25_000 })).toBe(false)
  })

  test('a price that nobody knows neither speaks for it nor against it', () => {
    const words = { description: 'Muñeca articulada Frozen' }
    expect(isProposed({ ...words, unitPrice: 0 }, words)).toBe(true)
  })

  test('of an article outside the tree only the words tell, and more of them have to be the same', () => {
    const gone = { description: 'Muñeca Frozen Elsa', category: '', subcategory: '', brand: '' }
    expect(isProposed(gone, { description: 'Muñeca Frozen Elsa articulada' })).toBe(true)
    expect(isProposed(gone, { description: 'Globo de fiesta Frozen', unitPrice: 50_000 })).toBe(false)
  })
})
