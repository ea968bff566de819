/** Clearing away stored files to which nobody refers. */
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../db/log.ts'
import type { Queryable } from '../../db/open.ts'
import type { JobInfo } from '../../jobs/kinds.ts'
import { diskFiles } from '../../ports/files/disk.ts'
import type { Files } from '../../ports/files/port.ts'
import { makeArticle } from '../../test/make.ts'
import { makeFilm, makePicture } from '../../test/media-files.ts'
import { withDatabases } from '../../test/test-database.ts'
import {
  clearFiles,
  clearFilesHandler,
  FileGone,
  holdFiles,
  picturePrintsHandler,
  planClearing,
} from './file-use.service.ts'
import { printVariant } from './media.rules.ts'
import { type StoredMedia, storeMedia } from './media.service.ts'

const DAYS_AGO = new Date(Date.now() - 3 * 86_400_000)
const SIZES_OF_A_PICTURE = 6

/** Whether somebody waits for the lock between referring to files and clearing them away. */
async function somebodyWaits(t: Queryable): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_locks l join pg_database d on d.oid = l.database
    where locktype = 'advisory' and not granted and d.datname = current_database()`.execute(t)
  return rows.length > 0
}

withDatabases('stored files', (database, kind) => {
  let folder: string
  let files: Files

  const stored = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
  const ofFamily = async ({ file }: StoredMedia) =>
    (await stored()).filter((name) => name.includes(file.slice(0, 40))).length
  const age = async (name: string) =>
    utimes(join(folder, name.replace(/^\./, '').slice(0, 2), name), DAYS_AGO, DAYS_AGO)
  const ageAll = async () => {
    for (const name of await stored()) await age(name)
  }
  const clear = () => clearFiles(database().db, files)
  let size = 30
  const picture = async () => storeMedia(files, await makePicture(++size).jpeg().toBuffer())
  const refer = async ({ file, kind, contentType }: StoredMedia) => {
    const { db } = database()
    const { id } = await makeArticle(db)
    await db.kysely
      .insertInto('media')
      .values({ article_id: id, slot: 1, kind, file, content_type: contentType })
      .execute()
  }

  beforeEach(async () => {
    folder = join(database().place.dataDir, `files-${++size}`)
    files = diskFiles(folder)
  })

  test('what nobody refers to goes after a day, in all its sizes; what is young or in use stays', async () => {
    const { db } = database()
    const [inUse, onSlide, banner, old] = [await picture(), await picture(), await picture(), await picture()]
    const film = await storeMedia(files, await makeFilm('mp4'))
    await refer(inUse)
    await db.kysely.updateTable('slide').set({ file: onSlide.file }).where('slot', '=', 1).execute()
    await db.kysely.insertInto('setting').values({ key: 'BANNER_IMAGEN', value: banner.file }).execute()
    await ageAll()
    const young = await picture()
    expect(await clear()).toBe(SIZES_OF_A_PICTURE + 1)
    const filesLeft = await Promise.all([inUse, onSlide, banner, young, old, film].map(ofFamily))
    expect(filesLeft).toEqual([6, 6, 6, 6, 0, 0])
  })

  test('what was taken away stays a day, as long as it can be taken back', async () => {
    const { db } = database()
    const [removed, long] = [await picture(), await picture()]
    await ageAll()
    const entry = (file: string) => ({
      action: 'delete',
      entity: 'media' as const,
      entity_id: '1/1',
      before: JSON.stringify({ file }),
    })
    await db.kysely.insertInto('audit').values(entry(removed.file)).execute()
    await db.kysely
      .insertInto('audit')
      .values({ ...entry(long.file), at: DAYS_AGO })
      .execute()
    await clear()
    expect([await ofFamily(removed), await ofFamily(long)]).toEqual([6, 0])
  })

  test('pictures from before there was a size for print get it once, whatever else can not be read', async () => {
    const { db } = database()
    const [whole, older, damaged] = [await picture(), await picture(), await picture()]
    for (const stored of [damaged, whole, older, await storeMedia(files, await makeFilm('mp4'))]) await refer(stored)
    for (const { file } of [older, damaged]) await files.remove(printVariant(file))
    await files.put(damaged.file, Buffer.from('RIFF'))
    const warnings: unknown[] = []
    const handle = picturePrintsHandler(db, files, { warn: (facts: object) => warnings.push(facts) })
    await handle({}, { signal: AbortSignal.timeout(60_000) } as JobInfo)
    const prints = await Promise.all([whole, older, damaged].map(({ file }) => files.stat(printVariant(file))))
    expect(prints.map(Boolean)).toEqual([true, true, false])
    expect(warnings).toEqual([expect.objectContaining({ file: damaged.file })])
  })

  test('files of others stay, and what an interrupted upload left goes', async () => {
    await files.put('certificado-1.pdf', Buffer.from('%PDF'))
    const interrupted = `.${'ab'.repeat(20)}.webp.0b7c`
    await files.put(`${'ab'.repeat(20)}.mp4`, Buffer.from('x'))
    await writeFile(join(folder, 'ab', interrupted), 'x')
    await ageAll()
    const unfinished = `.${'abcd'.repeat(10)}.webp.1c8d`
    await writeFile(join(folder, 'ab', unfinished), 'x')
    await clear()
    expect(await stored()).toEqual(expect.arrayContaining(['certificado-1.pdf', unfinished]))
    expect(await stored()).toHaveLength(2)
  })

  test('an old picture that is sent again is young again', async () => {
    const bytes = await makePicture(77).png().toBuffer()
    const first = await storeMedia(files, bytes)
    await ageAll()
    await storeMedia(files, bytes)
    await clear()
    expect(await ofFamily(first)).toBe(SIZES_OF_A_PICTURE)
  })

  test('a picture that is sent again, or referred to, while old files are listed stays', async () => {
    const bytes = await makePicture(78).png().toBuffer()
    const [sent, referred] = [await storeMedia(files, bytes), await picture()]
    await ageAll()
    const listing: Files = {
      ...files,
      async *list() {
        yield* files.list()
        await storeMedia(files, bytes)
      },
    }
    expect(await clearFiles(database().db, listing)).toBe(SIZES_OF_A_PICTURE)
    expect([await ofFamily(sent), await ofFamily(referred)]).toEqual([SIZES_OF_A_PICTURE, 0])
  })

  test('a picture that is being referred to is not cleared away; one that is cleared is not referred to', async () => {
    const { db } = database()
    const media = await picture()
    await ageAll()
    let clearing: Promise<number> | undefined
    await db.tx(async (t) => {
      await holdFiles(t, files, [media.file])
      clearing = clear()
      // It finds the picture old and unused, and waits for us. The embedded database lets nobody in meanwhile anyway.
      while (kind === 'server' && !(await somebodyWaits(t)));
      await t.updateTable('slide').set({ file: media.file }).where('slot', '=', 2).execute()
    })
    expect(await clearing).toBe(0)
    expect(await ofFamily(media)).toBe(SIZES_OF_A_PICTURE)

    const other = await picture()
    await ageAll()
    await clear()
    await expect(db.tx((t) => holdFiles(t, files, [other.file]))).rejects.toThrow(FileGone)
  })

  test('uploads and clearings at once: whatever is referred to is there, every time', async () => {
    const { db } = database()
    const bytes = await makePicture(64).jpeg().toBuffer()
    for (let round = 0; round < 15; round++) {
      const media = await storeMedia(files, bytes)
      await db.kysely.updateTable('slide').set({ file: null }).where('slot', '=', 7).execute()
      await ageAll()
      const upload = async () => {
        const again = await storeMedia(files, bytes)
        await db.tx(async (t) => {
          await holdFiles(t, files, [again.file])
          await t.updateTable('slide').set({ file: again.file }).where('slot', '=', 7).execute()
        })
      }
      const [outcome] = await Promise.allSettled([upload(), clear()])
      const slide = await db.kysely.selectFrom('slide').select('file').where('slot', '=', 7).executeTakeFirst()
      if (outcome?.status === 'rejected') expect(outcome.reason).toBeInstanceOf(FileGone)
      else expect(slide?.file).toBe(media.file)
      if (slide?.file) expect(await ofFamily(media)).toBe(SIZES_OF_A_PICTURE)
    }
  })

  test('it is planned once a day, however often the shop starts, and plans the next day itself', async () => {
    const { db } = database()
    const jobs = () =>
      db.kysely.selectFrom('job').select(['unique_key', 'run_at']).where('kind', '=', 'clearFiles').execute()
    await Promise.all([planClearing(db), planClearing(db)])
    expect(await jobs()).toHaveLength(1)
    await clearFilesHandler(db, files, silentLog)({}, {} as never)
    expect(await jobs()).toHaveLength(2)
  })
})
