import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addressOf } from '../../../contract/address.ts'
import * as calls from '../../../contract/documents.ts'
import { silentLog } from '../../db/log.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import type { DocumentStore } from '../../ports/files/port.ts'
import { openBucket } from '../../ports/files/s3.ts'
import type { PiecesTask } from '../../test/made-file-thread.ts'
import { makeArticle, makeUser } from '../../test/make.ts'
import { type S3Server, startS3 } from '../../test/s3-server.ts'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { type FileOrder, type MadeFiles, openMadeFiles } from './made-files.service.ts'
import { clearDocuments, sharedDocuments } from './shared-documents.service.ts'

const worker = workerUrl(new URL('../../test/x.ts', import.meta.url).href, 'made-file-thread')
const folder = mkdtempSync(join(tmpdir(), 'bulto-shared-'))
const order = (key: string, ...pieces: string[]) => {
  const read = vi.fn(async () => ({ pieces }) satisfies PiecesTask)
  return { key, worker, read } satisfies FileOrder<PiecesTask>
}

let bucket: S3Server
let store: DocumentStore
beforeAll(async () => {
  bucket = await startS3()
  store = (await openBucket(bucket.config, 3)).documents
})
afterAll(async () => {
  await bucket.stop()
  rmSync(folder, { recursive: true, force: true })
})

const stored = async () => {
  const names: string[] = []
  for await (const { name } of store.list()) names.push(name)
  return names
}

withDatabases('documents of another instance', (database) => {
  let opened: MadeFiles[]
  /** Holds the piece 'held' back until it is called. */
  let letGo: () => void
  beforeEach(() => {
    opened = []
    letGo = () => {}
  })
  afterEach(async () => {
    letGo()
    for (const files of opened) await files.close()
    await database().db.kysely.deleteFrom('made_document').execute()
    for (const name of await stored()) await store.remove(name)
  })

  const instance = async (name: string, { from = store, keep = 1e9 } = {}) => {
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const files = await openMadeFiles({
      folder: join(folder, name),
      photo: async (piece) => (piece === 'held' ? held.then(() => null) : null),
      most: 1,
      shared: sharedDocuments(database().db, from, silentLog, keep),
    })
    opened.push(files)
    return files
  }
  const rows = () => database().db.kysely.selectFrom('made_document').selectAll().orderBy('key').execute()
  const until = (holds: () => Promise<boolean>) => vi.waitUntil(holds, { timeout: 20_000, interval: 20 })
  /** Made here, and left for the others. */
  const leave = async (files: MadeFiles, made: FileOrder<PiecesTask>) => {
    await text(files.ask(made).stream())
    await until(async () => (await rows()).some(({ key }) => key === made.key))
  }

  test('are fetched and not made again, whole, with how many articles they have', async () => {
    await leave(await instance('one'), order('a', 'uno', 'dos'))
    const again = order('a', 'uno', 'dos')
    const interest = (await instance('two')).ask(again)
    expect(await text(interest.stream())).toBe('unodos')
    expect(interest.progress()).toEqual({ state: 'done', done: 2, total: 2, place: 0 })
    expect(interest.size()).toBe(6)
    expect(again.read).not.toHaveBeenCalled()
    expect(await stored()).toHaveLength(1)
  })

  test('do not wait behind those that are made here', async () => {
    await leave(await instance('one'), order('a', 'uno'))
    const two = await instance('two')
    two.ask(order('b', 'held'))
    expect(await text(two.ask(order('a', 'uno')).stream())).toBe('uno')
  })

  test('are never answered half: what is still being made there is made here', async () => {
    const firstInterest = (await instance('one')).ask(order('a', 'uno', 'held'))
    await firstInterest.begun()
    const goOn = letGo
    const secondOrder = order('a', 'uno', 'held')
    const interest = (await instance('two')).ask(secondOrder)
    letGo()
    expect(await text(interest.stream())).toBe('unoheld')
    expect(secondOrder.read).toHaveBeenCalledTimes(1)
    goOn()
    expect(await text(firstInterest.stream())).toBe('unoheld')
    // Both may have left it; one of them stays.
    await until(async () => (await stored()).length === 1 && (await rows()).length === 1)
    expect(await rows()).toMatchObject([{ key: 'a', bytes: 7, articles: 2 }])
  })

  test('are made anew when the bucket has lost them, or has other bytes, or does not answer', async () => {
    await leave(await instance('one'), order('a', 'uno'))
    const [first] = await rows()
    const file = join(folder, 'half')
    writeFileSync(file, 'un')
    await store.put(first!.file, file)
    expect(await text((await instance('two')).ask(order('a', 'uno')).stream())).toBe('uno')
    await until(async () => ![first!.file, undefined].includes((await rows())[0]?.file))
    const [second] = await rows()
    await store.remove(second!.file)
    expect(await text((await instance('three')).ask(order('a', 'uno')).stream())).toBe('uno')
    const silent: DocumentStore = {
      ...store,
      get: () => Promise.reject(new Error('out of reach')),
      put: () => Promise.reject(new Error('out of reach')),
    }
    expect(await text((await instance('four', { from: silent })).ask(order('a', 'uno')).stream())).toBe('uno')
  })

  test('nothing stays of one that the last one left while it came', async () => {
    await leave(await instance('one'), order('a', 'uno'))
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const slow: DocumentStore = {
      ...store,
      async get(name) {
        const found = await store.get(name)
        asked()
        // It begins, and never ends.
        return found && { ...found, stream: new Readable({ read() {} }) }
      },
    }
    const two = await instance('two', { from: slow })
    const interest = two.ask(order('a', 'uno'))
    await isAsked
    interest.leave()
    await until(async () => readdirSync(join(folder, 'two')).length === 0)
    expect(two.counts()).toMatchObject({ waiting: 0, making: 0, done: 0 })
  })

  test('are kept within a limit, the oldest goes first', async () => {
    const one = await instance('one', { keep: 7 })
    for (const piece of ['uno', 'dos', 'tres']) await leave(one, order(piece, piece))
    await until(async () => (await stored()).length === 2)
    expect((await rows()).map(({ key }) => key)).toEqual(['dos', 'tres'])
  })

  test('are gone after a day, and so is what a killed instance left without a row', async () => {
    const { db } = database()
    const one = await instance('one')
    for (const piece of ['uno', 'dos']) await leave(one, order(piece, piece))
    const file = join(folder, 'orphan')
    writeFileSync(file, 'half a f')
    for (const name of ['orphan-1.doc', 'orphan-2.doc', 'orphan-3.doc', 'orphan-4.doc']) await store.put(name, file)
    await clearDocuments(db, store)
    expect(await stored()).toHaveLength(6)
    await db.kysely
      .updateTable('made_document')
      .set({ made_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('key', '=', 'uno')
      .execute()
    const again = order('uno', 'uno')
    expect(await text((await instance('two')).ask(again).stream())).toBe('uno')
    expect(again.read).toHaveBeenCalledTimes(1)
    await clearDocuments(db, store, new Date(Date.now() + 25 * 3_600_000))
    expect(new Set(await stored())).toEqual(new Set((await rows()).map((row) => row.file)))
  })

  test('large ones come and go as streams, byte by byte', async () => {
    const bytes = Buffer.alloc(9_000_001, 0).map((_, at) => (at * 7919) % 251)
    const file = join(folder, 'large')
    writeFileSync(file, bytes)
    await store.put('large.doc', file)
    const found = await store.get('large.doc')
    expect(found?.size).toBe(bytes.length)
    expect((await buffer(found!.stream)).equals(bytes)).toBe(true)
    expect(await store.get('nothing.doc')).toBeNull()
    await expect(store.get('../a.webp')).rejects.toThrow('not a name')
  })

  test('answer whoever may ask, at any instance, and nobody else', async () => {
    const { db } = database()
    const article = await makeArticle(db, { code: 'QX1000', description: 'Auto a cuerda' })
    const [firstApp, secondApp] = [
      await openTestApp(db, { documents: store }),
      await openTestApp(db, { documents: store }),
    ]
    let threads = 0
    const count = () => threads++
    try {
      const [user, someone] = [await makeUser(db, 'supervisor'), await makeUser(db, 'cliente')]
      const ask = async (app: TestApp, payload: string, asker = user) =>
        app.app.inject({
          method: 'POST',
          url: addressOf(calls.chosenPdf, {}),
          headers: { authorization: `Bearer ${(await app.as(asker)).token}`, 'content-type': 'text/plain' },
          payload,
        })
      const first = await ask(firstApp, String(article.id))
      expect(first.statusCode).toBe(200)
      await until(async () => (await rows()).length === 1)
      process.on('worker', count)
      const second = await ask(secondApp, String(article.id))
      expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
      const body = {
        kind: 'cotizacion' as const,
        articleIds: [article.id],
        withLogo: true,
        withImages: true,
        withPrices: true,
      }
      const begun = await (await firstApp.as(user)).call(calls.beginDocument, { body })
      const params = { id: begun.data.id }
      expect((await (await secondApp.as(user)).call(calls.watchDocument, { params })).data.state).toBe('listo')
      expect((await (await secondApp.as(someone)).call(calls.watchDocument, { params })).status).toBe(404)
      expect((await (await secondApp.as(someone)).call(calls.beginDocument, { body })).status).toBe(403)
      expect((await ask(secondApp, String(article.id), someone)).statusCode).toBe(403)
      expect(threads).toBe(0)
    } finally {
      process.off('worker', count)
      await firstApp.close()
      await secondApp.close()
    }
  })
})
