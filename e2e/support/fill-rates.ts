/** Gives the demo shop's articles VAT rates, as an ERP's feed would (R357). */
import { sql } from 'kysely'
import { openDatabase } from '../../server/db/open.ts'

/** In the order of their codes articles are at 21, 10,5 and 27 percent, and each fourth has no rate. No process may have the database open. */
export async function fillRates(dataDir: string): Promise<void> {
  const db = await openDatabase({ dataDir })
  try {
    await sql`update article set vat_rate = (array[2100, 1050, 2700, null])[1 + place.nth % 4]
      from (select id, row_number() over (order by code) - 1 as nth from article) place
      where place.id = article.id`.execute(db.kysely)
    await sql`update catalogue_version set version = version + 1`.execute(db.kysely)
  } finally {
    await db.close()
  }
}
