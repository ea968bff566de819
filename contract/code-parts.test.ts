import { expect, test } from 'vitest'
import { articleOfPart } from './code-parts.ts'
import { PAGE_SIZE } from './rules.ts'

const article = (code: string, alias = '') => ({ code, alias })
const shelf = ['SI-TY10170', 'SI-TY10181', 'RY20170', 'MX-AB10444'].map((code) => article(code))

test.each([
  ['10181', 'SI-TY10181'],
  ['ty 10170', 'SI-TY10170'],
  ['mx-a', undefined],
  ['mxab1', 'MX-AB10444'],
  ['170', undefined],
  ['44', undefined],
  ['ty101', undefined],
  ['99999', undefined],
])('%j leads to %s', (typed, code) => {
  expect(articleOfPart(typed, shelf)?.code).toBe(code)
})

test('what stands inside a code or a bar code is no part that leads to it', () => {
  expect(articleOfPart('1017', [article('SI-TY10170')])).toBeUndefined()
  expect(articleOfPart('10181', [article('RY20170', '7790010181000')])).toBeUndefined()
})

test('a page full of articles that hold the part may not be all of them', () => {
  const page = Array.from({ length: PAGE_SIZE }, (_, at) => article(`A${at}`, `77900${10_000 + at}10181`))
  expect(articleOfPart('10181', [article('SI-TY10181'), ...page].slice(0, PAGE_SIZE))).toBeUndefined()
  expect(articleOfPart('10181', [article('SI-TY10181'), ...page.slice(0, 5)])?.code).toBe('SI-TY10181')
})
