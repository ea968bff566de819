import { expect, test } from 'vitest'
import { HttpError, unauthenticated } from '../../http/errors.ts'
import { createSigninLimit } from './signin-limit.ts'

const wrong = () => Promise.reject(unauthenticated())
const right = () => Promise.resolve('adentro')
const outcome = (work: Promise<unknown>) =>
  work.catch((error: unknown) => (error instanceof HttpError ? error.code : String(error)))

test('a thousand wrong passwords are throttled, and the owner elsewhere gets in', async () => {
  const limit = createSigninLimit()
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, () => outcome(limit.guard('203.0.113.9', '20111111112', wrong))),
  )
  expect(answers.filter((answer) => answer === 'UNAUTHENTICATED')).toHaveLength(10)
  expect(answers.filter((answer) => answer === 'TOO_MANY')).toHaveLength(990)
  expect(await outcome(limit.guard('203.0.113.9', '20111111112', right))).toBe('TOO_MANY')
  expect(await outcome(limit.guard('198.51.100.7', '20111111112', right))).toBe('adentro')
})

test('an address is throttled over all accounts after a hundred failures', async () => {
  const limit = createSigninLimit()
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, n) => outcome(limit.guard('203.0.113.9', `cuit-${n}`, wrong))),
  )
  expect(answers.filter((answer) => answer === 'TOO_MANY')).toHaveLength(20)
})

test('successes do not count, and failures are forgotten after a quarter of an hour', async () => {
  let now = 0
  const limit = createSigninLimit(() => now)
  for (let n = 0; n < 50; n++) expect(await limit.guard('a', 'c', right)).toBe('adentro')
  for (let n = 0; n < 10; n++) await outcome(limit.guard('a', 'c', wrong))
  expect(await outcome(limit.guard('a', 'c', right))).toBe('TOO_MANY')
  now = 15 * 60_000 + 1
  expect(await outcome(limit.guard('a', 'c', right))).toBe('adentro')
})
