import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { foldText } from '../lib/search-text.ts'
import { withBothDatabases } from '../test/test-database.ts'
import { folded } from './folded.ts'

withBothDatabases('folded', (database) => {
  test('every Latin letter is the one that foldText makes of it', async () => {
    const text = String.fromCharCode(
      ...Array.from({ length: 0x100 - 0x21 }, (_, nth) => 0x21 + nth).filter((code) => code !== 0xa0),
    )
    const { rows } = await sql<{ text: string }>`select ${folded(sql`${text}::text`)} as text`.execute(
      database().db.kysely,
    )
    expect(rows[0]?.text).toBe(foldText(text))
  })
})
