/** Pictures in the folder of the ERP (R316): named by code, only where there is none, put away with the reason. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '../../db/log.ts'
import { isLeftBehind } from '../../media/media.ts'
import { pictureFolder } from '../../ports/erp/picture-folder.ts'
import { diskFiles } from '../../ports/files/disk.ts'
import { makeArticle } from '../../test/make.ts'
import { makePicture } from '../../test/media-files.ts'
import { withDatabases } from '../../test/test-database.ts'
import { takeFolderPictures } from './folder-pictures.service.ts'

withDatabases('pictures in entrada/fotos', (database) => {
  let root: string
  const never = new AbortController().signal
  beforeAll(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-test-'))
  })
  afterAll(() => fs.rmSync(root, { recursive: true }))

  test('fill the empty places of articles; the others are put away with the reason', async () => {
    const { db } = database()
    const files = diskFiles(path.join(root, 'files'))
    const folder = pictureFolder(root, (name) => !isLeftBehind(name), { settleMs: 0 })
    const look = () => takeFolderPictures({ db, files, log: silentLog }, folder, never)
    const inbox = path.join(root, 'entrada', 'fotos')
    fs.mkdirSync(inbox, { recursive: true })
    const { code, id } = await makeArticle(db, { code: 'A_1' })
    const jpeg = (width: number) => makePicture(width).jpeg().toBuffer()
    const put = async (name: string, bytes: Buffer) => fs.writeFileSync(path.join(inbox, name), bytes)
    await put(`${code}.jpg`, await jpeg(40))
    await put(`${code}_2.jpg`, await jpeg(50))
    await put(`${code}_6.jpg`, await jpeg(50))
    await put('NADIE.jpg', await jpeg(40))
    await put('notas.txt', Buffer.from('no es una foto'))
    await put(`${code}_4.heic`, Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'))
    // Not written to its end, and what a system leaves: they are no pictures that somebody sent.
    await put(`${code}_5.jpg.part`, await jpeg(40))
    await put('Thumbs.db', Buffer.from('x'))
    await put(`${code}_3.png`, Buffer.from('ni esto'))
    // The first look sees the files, the second that none of them changes any more.
    await look()
    await look()
    const stored = () =>
      db.kysely.selectFrom('media').select(['slot', 'file']).where('article_id', '=', id).orderBy('slot').execute()
    const before = await stored()
    expect(before.map(({ slot }) => slot)).toEqual([1, 2])
    expect(fs.readdirSync(inbox).sort()).toEqual(['A_1_5.jpg.part', 'Thumbs.db'])
    const away = (kind: string) => {
      const place = path.join(root, 'fotos', kind)
      const last = fs.readdirSync(place).sort().at(-1) ?? ''
      return {
        names: fs
          .readdirSync(path.join(place, last))
          .filter((name) => !name.startsWith('informe.'))
          .sort(),
        report: JSON.parse(fs.readFileSync(path.join(place, last, 'informe.json'), 'utf8')),
      }
    }
    expect(away('hechos').names).toEqual(['A_1.jpg', 'A_1_2.jpg'])
    const { names, report } = away('rechazados')
    expect(names).toEqual(['A_1_3.png', 'A_1_4.heic', 'A_1_6.jpg', 'NADIE.jpg', 'notas.txt'])
    expect(report).toMatchObject({ COMPLETO: 0, TOMADAS: 2 })
    expect(report.RECHAZADAS).toEqual([
      { ARCHIVO: 'A_1_3.png', MOTIVO: expect.any(String) },
      { ARCHIVO: 'A_1_4.heic', MOTIVO: expect.stringContaining('Ese formato no se admite') },
      { ARCHIVO: 'A_1_6.jpg', MOTIVO: 'Un artículo lleva hasta 5 fotos' },
      { ARCHIVO: 'NADIE.jpg', MOTIVO: 'No hay un artículo con ese código' },
      { ARCHIVO: 'notas.txt', MOTIVO: 'No hay un artículo con ese código' },
    ])
    const runs = await db.kysely.selectFrom('erp_run').select(['source', 'complete']).execute()
    expect(runs).toEqual([{ source: expect.stringMatching(/^fotos /), complete: false }])

    // The same picture again changes nothing; another one leaves the shop's as it is.
    await put(`${code}.jpg`, await jpeg(40))
    await put(`${code}_2.jpg`, await jpeg(60))
    await look()
    await look()
    expect((await stored())[1]).toEqual(before[1])
    expect(away('rechazados').report.RECHAZADAS).toContainEqual({
      ARCHIVO: 'A_1_2.jpg',
      MOTIVO: 'El lugar ya tiene otra foto, y por esta vía no se cambia',
    })
  })
})
