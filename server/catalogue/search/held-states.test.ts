import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import { makeArticle } from '../../test/make.ts'
import { withDatabases } from '../../test/test-database.ts'
import { type Catalogue, createCatalogue } from './catalogue.service.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

withDatabases('states of the catalogue', (database) => {
  let catalogue: Catalogue

  beforeAll(async () => {
    const { db } = database()
    await makeArticle(db)
    catalogue = await createCatalogue(db, { warn: () => undefined })
  })
  afterAll(() => catalogue.close())

  /** The state of now, seen without being held. */
  const look = () => new WeakRef(catalogue.current('base'))

  test('go once newer ones have taken their place: each holds a snapshot of the whole catalogue', async () => {
    const first = look()
    for (let nth = 0; nth < 3; nth++) {
      await database().db.tx((t, publish) => raiseCatalogueVersion(t, publish))
      await catalogue.refresh()
      await catalogue.current('base').whole()
    }
    await vi.waitFor(() => {
      collectGarbage()
      expect(first.deref()).toBeUndefined()
    })
  })
})
