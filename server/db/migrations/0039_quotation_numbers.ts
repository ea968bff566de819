/** Numbers of quotations (R312): one for each content, so that the PDF and the workbook of a day have the same. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table quotation (
      number integer generated always as identity primary key,
      -- SHA-256, in hexadecimal, of the day, the client and the lines with their prices.
      content_key text not null unique,
      made_at timestamptz not null default now()
    )`)
    .execute(db)
}
