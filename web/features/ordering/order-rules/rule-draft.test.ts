import { expect, test } from 'vitest'
import { orderRuleTexts } from '../../../../contract/order-rules.ts'
import { bodyOf, draftOf, problemsOf } from './rule-draft.ts'
import { freeText, leastText, whoseText } from './rule-text.ts'

const stored = {
  ...{ id: 3, scope: 'zone' as const, targetId: 2, target: 'Sur', least: null, freeFrom: 400_000_50, days: [2, 4] },
  version: 5,
}

test('a stored rule is sent as it was', () => {
  const { scope, targetId, least, freeFrom, days } = stored
  expect(problemsOf(draftOf(stored))).toEqual({ least: undefined, freeFrom: undefined })
  expect(bodyOf(draftOf(stored))).toEqual({ scope, targetId, least, freeFrom, days })
})

test('days are a zone’s alone: of another choice they are not sent', () => {
  expect(bodyOf({ ...draftOf(stored), scope: 'all' })).toMatchObject({ scope: 'all', targetId: null, days: [] })
})

test('what is missing or no amount is told at its field', () => {
  const empty = draftOf(null)
  expect(problemsOf(empty).least).toBe(orderRuleTexts.nothing)
  expect(problemsOf({ ...empty, scope: 'list', least: '1' })).toMatchObject({ list: orderRuleTexts.target })
  expect(problemsOf({ ...empty, least: '6 12', freeFrom: 'mucho' })).toEqual({
    least: orderRuleTexts.amount,
    freeFrom: orderRuleTexts.amount,
  })
  // 0 says that there is none.
  expect(problemsOf({ ...empty, least: '0' }).least).toBeUndefined()
})

test('a rule in words', () => {
  const whose = (scope: 'all' | 'condition' | 'zone' | 'list', targetId: number | null, target = '') =>
    whoseText({ scope, targetId, target })
  expect([whose('all', null), whose('condition', 4), whose('zone', 2, 'Sur'), whose('zone', 2, 'Zona Sur')]).toEqual([
    ...['Todos los clientes', 'Condición 4', 'Zona Sur', 'Zona Sur'],
  ])
  expect([whose('list', 4, 'Interior'), whose('list', 0, 'Lista base'), whose('zone', 9)]).toEqual([
    ...['Lista Interior', 'Lista base', 'Zona N.º 9'],
  ])
  expect([null, 0, 50_000_00].map((least) => leastText({ least }))).toEqual(['', 'Sin mínimo', '$\u00a050.000,00'])
  expect([null, 0, 50_000_00].map((freeFrom) => freeText({ freeFrom }))).toEqual([
    '',
    'siempre',
    'desde $\u00a050.000,00',
  ])
})
