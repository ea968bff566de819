/** A drill's jobs wait, whoever asks for them (R301); the whole of it is shown by server/cli/drill.slow.test.ts. */
import { afterEach, expect, test } from 'vitest'
import { beginDrill, drillSince, endDrill } from '../db/drill.ts'
import { jobRows, mailTo, put, testWorkers } from '../test/jobs.ts'
import { withDatabases } from '../test/test-database.ts'

withDatabases('a drill', (database) => {
  const workers = testWorkers()
  afterEach(workers.stop)

  test('hands out no job until it is ended, and then what waited', async () => {
    const { db } = database()
    await db.tx((t) => beginDrill(t))
    await put(db, mailTo(1), mailTo(2))
    const sent: number[] = []
    const worker = workers.start(db, ({ orderId }) => sent.push(orderId))
    await worker.idle()
    expect(sent).toEqual([])
    expect(await drillSince(db.kysely)).not.toBeNull()
    await endDrill(db.kysely)
    await worker.idle()
    expect(sent.sort()).toEqual([1, 2])
    expect((await jobRows(db)).map(({ state }) => state)).toEqual(['done', 'done'])
  })
})
