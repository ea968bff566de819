import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { everything } from '../../db/topics.ts'
import { diskFiles } from '../../ports/files/disk.ts'
import { withDatabases } from '../../test/test-database.ts'
import { importPhotos } from './import-photos.service.ts'
import { listMedia } from './media.queries.ts'

const photo = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()

withDatabases('importing photos', (database) => {
  test('matches by code, reports the rest, and changes nothing the second time', async () => {
    const { db, place } = database()
    const directory = join(place.dataDir, 'photos')
    const files = diskFiles(join(place.dataDir, 'files'))
    await mkdir(join(directory, 'folder.jpg'), { recursive: true })
    const write = async (name: string, bytes: Buffer | string) => writeFile(join(directory, name), bytes)
    await write('00012.jpg', await photo('#f00'))
    await write('00012_2.png', await photo('#0f0'))
    await write('00012_6.png', await photo('#00f'))
    await write('A_B.jpg', await photo('#ff0'))
    await write('A_B_1.png', await photo('#0ff'))
    await write('12.jpg', await photo('#f0f'))
    await write('BROKEN.jpg', 'not a picture')
    await write('Thumbs.db', 'windows')
    await write('.DS_Store', 'mac')
    await db.kysely
      .insertInto('article')
      .values(['00012', 'A_B', 'BROKEN'].map((code, index) => ({ id: index + 1, code, description: code })))
      .execute()

    const version = async () =>
      (await db.kysely.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version
    const news: string[] = []
    // A connection that was lost and is back says that everything may have changed.
    const stop = db.on('catalogue', (payload) => {
      if (payload !== everything) news.push(payload)
    })
    const progress: number[] = []
    const before = await version()
    const first = await importPhotos({
      db,
      files,
      directory,
      onProgress: (done, total) => progress.push(done / total),
    })
    expect(first).toEqual({
      matched: 3,
      changed: 3,
      unknown: ['12.jpg'],
      refused: [
        { file: '00012_6.png', reason: 'Un artículo lleva hasta 5 fotos' },
        { file: 'A_B_1.png', reason: 'Ocupa el mismo lugar que A_B.jpg' },
        { file: 'BROKEN.jpg', reason: 'El archivo no es una imagen ni un video' },
        { file: 'folder.jpg/', reason: expect.stringContaining('Es una carpeta') },
      ],
    })
    expect(progress.at(-1)).toBe(1)
    expect(await version()).toBe(before + 1)
    const stored = await listMedia(db.kysely)
    expect(stored.map(({ articleId, slot, kind }) => [articleId, slot, kind])).toEqual([
      [1, 1, 'image'],
      [1, 2, 'image'],
      [2, 1, 'image'],
    ])
    for (const { file } of stored) expect(await files.stat(file)).not.toBeNull()

    const second = await importPhotos({ db, files, directory })
    expect(second).toEqual({ ...first, changed: 0 })
    expect(await version()).toBe(before + 1)

    await write('00012.jpg', await photo('#123'))
    expect(await importPhotos({ db, files, directory })).toMatchObject({ matched: 3, changed: 1 })
    const after = await listMedia(db.kysely)
    expect(after[0]?.file).not.toBe(stored[0]?.file)
    expect(after.slice(1)).toEqual(stored.slice(1))
    await expect.poll(() => news.length).toBe(2)
    stop()
  })
})
