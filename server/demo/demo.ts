/** Fills an empty database with the demo shop. */

import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { SettingKey } from '../../contract/setting-keys.ts'
import { raiseCatalogueVersion } from '../db/catalogue-version.ts'
import { markDemo } from '../db/demo-mark.ts'
import { isShopEmpty } from '../db/empty-shop.ts'
import type { Db } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { hashPassword } from '../people/people.ts'
import type { Files } from '../ports/files/port.ts'
import { makeArticles } from './catalogue.ts'
import { accounts, DEMO_PASSWORD, makeClients } from './clients.ts'
import { storeSettings, storeSlides } from './demo.queries.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import { fillErpTables } from './fill-erp-tables.ts'
import { fillAccounts, fillOrders } from './fill-orders.ts'
import { fillPreparer } from './fill-preparer.ts'
import { fillVersions } from './fill-versions.ts'
import { fillOrderRules } from './order-rules.ts'
import { makeOrders } from './orders.ts'
import { type StoredPictures, storePictures } from './pictures.ts'
import { fillNotices, fillSavedLists } from './saved-lists.ts'

export { accountLines, DEMO_PASSWORD } from './clients.ts'

/** The demo shop may not be filled in here; the message is Spanish and for the console. */
export class DemoRefused extends Error {
  override readonly name = 'DemoRefused'
}

const NOT_EMPTY =
  'La tienda de demostración solo se carga en una base de datos vacía: esta ya tiene artículos, clientes o usuarios'

export interface DemoReport {
  articles: number
  clients: number
  orders: number
}

export interface DemoOptions {
  db: Db
  files: Files
  onProgress?: (done: number, total: number) => void
}

/**
 * Fills an empty, migrated database: pictures first, then all rows in one transaction, so that a run
 * that was cut short leaves nothing but files that the next one finds ready.
 *
 * @throws DemoRefused when there are articles, clients or users already
 */
export async function fillDemoShop({ db, files, onProgress }: DemoOptions): Promise<DemoReport> {
  if (!(await isShopEmpty(db.kysely))) throw new DemoRefused(NOT_EMPTY)
  const articles = makeArticles()
  const clients = makeClients()
  const orders = makeOrders(articles, clients)
  const pictures = await storePictures(files, articles, onProgress)
  const passwordHashes: string[] = []
  // One after the other, because each hash takes 64 MiB.
  for (const _ of accounts) passwordHashes.push(await hashPassword(DEMO_PASSWORD))
  const preparerHash = await hashPassword(DEMO_PASSWORD)
  await db.tx(async (t, publish) => {
    if (!(await isShopEmpty(t))) throw new DemoRefused(NOT_EMPTY)
    await fillErpTables(t, articles, clients)
    await fillOrderRules(t)
    await fillCatalogue(t, articles, pictures)
    const users = await fillAccounts(t, passwordHashes)
    await fillOrders(t, orders, users)
    await fillSavedLists(t)
    await fillNotices(t)
    await fillPreparer(t, preparerHash)
    await fillVersions(t)
    await fillSite(t, pictures)
    await markDemo(t)
    await raiseCatalogueVersion(t, publish)
    publish('settings')
  })
  return { articles: articles.length, clients: clients.length, orders: orders.length }
}

async function fillSite(t: Transaction<Tables>, pictures: StoredPictures) {
  const token = () => randomBytes(24).toString('base64url')
  const set = (key: SettingKey, value: string, aux = '') => ({ key, value, aux })
  await storeSettings(
    t,
    [
      set('ANUNCIO', 'Bienvenidos;Los pedidos confirmados antes de las 14 h salen en el día|black;yellow', '1'),
      set('CATALOGO', '1'),
      set('CARRITO', '1'),
      set('PEDIDOS', '1'),
      set('BANNER', '1'),
      set('BANNER_IMAGEN', pictures.banner.file, pictures.banner.contentType),
      set('CAROUSEL', 'Novedades de la semana', '1'),
      set('CONTACTO_MAIL', 'ventas@bulto.example'),
      set('CONTACTO_TEL', '+54 11 5555-0100'),
      set('FISCAL_RAZON', 'Bulto Mayorista S.A.'),
      set('FISCAL_CUIT', '30709876540'),
      set('FISCAL_IVA', 'Responsable Inscripto'),
      set('FISCAL_DOMICILIO', 'Lavalle 2345, Ciudad Autónoma de Buenos Aires'),
      set('COTIZACION_TEXTO', 'Los precios no incluyen IVA.'),
      set('INVENTARIO_CON_PRECIO', token()),
      set('INVENTARIO_SIN_PRECIO', token()),
    ],
    ['INVENTARIO_CON_PRECIO', 'INVENTARIO_SIN_PRECIO'],
  )
  await storeSlides(t, pictures.slides)
}
