/**
 * A seller's day without signal (R22, R226, R228). The seller makes an order with delivery for each of ten clients that were
 * never opened on the device. When the signal is back, each is sent once and none is refused. Then an order whose answer was
 * a failure is changed and sent again, although the shop had made it (decision 0083).
 */
import type { Browser, Page } from '@playwright/test'
import { soldQuantity } from '../sold-quantity.ts'
import { createDevice, type Device, PATIENCE } from './device.ts'
import { Fault, within } from './run.ts'
import { type Shop, type SignedIn, startShop, type Template } from './shop.ts'

/** Longest time for all ten orders, which are sent one after the other, in milliseconds. */
const ALL_SENT = 60_000
const ORDER_CALL = '**/productos/pedido?*'

interface WireOrder {
  readonly IDCON_PED: number
  readonly IDCLI_PED: number
  readonly ID_DIR: number
}

/** The order of one client. */
interface Planned {
  readonly clientId: number
  /** Index in the shop's articles. */
  readonly article: number
  /** Units. */
  readonly quantity: number
  readonly addressId: number
}

/** Runs the day on a new shop and device. @throws Fault for the first thing that is wrong */
export async function sellersDay(browser: Browser, template: Template): Promise<void> {
  const { seller } = template
  const shop = await startShop(template, template.clients.slice(-2))
  const device = await createDevice(browser, shop, { onTick: () => undefined, onNumber: () => undefined })
  try {
    await device.begin(seller)
    const user = await shop.signIn(seller.cuit)
    await untilClientsAreKept(device)
    const planned = seller.clientIds.map(
      (clientId, at): Planned => ({
        clientId,
        article: at % shop.articles.length,
        addressId: clientId * 10 + 1 + (at % 2),
        quantity: 4 + at,
      }),
    )
    await device.context.setOffline(true)
    const page = await device.at(0, '/catalogo')
    if (!page) throw new Fault('Sin señal el catálogo no se abre')
    for (const plan of planned) await orderFor(page, shop, plan)
    await device.context.setOffline(false)
    await untilSent(page, shop, user, planned)
    await takenBackAndChanged(device, page, shop, user, planned[0]!)
  } finally {
    await device.context.close()
    await shop.stop()
  }
}

/** Waits until the device keeps the list of the seller's clients. @throws Fault */
async function untilClientsAreKept(device: Device): Promise<void> {
  const page = await device.at(0, '/catalogo')
  const areKept = async () =>
    page?.evaluate(async () => {
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const asked = indexedDB.open(name)
          asked.onsuccess = () => resolve(asked.result)
          asked.onerror = () => reject(asked.error)
        })
        const stores = [...database.objectStoreNames].filter((store) => store === 'answers')
        const keys = await Promise.all(
          stores.map(
            (store) =>
              new Promise<IDBValidKey[]>((resolve) => {
                const asked = database.transaction(store).objectStore(store).getAllKeys()
                asked.onsuccess = () => resolve(asked.result)
              }),
          ),
        )
        database.close()
        if (keys.flat().some((key) => String(key).includes('clientes/para-pedidos'))) return true
      }
      return false
    })
  if (!(await within(2 * PATIENCE, async () => (await areKept()) === true)))
    throw new Fault('Los clientes no llegaron al equipo')
}

/** Types the line, chooses the address and sends, all without signal. */
async function orderFor(page: Page, shop: Shop, plan: Planned): Promise<void> {
  const { clientId, addressId, quantity } = plan
  await page.goto(`/catalogo?c=${clientId}`)
  const { code } = shop.articles[plan.article]!
  const box = page.getByRole('textbox', { name: `Cantidad de ${code}`, exact: true })
  await box.fill(String(quantity), { timeout: PATIENCE })
  await box.press('Enter')
  await page.goto(`/confirmar-pedido/${clientId}`)
  const select = page.getByLabel('Dirección de entrega')
  await select.selectOption(String(addressId), { timeout: PATIENCE })
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Se enviará cuando haya señal').waitFor({ timeout: PATIENCE })
}

async function ordersOf(shop: Shop, user: SignedIn): Promise<WireOrder[]> {
  const headers = { authorization: `Bearer ${user.accessToken}` }
  const answer = await fetch(`${shop.url}/api/pedidos/productos/pedidos?index=0`, { headers })
  return (await answer.json()) as WireOrder[]
}

/** Waits until all orders are on the server, and compares them with the plan. @throws Fault */
async function untilSent(page: Page, shop: Shop, user: SignedIn, planned: readonly Planned[]): Promise<void> {
  const decision = page.getByRole('alert').filter({ hasText: 'no se envió' })
  const isDone = async () => (await ordersOf(shop, user)).length >= planned.length || (await decision.count()) > 0
  const isSent = await within(ALL_SENT, isDone)
  if ((await decision.count()) > 0) throw new Fault(`Un pedido se rechazó: ${await decision.first().textContent()}`)
  const made = await ordersOf(shop, user)
  if (!isSent) throw new Fault(`Llegaron ${made.length} de ${planned.length} pedidos`)
  const text = (all: readonly string[]) => all.toSorted().join(', ')
  const stored = text(made.map(({ IDCLI_PED, ID_DIR }) => `${IDCLI_PED} a ${ID_DIR}`))
  const asked = text(planned.map(({ clientId, addressId }) => `${clientId} a ${addressId}`))
  if (stored !== asked) throw new Fault(`Se pidió ${asked}; el servidor tiene ${stored}`)
  const lines = (await shop.orders(user)).map(({ lines: [line, ...more] }) =>
    more.length === 0 ? `${line?.code} × ${line?.quantity}` : 'otros renglones',
  )
  const wanted = planned.map(({ article, quantity }) => {
    const { code, multiple } = shop.articles[article]!
    return `${code} × ${soldQuantity(quantity, multiple)}`
  })
  if (text(lines) !== text(wanted)) throw new Fault(`Se pidió ${text(wanted)}; el servidor tiene ${text(lines)}`)
}

/** The shop makes an order but its answer is a failure. Its line is changed, and the order is sent again. @throws Fault */
async function takenBackAndChanged(
  device: Device,
  page: Page,
  shop: Shop,
  user: SignedIn,
  { clientId, addressId, article }: Planned,
): Promise<void> {
  const { code, multiple } = shop.articles[article]!
  const before = (await ordersOf(shop, user)).length
  const box = page.getByRole('textbox', { name: `Cantidad de ${code}`, exact: true })
  const type = async (path: string, units: number) => {
    await page.goto(path)
    await box.fill(String(units), { timeout: PATIENCE })
    await box.press('Enter')
  }
  const openForm = async () => {
    await page.goto(`/confirmar-pedido/${clientId}`)
    await page.getByLabel('Dirección de entrega').selectOption(String(addressId), { timeout: PATIENCE })
  }
  const send = page.getByRole('button', { name: 'Enviar' })
  await type(`/catalogo?c=${clientId}`, 6 * multiple)
  await openForm()
  await device.context.route(
    ORDER_CALL,
    async (route) => {
      await route.fetch()
      await route.fulfill({ status: 500, json: { error: 'INTERNAL', message: 'Error' } })
    },
    { times: 1 },
  )
  await send.click({ timeout: PATIENCE })
  await page.getByRole('alert').filter({ hasText: 'La tienda no pudo recibirlo' }).waitFor({ timeout: PATIENCE })
  await type(`/carrito?id=${clientId}`, 9 * multiple)
  await openForm()
  await send.click({ timeout: PATIENCE })
  await page.getByRole('heading', { name: 'Este pedido ya estaba hecho' }).waitFor({ timeout: PATIENCE })
  const unitsIn = (lines: readonly { code: string; quantity: number }[]) =>
    lines.reduce((sum, line) => sum + (line.code === code ? line.quantity : 0), 0)
  const client = { userId: user.id, clientId, cuit: '', email: '' }
  let unitsInCart = 0
  const isMissingPartInCart = async () => {
    unitsInCart = unitsIn(await shop.cart(user, client))
    return unitsInCart === 3 * multiple
  }
  if (!(await within(PATIENCE, isMissingPartInCart)))
    throw new Fault(
      `El carrito tiene ${unitsInCart} de ${code}; le faltaban ${3 * multiple} al pedido que estaba hecho`,
    )
  const made = (await ordersOf(shop, user)).length - before
  if (made !== 1) throw new Fault(`Se hicieron ${made} pedidos de uno`)
  await openForm()
  await send.click({ timeout: PATIENCE })
  await page.getByRole('heading', { name: 'Pedido creado correctamente!' }).waitFor({ timeout: 6 * PATIENCE })
  const [last, first] = await shop.orders(user)
  if (unitsIn(last?.lines ?? []) !== 3 * multiple || unitsIn(first?.lines ?? []) !== 6 * multiple)
    throw new Fault('Lo que faltaba no fue un pedido aparte')
}
