/** The first data of a page: the answers of the calls its screen will make (contract/first-data.ts). */
import * as z from 'zod/mini'
import { addressOf, filterOfPlace, readCataloguePlace } from '../../contract/address.ts'
import { getSimpleCart } from '../../contract/cart.ts'
import { categoryTree, searchProducts } from '../../contract/catalogue.ts'
import type { Endpoint, ParamsOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts'
import type { FirstData } from '../../contract/first-data.ts'
import { readId } from '../../contract/ids.ts'
import {
  type InventoryKind,
  inventoryPlace,
  listInventory,
  openInventory,
  searchOfPlace,
} from '../../contract/inventory.ts'
import { getAnnouncement, isBannerOn, isCarouselOn, isPageOpen } from '../../contract/settings.ts'
import { dayInArgentina } from '../../engine/buyer-filters.ts'
import { type Caller, clientOf, isStaff, reachesClient } from '../caller.ts'
import { type Catalogue, describeInventory, inventoryPage, tokenInPath } from '../catalogue/catalogue.ts'
import type { Db } from '../db/open.ts'
import { simpleCart } from '../ordering/ordering.ts'
import { sellersReach } from '../people/people.ts'
import type { Settings } from '../settings/settings.ts'

export interface FirstDataSources {
  db: Db
  catalogue: Catalogue
  settings: Settings
  shop: FirstData['shop']
}

/** Whether under a third of the articles have a picture, so that cards would be words alone (R330). */
export function hasFewPictures(catalogue: Catalogue): boolean {
  const { size, pictures } = catalogue.current('base').snapshot
  return size > 3 * pictures
}

/** Collects answers as JSON text, each under the address its call has in the web app. */
function createAnswers() {
  const answers: string[] = []
  const addText = (address: string, json: string) => answers.push(`${JSON.stringify(address)}:${json}`)
  return {
    addText,
    add<E extends Endpoint>(endpoint: E, values: { params?: ParamsOf<E>; query?: QueryOf<E> }, answer: ResponseOf<E>) {
      const encoded = z.encode(endpoint.response as z.ZodMiniType, answer as never)
      addText(addressOf(endpoint, values), JSON.stringify(encoded))
    },
    json: () => `{${answers.join(',')}}`,
  }
}

/** The place that a browser asks for: its address, and the inventory that a link opens. */
export interface FirstPlace {
  path: string
  search: Record<string, unknown>
  inventory: InventoryKind | undefined
}

/** The first data of a path for its user (undefined: nobody signed in) as JSON text. */
export async function firstData(
  { db, catalogue, settings, shop }: FirstDataSources,
  caller: Caller | undefined,
  { path, search, inventory }: FirstPlace,
): Promise<string> {
  const answers = createAnswers()
  if (caller) {
    answers.add(getAnnouncement, {}, settings.announcement())
    // Only a cliente's cart is known to the server: staff chooses the client in the browser.
    if (!isStaff(caller)) {
      const cart = { userId: caller.userId, clientId: caller.clientId }
      answers.add(getSimpleCart, { query: cart }, await simpleCart(db.kysely, cart))
    }
    if (path === '/catalogo') addCatalogue(caller, await linkedClient(caller))
  }
  if (inventory) addInventory(inventory)
  const about = { ...shop, fewPictures: hasFewPictures(catalogue) }
  return `{"userId":${caller?.userId ?? null},"shop":${JSON.stringify(about)},"answers":${answers.json()}}`

  /** The client of the address, which somebody of the staff has chosen and may act for. */
  async function linkedClient(signedIn: Caller): Promise<number | undefined> {
    const linked = isStaff(signedIn) ? readId(String(search.c ?? '')) : undefined
    const isOwn = linked !== undefined && (await reachesClient(signedIn, linked, sellersReach(db)))
    return isOwn ? linked : undefined
  }

  function addCatalogue(signedIn: Caller, clientId: number | undefined): void {
    const open = settings.isOpen('CATALOGO')
    answers.add(isPageOpen, { query: { page: 'CATALOGO' } }, open)
    if (!open) return
    // The pages that most users open next.
    for (const page of ['CARRITO', 'PEDIDOS'] as const)
      answers.add(isPageOpen, { query: { page } }, settings.isOpen(page))
    const { snapshot, tree } = catalogue.current(clientOf(signedIn, clientId))
    const { place } = readCataloguePlace(search)
    // An address that nobody understands is an error on the screen, which asks for no rows; nor are past orders read here.
    if (place && place.llevado === undefined) {
      const query = { ...filterOfPlace(place, clientId), page: 0, today: dayInArgentina() }
      answers.addText(addressOf(searchProducts, { query }), snapshot.searchPage(query).body.toString('utf8'))
    }
    answers.addText(addressOf(categoryTree, {}), tree.toString('utf8'))
    answers.add(isBannerOn, {}, settings.isOpen('BANNER'))
    answers.add(isCarouselOn, {}, settings.isOpen('CAROUSEL'))
  }

  function addInventory(opened: InventoryKind): void {
    const params = { token: tokenInPath(path) ?? '' }
    answers.add(openInventory, { params }, describeInventory(catalogue.current('inventory'), opened))
    const { data: place } = z.safeDecode(inventoryPlace, search as never)
    if (!place) return
    const query = { ...searchOfPlace(place, opened), page: 0 }
    const body = inventoryPage(catalogue.current('inventory'), opened, query)
    answers.addText(addressOf(listInventory, { params, query }), body.toString('utf8'))
  }
}
