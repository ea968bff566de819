/** The facts about a shop's database and files that `bulto check` reads itself or asks of the running shop. */
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import { drillSince } from '../db/drill.ts'
import { LastBackup, lastBackup } from '../db/last-backup.ts'
import { pendingMigrations } from '../db/migrate.ts'
import type { Db } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { readFeedState } from '../erp/erp.ts'
import { countJobs } from '../jobs/jobs.queries.ts'
import { filesInUse } from '../media/media.ts'
import { findMapping } from '../ports/erp/port.ts'
import type { Files } from '../ports/files/port.ts'

const ShopFacts = z.object({
  kind: z.enum(['embedded', 'server']),
  /** Of PostgreSQL, e.g. '17.4'. */
  version: z.string(),
  /** How far the database's clock is ahead of this process's, in milliseconds. */
  clockAheadMs: z.number(),
  pendingMigrations: z.array(z.string()),
  deadJobs: z.number(),
  /** Seconds that the oldest job has been due; 0 when none is. */
  dueFor: z.number(),
  /** Connections that the server still has for others; null when it is embedded. */
  freeConnections: z.nullable(z.number()),
  /** How many of the files that the shop shows were looked for, and the names of those that are not there. */
  filesLookedFor: z.number(),
  missingFiles: z.array(z.string()),
  /** The first line of each reason why a file of the ERP's feed is refused; and since when. */
  feedRefused: z.array(z.string()),
  feedRefusedSince: z.nullable(z.string()),
  /** Why the store takes no file; null when it does. */
  storeFault: z.nullable(z.string()),
  // A running shop of the version before, which an upgrade asks, does not tell these.
  /** The last backup; null: none was made. */
  lastBackup: z._default(z.nullable(LastBackup), null),
  /** Since when the shop is a drill (R301); null: it is none. */
  drillSince: z._default(z.nullable(z.string()), null),
  /** How files of another program are read, as it is kept (R406); null: no mapping. */
  feedMapping: z._default(z.nullable(z.unknown()), null),
})
export type ShopFacts = z.output<typeof ShopFacts>

/** Most files that are looked for: with a hundred thousand files the search would be a load of its own. */
const MOST_FILES = 500
/** A name that no stored file has: those are hashes or have an ending. */
const PROBE = 'bulto-check'

/** Reads the facts. It changes no row, and stores a file only to remove it again. */
export async function readShopFacts(db: Db, files: Files): Promise<ShopFacts> {
  const { kysely } = db
  const [pending, jobs, server] = [await pendingMigrations(db), await jobsOf(kysely), await serverOf(kysely)]
  const used = pending.length > 0 ? [] : (await filesInUse(kysely)).slice(0, MOST_FILES)
  const missingFiles: string[] = []
  for (const name of used) if (!(await files.stat(name))) missingFiles.push(name)
  const feed = pending.length > 0 ? undefined : await readFeedState(kysely)
  return {
    kind: db.kind,
    version: server.version,
    clockAheadMs: server.clock - Date.now(),
    pendingMigrations: pending,
    deadJobs: jobs.filter(({ state }) => state === 'dead').reduce((sum, { count }) => sum + count, 0),
    dueFor: Math.max(0, ...jobs.map(({ due_for }) => due_for ?? 0)),
    freeConnections: db.kind === 'embedded' ? null : server.free,
    feedRefused: Object.values(feed?.refused ?? {}).map((reason) => reason.split('\n')[0] ?? ''),
    feedRefusedSince: feed?.refusedSince ?? null,
    filesLookedFor: used.length,
    lastBackup: pending.length > 0 ? null : await lastBackup(kysely),
    feedMapping: pending.length > 0 ? null : ((await findMapping(kysely)) ?? null),
    drillSince: pending.length > 0 ? null : await drillSince(kysely),
    missingFiles,
    storeFault: await files
      .put(PROBE, Buffer.from('x'))
      .then(() => files.remove(PROBE))
      .then(() => null)
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error))),
  }
}

/** The facts as a running shop sends them. */
export async function decodeFacts(bytes: AsyncIterable<Buffer>): Promise<ShopFacts> {
  const parts: Buffer[] = []
  for await (const part of bytes) parts.push(part)
  return z.parse(ShopFacts, JSON.parse(Buffer.concat(parts).toString()))
}

/** The facts as `decodeFacts` reads them. */
export async function* encodeFacts(db: Db, files: Files): AsyncGenerator<Buffer> {
  yield Buffer.from(JSON.stringify(await readShopFacts(db, files)))
}

/** The counts of jobs; none before the first migration. */
async function jobsOf(kysely: Kysely<Tables>) {
  const { rows } = await sql`select 1 where to_regclass('job') is not null`.execute(kysely)
  return rows.length > 0 ? countJobs(kysely) : []
}

async function serverOf(kysely: Kysely<Tables>) {
  const { rows } = await sql<{ version: string; clock: number; free: number }>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as clock,
      current_setting('max_connections')::int - (select count(*) from pg_stat_activity)::int as free`.execute(kysely)
  return rows[0] ?? { version: '', clock: Date.now(), free: 0 }
}
