/** What staff finds articles by, also those that no snapshot of the catalogue holds. */
import { type Kysely, sql } from 'kysely'

/** Lower case without accents, as `fold` of the catalogue's engine writes it. */
const folded = (text: string) =>
  `lower(translate(${text},
    'áàäâãåéèëêíìïîóòöôõúùüûñçÁÀÄÂÃÅÉÈËÊÍÌÏÎÓÒÖÔÕÚÙÜÛÑÇ',
    'aaaaaaeeeeiiiiooooouuuuncaaaaaaeeeeiiiiooooouuuunc'))`
const words = folded(`code || ' ' || alias || ' ' || description`)
// R32: case, white space, dashes and dots make no other code of it.
const codeKey = (column: string) => `regexp_replace(${folded(column)}, '[\\s.‐-―−﹘﹣－-]+', '', 'g')`

const statements = [
  // The second half has what separators part written together: 'spiderman' finds 'Spider-Man'.
  `alter table article
    add column search_text text not null
      generated always as (${words} || ' ' || regexp_replace(${words}, '[^[:alnum:][:space:]]+', '', 'g')) stored,
    add column code_key text not null generated always as (${codeKey('code')}) stored,
    add column alias_key text not null generated always as (${codeKey('alias')}) stored`,
  `create index article_by_code_key on article (code_key)`,
  `create index article_by_alias_key on article (alias_key) where alias_key <> ''`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
