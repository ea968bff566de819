/** Sign-ins under way while a password changes or an account is shut: no session of theirs may outlive the change. */
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changePassword } from '../../../contract/accounts.ts'
import { signin } from '../../../contract/auth.ts'
import { countCart } from '../../../contract/cart.ts'
import { updateUser } from '../../../contract/user-admin.ts'
import { type MadeUser, makeUser, PASSWORD } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabase } from '../../test/test-database.ts'
import { newResetCode } from '../accounts/reset-password.service.ts'

const NEW_PASSWORD = 'otra clave bien nueva'
const AT_ONCE = 16

// Only a server serves several connections at once; in the embedded database nothing happens in between.
describe('sign-ins under way', () => {
  withDatabase('server', (database) => {
    let app: TestApp
    let admin: TestCaller
    let visitors = 0
    beforeAll(async () => {
      const { kysely } = database().db
      await kysely.insertInto('carrier').values({ id: 1, name: 'A convenir' }).execute()
      await kysely.insertInto('zone').values({ id: 1, name: 'Norte' }).execute()
      app = await openTestApp(database().db)
      admin = await app.as(await makeUser(database().db, 'admin'))
    })
    afterAll(() => app.close())

    /** With a hash that is quick to verify, so that many sign-ins fit into the time of one change. */
    const makeQuickUser = async (given: { email?: string } = {}) => {
      const password_hash = await hash(PASSWORD, { memoryCost: 2048, timeCost: 1, parallelism: 1 })
      return makeUser(database().db, 'cliente', { ...given, password_hash })
    }
    const signInFromAnywhere = (cuit: string, password: string) => {
      visitors += 1
      const headers = { 'x-forwarded-for': `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}` }
      return app.visitor.call(signin, { body: { cuit, password }, headers })
    }

    /** Signs in with the first password, over and over at once, until `change` is done; answers the tokens. */
    async function signInsDuring(user: MadeUser, change: () => Promise<unknown>): Promise<string[]> {
      const tokens: string[] = []
      let changed = false
      const people = Array.from({ length: AT_ONCE }, async () => {
        while (!changed) {
          const { status, json } = await signInFromAnywhere(user.cuit, PASSWORD)
          if (status === 200) tokens.push(json.accessToken)
        }
      })
      await Promise.race(people.map(() => signInFromAnywhere(user.cuit, PASSWORD)))
      await change()
      changed = true
      await Promise.all(people)
      return tokens
    }
    const alive = async (tokens: readonly string[]) => {
      const statuses = await Promise.all(
        tokens.map((token) => app.app.inject({ url: countCart.path, headers: { authorization: `Bearer ${token}` } })),
      )
      return statuses.filter(({ statusCode }) => statusCode === 200).length
    }
    const form = (user: MadeUser, changes: object) => ({
      id: user.id,
      email: `u${user.id}@example.test`,
      cuit: '',
      firstName: 'Ana',
      lastName: '',
      businessName: '',
      phone: '',
      mobile: '',
      carrierId: 1,
      zoneId: 1,
      address: 'Mitre 1',
      provinceId: 9,
      city: 'Salta',
      notes: '',
      type: 'cliente' as const,
      sellerId: null,
      clientId: null,
      enabled: true,
      active: true,
      password: '',
      ownPassword: PASSWORD,
      ...changes,
    })

    test('an admin who changes a password leaves no session of the old one', async () => {
      const user = await makeQuickUser()
      const body = form(user, { password: NEW_PASSWORD })
      const tokens = await signInsDuring(user, async () => {
        expect((await admin.call(updateUser, { body })).status).toBe(200)
      })
      expect(tokens.length).toBeGreaterThan(0)
      expect(await alive(tokens)).toBe(0)
      expect((await signInFromAnywhere(user.cuit, NEW_PASSWORD)).status).toBe(200)
    })

    test('a password changed with a code leaves none either, but the one that it opens', async () => {
      const { db } = database()
      const email = 'carrera@example.test'
      const user = await makeQuickUser({ email })
      const code = await newResetCode(db, user.id)
      let own = ''
      const tokens = await signInsDuring(user, async () => {
        const { json } = await app.visitor.call(changePassword, {
          query: {},
          body: { email, code, password: NEW_PASSWORD },
        })
        own = json.accessToken
      })
      expect(await alive(tokens)).toBe(0)
      expect(await alive([own])).toBe(1)
    })

    test('an account that was shut and opened again has no session of before', async () => {
      const user = await makeQuickUser()
      const tokens = await signInsDuring(user, async () => {
        await admin.call(updateUser, { body: form(user, { enabled: false }) })
      })
      await admin.call(updateUser, { body: form(user, {}) })
      expect(await alive(tokens)).toBe(0)
    })
  })
})
