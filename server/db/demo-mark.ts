/** How a shop knows that it holds the demo's data (R233). */
import { type Expression, type SqlBool, sql, type Transaction } from 'kysely'
import type { Queryable } from './open.ts'
import type { Tables } from './tables.ts'

/** Why a demo shop refuses the data of a real one, from `bulto import`, `bulto photos` or a feed of the ERP. */
export const DEMO_HOLDS_THE_SHOP =
  'Esta es la tienda de muestra, y los datos de una tienda propia no se mezclan con los inventados: no se tomó nada. ' +
  'Para quitar la muestra y empezar la propia, detenga la tienda y ejecute «bulto import CARPETA --replace-demo», ' +
  'o «bulto init --replace-demo» si los datos llegan por ERP_FOLDER o ERP_URL.'

/** Notes that the demo's data came in with this transaction. */
export const markDemo = (t: Transaction<Tables>) => t.insertInto('demo_fill').defaultValues().execute()

/** Whether the shop holds the demo's data. A shop filled before the mark existed is known by the README's accounts. */
export async function hasDemoData(db: Queryable): Promise<boolean> {
  const found = await db
    .selectNoFrom((query) =>
      query
        .or([
          query.exists(query.selectFrom('demo_fill').select('only_row')),
          query.exists(query.selectFrom('app_user').select('id').where(isDemoAccount())),
        ])
        .as('demo'),
    )
    .executeTakeFirstOrThrow()
  return found.demo === true
}

/** The accounts that the README names, by CUIT. */
export const DEMO_EMAILS = {
  '20111111112': 'admin.administradora@bulto.example',
  '20222222223': 'supervisor.supervisor@bulto.example',
  '20333333334': 'vendedor.sosa@bulto.example',
  '30712345671': 'cliente.benitez@bulto.example',
  '30700000016': 'cliente.molina@bulto.example',
  '30711111111': 'cliente.nieto@bulto.example',
} as const

/** What the demo wrote before its addresses went without accents, which most mail servers refuse. */
const FORMER_EMAILS = { '30712345671': 'cliente.benítez@bulto.example' } as const

/** Whether a row of app_user is an account that the demo made. */
export function isDemoAccount(): Expression<SqlBool> {
  const cuits = [DEMO_EMAILS, FORMER_EMAILS].flatMap((emails) => Object.keys(emails))
  const emails = [DEMO_EMAILS, FORMER_EMAILS].flatMap((emails) => Object.values(emails))
  return sql<SqlBool>`(cuit, email) in (select * from unnest(${cuits}::text[], ${emails}::text[]))`
}
