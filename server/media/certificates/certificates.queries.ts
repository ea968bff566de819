/** SQL of certificates. */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { CERTIFICATE_SORTS, Certificate } from '../../../contract/certificates.ts'
import type { Sort } from '../../../contract/wire.ts'
import { folded } from '../../db/folded.ts'
import { escapeLike } from '../../db/like.ts'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

const code = sql<string>`regexp_replace(c.name, '\\.pdf$', '', 'i')`

/** Certificates by name; with a code in any case of letters, only that article's. */
export function listCertificates(db: Queryable, only: string) {
  const query = certificates(db).distinctOn('c.name').orderBy('c.name')
  return (only ? query.where(sql`lower(${code})`, '=', only.toLowerCase()) : query).execute()
}

type CertificateSort = Sort<(typeof CERTIFICATE_SORTS)[number]>

const orders: Record<CertificateSort['by'], RawBuilder<unknown>> = {
  name: folded(sql`name`),
  at: sql`at`,
  description: folded(sql`description`),
  kind: folded(sql`kind`),
  // What never expires comes behind all that does, in either direction.
  expiresOn: sql`"expiresOn"`,
}

/**
 * A page of the certificates that have every word in their name, their type or their article's description, each with how
 * many there are in all.
 * @param words Folded: lower case, without accents
 */
export async function filterCertificates(
  db: Queryable,
  words: readonly string[],
  { by, down }: CertificateSort,
  { limit, offset }: { limit: number; offset: number },
): Promise<(Certificate & { total: number })[]> {
  const direction = down ? sql`desc nulls last` : sql`asc nulls last`
  const said = folded(sql`name || ' ' || kind || ' ' || description`)
  const conditions = words.map((word) => sql`${said} like ${`%${escapeLike(word)}%`}`)
  const { rows } = await sql<Certificate & { total: number }>`
    select *, (count(*) over ())::integer as total
    from (${certificates(db).distinctOn('c.name').orderBy('c.name')}) certificate
    where ${sql.join([sql`true`, ...conditions], sql` and `)}
    order by ${orders[by]} ${direction}, name limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Certificates that expire at most `days` days from today in Argentina, or have expired; the earliest end first. */
export function listEnding(db: Queryable, days: number) {
  const limit = sql<string>`(now() at time zone 'America/Argentina/Buenos_Aires')::date + ${days}::int`
  return certificates(db)
    .distinctOn(['c.expires_on', 'c.name'])
    .where('c.expires_on', '<=', limit)
    .orderBy('c.expires_on')
    .orderBy('c.name')
    .execute()
}

/** Certificates with the description of their article. */
function certificates(db: Queryable) {
  return db
    .selectFrom('certificate as c')
    .leftJoin('article as a', (join) => join.on(sql<boolean>`lower(a.code) = lower(${code})`))
    .select([
      'c.id',
      'c.name',
      'c.uploaded_at as at',
      'c.kind',
      'c.expires_on as expiresOn',
      code.as('code'),
      sql<string>`coalesce(a.description, '')`.as('description'),
    ])
}

/** A certificate by its file's name, whatever its case. */
export function findByName(db: Queryable, name: string) {
  return db.selectFrom('certificate').selectAll().where(sql`lower(name)`, '=', name.toLowerCase()).executeTakeFirst()
}

export async function codeOfArticle(db: Queryable, id: number): Promise<string | undefined> {
  return (await db.selectFrom('article').select('code').where('id', '=', id).executeTakeFirst())?.code
}

interface NewCertificate {
  name: string
  file: string
  kind: string
  expires_on: string | null
}

/** Stores a certificate, or replaces the one of the same name; answers the row before (undefined for none) and after. */
export async function saveCertificate(t: Transaction<Tables>, row: NewCertificate) {
  const before = await t
    .selectFrom('certificate')
    .selectAll()
    .where(sql`lower(name)`, '=', row.name.toLowerCase())
    .forUpdate()
    .executeTakeFirst()
  const after = before
    ? await t
        .updateTable('certificate')
        .set({ ...row, uploaded_at: sql<string>`now()` })
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await t.insertInto('certificate').values(row).returningAll().executeTakeFirstOrThrow()
  return { before, after }
}

export function removeCertificate(t: Transaction<Tables>, id: number) {
  return t.deleteFrom('certificate').where('id', '=', id).returningAll().executeTakeFirst()
}
