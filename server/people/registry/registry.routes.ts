/** The look-up that fills the registration (R102, R15). */

import { registrationTexts } from '../../../contract/accounts.ts'
import { parseCuit } from '../../../contract/cuit.ts'
import { lookUpCuit } from '../../../contract/registry.ts'
import type { Db } from '../../db/open.ts'
import { createLimit, visitorKey } from '../../http/rate-limit.ts'
import { type App, route } from '../../http/route.ts'
import { Refusal, wrongField } from '../../refusal.ts'
import type { Registry } from './registry.service.ts'

const MINUTE_MS = 60_000
const unavailable = 'No se pudo consultar el padrón en este momento. Complete los datos y continúe con el registro'
const tooMany = 'Demasiadas consultas al padrón. Espere un minuto e intente nuevamente'

export interface RegistryRoutesParts {
  db: Db
  registry: Registry
  /** Milliseconds. */
  now?: () => number
}

export function registryRoutes(app: App, { db, registry, now }: RegistryRoutesParts): void {
  const limit = createLimit(db, { name: 'registry', most: 10, windowMs: MINUTE_MS, message: tooMany, now })

  route(app, lookUpCuit, async ({ query, request }) => {
    const cuit = parseCuit(query.cuit)
    if (cuit === null) throw refused()
    await limit.take(visitorKey(request.ip))
    const entry = await registry.lookUp(cuit)
    if (entry === 'unknown') throw refused()
    if (entry === 'unavailable') throw new Refusal('UNAVAILABLE', unavailable)
    return entry
  })
}

const refused = () => wrongField('cuit', registrationTexts.cuitRefused)
