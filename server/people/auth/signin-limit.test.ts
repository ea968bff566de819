import { beforeEach, expect, test } from 'vitest'
import { Refusal, unauthenticated } from '../../refusal.ts'
import { withDatabases } from '../../test/test-database.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { createSigninLimit, type SigninLimit } from './signin-limit.ts'

const wrong = () => Promise.reject(unauthenticated())
const right = () => Promise.resolve('adentro')
const outcome = (work: Promise<unknown>) =>
  work.catch((error: unknown) => (error instanceof Refusal ? error.code : String(error)))

withDatabases('sign-ins', (database) => {
  beforeEach(() => database().db.kysely.deleteFrom('counted_try').execute())

  test('a thousand wrong passwords are throttled, and the owner elsewhere gets in', async () => {
    const limit = createSigninLimit(database().db)
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () => outcome(limit.guard('203.0.113.9', '20111111112', wrong))),
    )
    expect(answers.filter((answer) => answer === 'UNAUTHENTICATED')).toHaveLength(10)
    expect(answers.filter((answer) => answer === 'TOO_MANY')).toHaveLength(990)
    expect(await outcome(limit.guard('203.0.113.9', '20111111112', right))).toBe('TOO_MANY')
    expect(await outcome(limit.guard('198.51.100.7', '20111111112', right))).toBe('adentro')
  })

  test('an address is throttled over all accounts after a hundred failures', async () => {
    const limit = createSigninLimit(database().db)
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, n) => outcome(limit.guard('203.0.113.9', `cuit-${n}`, wrong))),
    )
    expect(answers.filter((answer) => answer === 'TOO_MANY')).toHaveLength(20)
  })

  test('successes do not count, and failures are forgotten after a quarter of an hour', async () => {
    let now = 0
    const limit = createSigninLimit(database().db, () => now)
    for (let n = 0; n < 50; n++) expect(await limit.guard('a', 'c', right)).toBe('adentro')
    for (let n = 0; n < 10; n++) await outcome(limit.guard('a', 'c', wrong))
    expect(await outcome(limit.guard('a', 'c', right))).toBe('TOO_MANY')
    now = 15 * 60_000 + 1
    expect(await outcome(limit.guard('a', 'c', right))).toBe('adentro')
  })

  test('fifty right passwords at once all get in', async () => {
    const limit = createSigninLimit(database().db)
    const later = () => new Promise<string>((resolve) => setImmediate(() => resolve('adentro')))
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => outcome(limit.guard('203.0.113.9', '20111111112', later))),
    )
    expect(answers).toEqual(Array(50).fill('adentro'))
  })

  test('an account tried from many addresses is slowed down for strangers, not for who signed in from there', async () => {
    let now = 0
    const limit = createSigninLimit(database().db, () => now)
    const cuit = '20111111112'
    await limit.guard('198.51.100.7', cuit, right)
    const guess = (address: string) => outcome(limit.guard(address, cuit, wrong))
    const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => guess(`203.0.113.${n % 30}`)))
    // Twenty failures, and the first try of those that are slowed down.
    expect(answers.filter((answer) => answer === 'UNAUTHENTICATED')).toHaveLength(21)
    expect(answers.filter((answer) => answer === 'TOO_MANY')).toHaveLength(279)
    expect(await outcome(limit.guard('198.51.100.7', cuit, right))).toBe('adentro')
    expect(await outcome(limit.guard('198.51.100.8', cuit, right))).toBe('TOO_MANY')
    expect(await outcome(limit.guard('203.0.113.1', '27222222223', right))).toBe('adentro')
    now += 30_000
    expect(await outcome(limit.guard('198.51.100.8', cuit, right))).toBe('adentro')
    // The address has signed in by now.
    expect(await outcome(limit.guard('198.51.100.8', cuit, right))).toBe('adentro')
  })

  test('passwords of strangers wait among themselves, and delay nobody who signed in from there before', async () => {
    const limit = createSigninLimit(database().db)
    await limit.guard('198.51.100.7', '20111111112', right)
    const stored = await hashPassword('la de siempre')
    const ended: string[] = []
    const enter = (address: string, cuit: string, name: string) =>
      limit
        .guard(address, cuit, (visitor) => verifyPassword(stored, 'la de siempre', visitor))
        .then(() => ended.push(name))
    const strangers = Array.from({ length: 20 }, (_, n) => enter(`203.0.113.${n}`, `cuit-${n}`, 'ajeno'))
    await Promise.race(strangers)
    await enter('198.51.100.7', '20111111112', 'conocido')
    await Promise.all(strangers)
    // In their queue it would be the last.
    expect(ended.indexOf('conocido')).toBeLessThan(15)
  })

  test('a refused sign-in tells in how many seconds to come back', async () => {
    const limit = createSigninLimit(database().db, () => 0)
    for (let n = 0; n < 21; n++) await outcome(limit.guard(`203.0.113.${n}`, 'c', wrong))
    const refused = await limit.guard('198.51.100.8', 'c', right).catch((error: unknown) => error)
    expect(refused).toMatchObject({ headers: { 'retry-after': '30' } })
  })

  test('are counted by all instances together, many at once too', async () => {
    const { db } = database()
    const instances = [1, 2, 3].map(() => createSigninLimit(db))
    const later = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      throw unauthenticated()
    }
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, n) =>
        outcome((instances[n % 3] as SigninLimit).guard('203.0.113.9', '20111111112', later)),
      ),
    )
    expect(answers.filter((answer) => answer === 'UNAUTHENTICATED')).toHaveLength(10)
    expect(answers.filter((answer) => answer === 'TOO_MANY')).toHaveLength(80)
  })

  test('an instance that was killed during a sign-in holds its place for a minute only', async () => {
    let now = 0
    const { db } = database()
    const never = () => new Promise<never>(() => {})
    const killed = createSigninLimit(db, () => now)
    const begun = new Promise<void>((resolve) => {
      let notBegun = 10
      const attempt = () => {
        if (--notBegun === 0) resolve()
        return never()
      }
      for (let n = 0; n < 10; n++) void killed.guard('203.0.113.9', '20111111112', attempt)
    })
    await begun
    now = 60_001
    const limit = createSigninLimit(db, () => now)
    expect(await outcome(limit.guard('203.0.113.9', '20111111112', right))).toBe('adentro')
  })
})
