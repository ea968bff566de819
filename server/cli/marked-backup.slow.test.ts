/** A backup with a key, as somebody finds it who has the file alone: it tells nothing of anybody, and opens for nobody. */

import fs from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { bultoHere } from '../test/bulto-here.ts'
import { makeMarkedWorld, owners } from '../test/marked-world.ts'
import { createDatabase } from '../test/test-database.ts'
import { readBackup } from '../whole-shop/backup-file.ts'

vi.setConfig({ testTimeout: 240_000 })

const KEY = 'una clave de copias'

const bulto = (argv: string[], env: NodeJS.ProcessEnv) => bultoHere(argv, { LOG_LEVEL: 'silent', PORT: '0', ...env })

test('a backup with a key shows no text of anybody, and is restored with that key alone', async () => {
  const place = await createDatabase('embedded')
  try {
    const db = await openDatabase(place.options)
    const world = await makeMarkedWorld(db)
    await db.close()
    const file = path.join(place.dataDir, 'copia')
    const env = { DATA_DIR: place.dataDir, BACKUP_KEY: KEY }
    expect(await bulto(['backup', file], env)).toMatchObject({ code: 0 })
    const texts = [...Object.values(world.needles).flat(), ...Object.values(world.clients).map(({ cuit }) => cuit)]

    let rows = ''
    for await (const { kind, bytes } of readBackup(file, KEY)) if (kind === 'rows') rows += gunzipSync(bytes).toString()
    for (const owner of owners) expect(rows.includes(world.markers[owner])).toBe(true)
    const stored = fs.readFileSync(file)
    expect(texts.filter((text) => stored.includes(text))).toEqual([])

    const elsewhere = path.join(place.dataDir, 'otra')
    for (const [key, said] of [
      ['', 'La copia está cifrada'],
      ['otra clave de copias', 'La clave de BACKUP_KEY no es la de esta copia'],
    ] as const) {
      const refused = await bulto(['restore', file], { DATA_DIR: elsewhere, BACKUP_KEY: key })
      expect(refused).toMatchObject({ code: 1, said: expect.stringContaining(said) })
      expect(texts.filter((text) => refused.said.includes(text))).toEqual([])
      expect(fs.existsSync(path.join(elsewhere, 'db'))).toBe(false)
    }
    const opened = await bulto(['restore', file], { DATA_DIR: elsewhere, BACKUP_KEY: KEY })
    expect(opened.code).toBe(0)
  } finally {
    await place.remove()
  }
})
