import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { diskFiles } from '../../ports/files/disk.ts'
import { PictureUnreachable } from '../../ports/pictures/port.ts'
import { withDatabases } from '../../test/test-database.ts'
import { importListedPhotos } from './import-listed-photos.service.ts'
import { listMedia } from './media.queries.ts'

const photo = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()

withDatabases('pictures by their addresses', (database) => {
  test('each article gets its pictures once, and a run that was cut short goes on (R412)', async () => {
    const { db, place } = database()
    const files = diskFiles(join(place.dataDir, 'files'))
    const journal = join(place.dataDir, 'fotos.csv.hechas')
    const uploads = join(place.dataDir, 'uploads')
    await mkdir(join(uploads, '2024', '05'), { recursive: true })
    await writeFile(join(uploads, '2024', '05', 'Copia.PNG'), await photo('#0ff'))
    await writeFile(join(uploads, 'sola.png'), await photo('#ff0'))
    await db.kysely
      .insertInto('article')
      .values(['00012', '7', 'B'].map((code, index) => ({ id: index + 1, code, description: code })))
      .execute()
    const pictures: Record<string, Buffer | string> = {
      '/rojo.png': await photo('#f00'),
      '/verde.png': await photo('#0f0'),
      '/no.png': 'no es una foto',
    }
    const fetched: string[] = []
    let killAt = '/verde.png'
    const source = {
      fetch: async (address: string) => {
        const { pathname, host } = new URL(address)
        fetched.push(address)
        if (host === 'muerta.example') throw new PictureUnreachable('no responde', true)
        if (pathname === killAt) throw new Error('killed')
        const bytes = pictures[pathname]
        if (!bytes) throw new PictureUnreachable('Ya no está (404)')
        return Buffer.from(bytes)
      },
    }
    const list = [
      ['00012', 1, 'https://a.example/rojo.png'],
      ['7', 1, 'https://a.example/rojo.png'],
      ['00012', 2, 'https://a.example/wp-content/uploads/2024/05/copia.png'],
      ['00012', 3, 'https://a.example/otra/sola.png'],
      ['12', 1, 'https://a.example/rojo.png'],
      ['B', 6, 'https://a.example/rojo.png'],
      ['B', 1, 'https://a.example/no.png'],
      ['B', 2, 'https://a.example/falta.png'],
      ['B', 2, 'https://a.example/rojo.png'],
      ['B', 3, 'https://a.example/verde.png'],
    ] as const
    const photos = list.map(([articleCode, slot, address], at) => ({ row: at + 2, articleCode, slot, address }))
    const run = () => importListedPhotos({ db, files, photos, source, uploads, journal })

    await expect(run()).rejects.toThrow('killed')
    killAt = ''
    const report = await run()
    expect(report).toMatchObject({ matched: 5, changed: 5, copied: 2 })
    expect(report.refused.map(({ row, reason }) => `${row}: ${reason}`)).toEqual([
      '6: Ningún artículo tiene el código 12',
      '7: Un artículo lleva hasta 5 fotos',
      '8: El archivo no es una imagen ni un video',
      '9: Ya no está (404)',
      '10: El artículo ya tiene otra foto para ese lugar más arriba',
    ])
    const shown = async () => (await listMedia(db.kysely)).map(({ articleId, slot }) => `${articleId}/${slot}`)
    expect(await shown()).toEqual(['1/1', '1/2', '1/3', '2/1', '3/3'])

    // Nothing that was taken is fetched again, unless its place is empty.
    fetched.length = 0
    expect(await run()).toMatchObject({ matched: 5, changed: 0, earlier: 5 })
    expect(fetched).toEqual(['https://a.example/no.png', 'https://a.example/falta.png'])
    await db.kysely.deleteFrom('media').where('article_id', '=', 2).execute()
    expect(await run()).toMatchObject({ matched: 5, changed: 1, earlier: 4 })
    expect(await shown()).toContain('2/1')

    // A killed run may leave half a line.
    await writeFile(journal, (await readFile(journal, 'utf8')).slice(0, -20))
    expect((await run()).matched).toBe(5)
    // The next line then stands behind that half.
    expect((await run()).matched).toBe(5)
  })

  test('a server that does not answer is asked a few times and then left alone (R412)', async () => {
    const { db, place } = database()
    const files = diskFiles(join(place.dataDir, 'files-2'))
    await db.kysely
      .insertInto('article')
      .values(Array.from({ length: 30 }, (_, at) => ({ id: at + 100, code: `M${at}`, description: 'x' })))
      .execute()
    let asked = 0
    const source = {
      fetch: async () => {
        asked++
        throw new PictureUnreachable('muerta.example: rechazó la conexión', true)
      },
    }
    const photos = Array.from({ length: 30 }, (_, at) => {
      return { row: at + 2, articleCode: `M${at}`, slot: 1, address: `https://muerta.example/${at}.png` }
    })
    const journal = join(place.dataDir, 'muerta.hechas')
    const { refused, matched } = await importListedPhotos({ db, files, photos, source, journal })
    expect([asked, matched, refused.length]).toEqual([5, 0, 30])
    expect(refused.at(-1)?.reason).toBe('muerta.example no responde: no se le pidió más. Repita el comando más tarde')
  })
})
