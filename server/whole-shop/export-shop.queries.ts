/** SQL of an export: the rows of each table under their headings, and the stored files with the names that people know. */
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

const CURSOR = sql.raw('export_shop')

/** What is read of a table: SQL over its rows `x`. */
interface ReadTable {
  readonly name: string
  readonly values: readonly string[]
  readonly where?: string
  readonly order: string
}

/** The cells of a table's rows, in its order, as many rows at a time as fit into memory with ease. */
export async function* cellsOf(
  t: Transaction<Tables>,
  { name, values, where, order }: ReadTable,
): AsyncGenerator<readonly (readonly unknown[])[]> {
  const columns = values.map((value, place) => sql.raw(`${value} as c${place}`))
  await sql`
    declare ${CURSOR} no scroll cursor for
    select ${sql.join(columns)} from ${sql.table(name)} as x where ${sql.raw(where ?? 'true')}
    order by ${sql.raw(order)}`.execute(t)
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`fetch 1000 from ${CURSOR}`.execute(t)
    if (rows.length === 0) break
    yield rows.map((row) => Object.values(row))
  }
  await sql`close ${CURSOR}`.execute(t)
}

/** A stored file, and how an export calls it: a folder, and a name without its ending. */
export interface NamedFile {
  readonly folder: string
  readonly name: string
  readonly file: string
}

/** The pictures and documents of the shop. The first picture of an article is called as its code, the second CODE_2 (R30). */
export async function namedFiles(t: Transaction<Tables>): Promise<NamedFile[]> {
  const { rows } = await sql<NamedFile>`
    select 'fotos' as folder, a.code || case when m.slot = 1 then '' else '_' || m.slot end as name, m.file
      from media m join article a on a.id = m.article_id
    union all select 'novedades', slot::text, file from slide where file is not null
    union all select 'novedades', 'banner', value from setting where key = 'BANNER_IMAGEN'
    union all select 'marca', replace(replace(lower(key), 'marca_', ''), '_', '-'), value from setting
      where key in ('MARCA_LOGO', 'MARCA_LOGO_OSCURO', 'MARCA_ICONO')
    union all select 'certificados', regexp_replace(name, '\.pdf$', '', 'i'), file from certificate
    union all select 'comprobantes', id::text, file from order_paper
    order by folder, name`.execute(t)
  return rows.filter(({ file }) => file !== '')
}
