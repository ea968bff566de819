/** Files of the ERP that come in through a folder (ERP_FOLDER) while the shop is killed. */
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { migrate } from '../../server/db/migrate.ts'
import type { Db } from '../../server/db/open.ts'
import type { Random } from '../random.ts'
import { type Shop, withDatabase } from '../shop.ts'
import { launchShop } from '../shop-process.ts'
import type { Work } from './command-work.ts'

const ARTICLES = 4_000
const ZONES = 300
const FILES = ['articulos.csv', 'zonas.csv']
/** How long files lie still before they are taken; the import follows within these milliseconds. */
const SETTLE_S = 2
const IMPORT_WINDOW = 3_000
const LONGEST_WAIT = 60_000

/** A shop of its own whose feed comes in versions: after a kill each file is in whole or not at all, in the end just once. */
export function feedWork(shop: Shop, random: Random): Work {
  const found = { lost: 0, doubled: 0, faults: [] as string[] }
  const dataDir = join(shop.folder, 'alimento')
  const folder = join(shop.folder, 'erp')
  const url = shop.databaseUrl && new URL('/alimento', shop.databaseUrl).href
  let version = 0
  const on = <T>(work: (db: Db) => Promise<T>) => withDatabase({ dataDir, url }, work)
  const make = async () => {
    mkdirSync(dataDir)
    mkdirSync(join(folder, 'entrada'), { recursive: true })
    if (url) await shop.look(async (db) => void (await sql`create database alimento`.execute(db.kysely)))
    await on(migrate)
  }
  const launch = () => {
    const env = {
      ERP_FOLDER: folder,
      ERP_SECONDS: '1',
      ERP_SETTLE_SECONDS: `${SETTLE_S}`,
      LOG_LEVEL: 'warn',
      ...(url && { DATABASE_URL: url }),
    }
    return launchShop({ dataDir, logFile: join(shop.folder, 'alimento.log'), env })
  }
  /** How many rows of each file are of each version. */
  const stored = () =>
    on(async (db) => {
      const articles = await db.kysely.selectFrom('article').select('description as text').execute()
      const zones = await db.kysely.selectFrom('zone').select('name as text').execute()
      return { 'articulos.csv': articles, 'zonas.csv': zones }
    })
  return {
    acknowledged: () => version * FILES.length,
    async piece() {
      if (version === 0) await make()
      version++
      put(folder, version)
      const killed = launch()
      await killed.ready
      await delay(SETTLE_S * 1000 + random.between(0, IMPORT_WINDOW))
      await killed.kill()
      for (const [file, rows] of Object.entries(await stored())) {
        const versions = new Set(rows.map(({ text }) => text))
        if (versions.size > 1) found.faults.push(`${file} entró a medias: ${[...versions].join(', ')}`)
      }
      // A killed instance's look at the folder is leased for two minutes.
      await on((db) => sql`update job set lease_until = now() where state = 'running'`.execute(db.kysely))
      const again = launch()
      await again.ready
      const isTaken = () => filesIn(folder, 'entrada', 'trabajo').length === 0
      for (const until = Date.now() + LONGEST_WAIT; !isTaken() && Date.now() < until; ) await delay(200)
      await again.stop()
      const done = filesIn(folder, 'hechos')
      for (const file of FILES) {
        const times = done.filter((name) => name === file).length
        found.lost += Math.max(0, version - times)
        found.doubled += Math.max(0, times - version)
      }
      const refused = filesIn(folder, 'rechazados')
      if (refused.length > 0) found.faults.push(`rechazados: ${refused.join(', ')}`)
      const wanted: Record<string, number> = { 'articulos.csv': ARTICLES, 'zonas.csv': ZONES }
      for (const [file, rows] of Object.entries(await stored())) {
        const now = rows.filter(({ text }) => text === nameOf(version)).length
        const count = wanted[file] ?? 0
        found.lost += count - now
        found.doubled += Math.max(0, rows.length - count)
      }
      return true
    },
    async check() {
      if (found.lost + found.doubled > 0) found.faults.push(`${found.lost} perdidos, ${found.doubled} repetidos`)
      return found
    },
  }
}

const nameOf = (version: number) => `Versión ${version}`

/** Writes both files as an ERP should: elsewhere first, then into the folder under their names. */
function put(folder: string, version: number): void {
  const articles = Array.from({ length: ARTICLES }, (_, at) => `${at + 1};A${at + 1};${nameOf(version)};;1;1;0;1;;1`)
  const zones = Array.from({ length: ZONES }, (_, at) => `${at + 1};${nameOf(version)}`)
  const texts: Record<string, string[]> = {
    'articulos.csv': [
      'ID_ART;CODIGO_ART;DESCRIP_ART;ALIAS_ART;UXB;INTERNO;SURTIDO;MULTIPLO;TEMPORADA;ACTIVO',
      ...articles,
    ],
    'zonas.csv': ['ID_ZON;DESCRIPCION_ZON', ...zones],
  }
  for (const [file, lines] of Object.entries(texts)) {
    writeFileSync(join(folder, `${file}.tmp`), `${lines.join('\r\n')}\r\n`)
    renameSync(join(folder, `${file}.tmp`), join(folder, 'entrada', file))
  }
}

/** Names of the feed's files below some of its folders. */
function filesIn(folder: string, ...names: string[]): string[] {
  return names.flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && FILES.includes(entry.name))
      .map((entry) => entry.name),
  )
}
