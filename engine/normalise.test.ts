import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '../contract/codes.ts'
import { compact, eachWord, MAX_QUERY_WORDS, readQueryText } from './normalise.ts'

function wordsOf(text: string): string[] {
  const words: string[] = []
  eachWord(fold(text), (word) => words.push(word))
  return words
}

describe('fold', () => {
  test.each([
    ['Muñeca Bebé', 'muneca bebe'],
    ['PINGÜINO', 'pinguino'],
    ['İstanbul', 'istanbul'],
    ['0007-A', '0007-a'],
  ])('%s is %s', (text, folded) => expect(fold(text)).toBe(folded))

  test('precomposed and combining accents are the same', () => {
    expect(fold('pin\u0303ata')).toBe(fold('pi\u00f1ata'))
  })
})

describe('words', () => {
  test('are runs of letters and digits, and what is written together also joined', () => {
    expect(wordsOf('Tren (SI-TY1017) 1:24')).toEqual(['tren', 'si', 'ty1017', 'sity1017', '1', '24', '124'])
  })

  test('are those that splitting at every separator gives', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        const visited = new Set(wordsOf(text))
        for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? []) expect(visited).toContain(word)
      }),
    )
  })

  test('white space parts, also a tab, a line end and a hard space', () => {
    expect(wordsOf('a\tb\nc\u00a0d')).toEqual(['a', 'b', 'c', 'd'])
  })
})

test('compact leaves letters and digits', () => {
  expect(compact(fold('Ñ-12.3 / b'))).toBe('n123b')
})

test('a query keeps the first distinct words', () => {
  expect(readQueryText('Tren tren SI-TY1017')).toEqual({
    words: ['tren', 'si', 'ty1017'],
    sequence: ['tren', 'tren', 'si', 'ty1017'],
    whole: 'trentrensity1017',
    codes: [],
  })
  expect(readQueryText('a b c d e f g h i j').words).toHaveLength(MAX_QUERY_WORDS)
})
