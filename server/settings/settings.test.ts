import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SettingKey } from '../../contract/setting-keys.ts'
import type { Setting } from '../../contract/settings.ts'
import { silentLog } from '../db/log.ts'
import { storeMedia } from '../media/files/media.service.ts'
import { diskFiles } from '../ports/files/disk.ts'
import type { Files } from '../ports/files/port.ts'
import { bareApp } from '../test/bare-app.ts'
import { withDatabases } from '../test/test-database.ts'
import { settingsRoutes } from './settings.routes.ts'
import { createSettings, type Settings } from './settings.service.ts'

withDatabases('settings', (database) => {
  const app = bareApp()
  let settings: Settings
  let files: Files
  const get = async (path: string) => (await app.fastify.inject({ url: `/api/config/${path}` })).json()
  /** Stores settings as an admin's call does, and waits until this instance has heard of it. */
  const store = async (...rows: Setting[]) => {
    const { db } = database()
    await db.tx(async (t, publish) => {
      await t.deleteFrom('setting').execute()
      if (rows.length > 0) await t.insertInto('setting').values(rows).execute()
      publish('settings')
    })
    await settings.refresh()
  }
  const setting = (key: SettingKey, value: string, aux = ''): Setting => ({ key, value, aux })

  beforeAll(async () => {
    const { db, place } = database()
    files = diskFiles(join(place.dataDir, 'files'))
    settings = await createSettings(db, silentLog)
    settingsRoutes(app, { db, settings, files })
  })
  afterAll(() => settings.close())
  beforeEach(() => store())

  test('without any, pages are open, extras are off and texts are empty', async () => {
    const pages = ['CATALOGO', 'CARRITO', 'PEDIDOS', 'BANNER', 'CAROUSEL', 'OTRA', '', '__proto__']
    const open = await Promise.all(pages.map((page) => get(`habilitado?pag=${page}`)))
    expect(open).toEqual([1, 1, 1, 0, 0, 0, 0, 0])
    expect(await Promise.all(['anuncio', 'carousel', 'valor-carousel', 'bannerhab', 'terminos'].map(get))).toEqual([
      '',
      0,
      '',
      0,
      '',
    ])
    expect(await get('contacto')).toEqual([
      { clave: 'CONTACTO_MAIL', valor: '', aux: '' },
      { clave: 'CONTACTO_TEL', valor: '', aux: '' },
    ])
    expect(await get('banner')).toMatchObject({ error: 'NOT_FOUND' })
  })

  test('pages close with anything but 1', async () => {
    await store(setting('CATALOGO', '0'), setting('CARRITO', '1'), setting('PEDIDOS', ''), setting('BANNER', '1'))
    const open = await Promise.all(
      ['CATALOGO', 'CARRITO', 'PEDIDOS', 'BANNER'].map((page) => get(`habilitado?pag=${page}`)),
    )
    expect(open).toEqual([0, 1, 0, 1])
    expect(await get('bannerhab')).toBe(1)
    expect(settings.isOpen('CATALOGO')).toBe(false)
  })

  test('the announcement and the news are shown when aux enables them', async () => {
    const text = 'Hola;Llegó la temporada|white;#2344C4'
    await store(setting('ANUNCIO', text, '0'), setting('CAROUSEL', 'Novedades', '0'))
    expect([await get('anuncio'), await get('carousel'), await get('valor-carousel')]).toEqual(['', 0, 'Novedades'])
    await store(setting('ANUNCIO', text, '1'), setting('CAROUSEL', 'Novedades', '1'))
    expect([await get('anuncio'), await get('carousel')]).toEqual([text, 1])
  })

  test('contact data and terms are what is stored', async () => {
    await store(setting('CONTACTO_TEL', '11 5555-5555'), setting('TERMINOS', 'Venta mayorista'))
    expect((await get('contacto'))[1]).toEqual({ clave: 'CONTACTO_TEL', valor: '11 5555-5555', aux: '' })
    expect(await get('terminos')).toBe('Venta mayorista')
  })

  test('the banner is the stored picture', async () => {
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const { file, contentType } = await storeMedia(files, bytes)
    await store(setting('BANNER_IMAGEN', file, contentType))
    const { statusCode, headers } = await app.fastify.inject({ url: '/api/config/banner' })
    expect([statusCode, headers['content-type'], headers.etag]).toEqual([200, 'image/webp', `"${file}"`])
  })

  test('a change by another instance is heard', async () => {
    const { db } = database()
    await db.tx(async (t, publish) => {
      await t.insertInto('setting').values(setting('CARRITO', '0')).execute()
      publish('settings')
    })
    await expect.poll(() => settings.isOpen('CARRITO')).toBe(false)
  })
})
