import { getPricesWithVat } from '../../../contract/vat.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import type { Settings } from '../../settings/settings.ts'
import { hasVatRates } from './catalogue.queries.ts'
import type { Catalogue } from './catalogue.service.ts'

interface Parts {
  db: Db
  catalogue: Pick<Catalogue, 'current'>
  settings: Pick<Settings, 'value'>
}

/** Says whether prices hold the VAT, where articles have rates (R357). Whether they have is asked once for each version of the catalogue. */
export function pricesWithVatRoutes(app: App, { db, catalogue, settings }: Parts): void {
  let known = { version: -1, hasRates: false }
  route(app, getPricesWithVat, async () => {
    const { version } = catalogue.current('base')
    if (known.version !== version) known = { version, hasRates: await hasVatRates(db.kysely) }
    return known.hasRates ? settings.value('PRECIOS_CON_IVA') === '1' : null
  })
}
