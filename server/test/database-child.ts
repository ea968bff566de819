/**
 * A process that uses the database of a data folder until it is killed, for tests that kill it.
 * `hold`: opens it and writes the line 'open'. `write`: opens, migrates and commits sellers one after
 * the other, writing each one's id once it is acknowledged.
 */

import { DatabaseOpenError } from '../db/errors.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'

const [mode, dataDir = ''] = process.argv.slice(2)
const say = (line: string | number) => process.stdout.write(`${line}\n`)

try {
  const db = await openDatabase({ dataDir })
  say('open')
  if (mode === 'write') {
    await migrate(db)
    const { last } = await db.kysely
      .selectFrom('seller')
      .select((select) => select.fn.coalesce(select.fn.max('id'), select.lit(0)).as('last'))
      .executeTakeFirstOrThrow()
    for (let id = last + 1; ; id++) {
      await db.tx((t) =>
        t
          .insertInto('seller')
          .values({ id, name: `seller ${id}` })
          .execute(),
      )
      say(id)
    }
  }
  // Nothing else keeps the process alive while it waits to be killed.
  setInterval(() => {}, 60_000)
} catch (error) {
  if (!(error instanceof DatabaseOpenError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
