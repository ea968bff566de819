import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPlace, listLocalities, suggestPlaces } from '../../../contract/places.ts'
import { lookUpCuit } from '../../../contract/registry.ts'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { withDatabase } from '../../test/test-database.ts'

describe('a fresh start, with nobody outside to ask', () => {
  withDatabase('embedded', (database) => {
    let shop: TestApp
    beforeAll(async () => {
      shop = await openTestApp(database().db)
    })
    afterAll(() => shop.close())

    test('fills the form: registry, suggestions, parts, localities', async () => {
      const { visitor } = shop
      const entry = (await visitor.call(lookUpCuit, { query: { cuit: '20-99000001-9' } })).data
      expect(entry).toMatchObject({
        firstName: 'MARIA LAURA',
        addresses: [{ kind: 'FISCAL', provinceId: 12 }],
      })
      const [place] = (await visitor.call(suggestPlaces, { query: { text: 'Mitre 100, Rosario', session: 's' } })).data
      expect(place).toEqual({ id: '12-rosario', label: 'Rosario, Santa Fe', line: 'Mitre 100' })
      const parts = await visitor.call(findPlace, { params: { id: '12-rosario' }, query: { session: 's' } })
      expect(parts.data).toMatchObject({ city: 'Rosario', provinceId: 12, postalCode: '2000' })
      expect((await visitor.call(listLocalities, { query: { provinceId: 24 } })).data).toContain('Ushuaia')
    })

    test('takes the long ids that some providers have', async () => {
      const answer = await shop.visitor.request('GET', `/api/auth/lugares/${'x'.repeat(600)}`)
      expect([answer.status, answer.json]).toEqual([200, null])
    })
  })
})
