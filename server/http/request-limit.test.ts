/** Requests beyond reason: who sends them gets 429, and nobody else is any the worse for it (R278). */
import { expect, test } from 'vitest'
import { serverTexts } from '../../contract/errors.ts'
import { makeUser } from '../test/make.ts'
import { openTestApp } from '../test/test-app.ts'
import { withDatabases } from '../test/test-database.ts'
import { createRequestLimit } from './request-limit.ts'

withDatabases('a limit of requests', (database) => {
  test('a user beyond it is told when to come back; others of the same address go on', async () => {
    const { db } = database()
    const [greedy, other] = [await makeUser(db), await makeUser(db)]
    const shop = await openTestApp(db, { limits: { requestsPerUser: 20 } })
    try {
      const [first, second] = [await shop.as(greedy), await shop.as(other)]
      const ask = (caller: typeof first) => caller.request('GET', '/api/config/numped')
      // The first request tells whose the token is.
      const answers = []
      for (let sent = 0; sent < 22; sent++) answers.push(await ask(first))
      expect(answers.map(({ status }) => status)).toEqual([...Array(21).fill(200), 429])
      const refused = answers.at(-1)
      expect(refused?.json).toEqual({ error: 'TOO_MANY', message: serverTexts.tooManyRequests })
      expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(10)
      expect((await ask(second)).status).toBe(200)
    } finally {
      await shop.close()
    }
  })
})

const request = (ip: string) => ({ ip }) as Parameters<ReturnType<typeof createRequestLimit>['take']>[0]

test('invented tokens count for their address, before anybody looks them up; a known user there goes on', () => {
  const clock = { now: 0 }
  const limit = createRequestLimit(10, () => clock.now)
  limit.know('known', 1)
  for (let sent = 0; sent < 40; sent++) limit.take(request('190.2.3.4'), `invented ${sent}`)
  expect(() => limit.take(request('190.2.3.4'), 'another')).toThrow(serverTexts.tooManyRequests)
  expect(() => limit.take(request('190.2.3.4'), undefined)).toThrow(serverTexts.tooManyRequests)
  limit.take(request('190.2.3.4'), 'known')
  limit.take(request('190.2.3.5'), undefined)
})

test('all sessions of a user count together, and there is room again ten seconds later', () => {
  const clock = { now: 0 }
  const limit = createRequestLimit(10, () => clock.now)
  limit.know('telephone', 1)
  limit.know('computer', 1)
  for (let sent = 0; sent < 10; sent++) limit.take(request('190.2.3.4'), sent % 2 ? 'telephone' : 'computer')
  clock.now += 9_999
  expect(() => limit.take(request('190.2.3.4'), 'telephone')).toThrow(serverTexts.tooManyRequests)
  clock.now += 1
  limit.take(request('190.2.3.4'), 'telephone')
})
