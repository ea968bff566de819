import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type InventoryKind,
  listInventory,
  openInventory,
  renewInventory,
  sentNames,
} from '../../../contract/inventory.ts'
import type { Db } from '../../db/open.ts'
import type { PublicLimit } from '../../http/public-limit.ts'
import { createReadyAnswers } from '../../http/ready-answers.ts'
import { type App, route } from '../../http/route.ts'
import { UNLISTED } from '../../http/unlisted.ts'
import { notFound } from '../../refusal.ts'
import { renewInventoryToken, type Settings } from '../../settings/settings.ts'
import type { Catalogue } from '../search/catalogue.service.ts'
import { askedOf, describeInventory, inventoryOf, inventoryPage } from './inventory.service.ts'

export interface InventoryParts {
  db: Db
  catalogue: Catalogue
  settings: Settings
  publicLimit: PublicLimit
}

export function inventoryRoutes(app: App, { db, catalogue, settings, publicLimit }: InventoryParts): void {
  const ready = createReadyAnswers(sentNames({ withPrices: true }).join())
  /** @throws Refusal 429, 404 */
  const open = (request: FastifyRequest, reply: FastifyReply, token: string): InventoryKind => {
    reply.headers(UNLISTED)
    // Before the token: guessing is limited, too.
    publicLimit.take(request)
    const inventory = inventoryOf(settings, token)
    if (!inventory) throw notFound()
    return inventory
  }

  route(app, openInventory, ({ params, request, reply }) =>
    describeInventory(catalogue.current('base'), open(request, reply, params.token)),
  )
  route(app, listInventory, ({ params, query, request, reply }) => {
    const inventory = open(request, reply, params.token)
    const state = catalogue.current('inventory')
    return ready(
      request,
      reply,
      { version: state.version, prices: state.prices, asked: askedOf(inventory, query) },
      () => inventoryPage(state, inventory, query),
    )
  })
  route(app, renewInventory, async ({ body, caller }) => {
    const stored = await renewInventoryToken(db, caller, body.key, body.version)
    await settings.refresh()
    return stored
  })
}
