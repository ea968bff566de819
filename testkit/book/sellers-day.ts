/**
 * A seller's day without signal (R22, R226, R228). The seller makes an order with delivery for each of ten clients that were
 * never opened on the device. When the signal is back, each is sent once and none is refused.
 */
import type { Browser, Page } from '@playwright/test'
import type { Client } from '../client.ts'
import { soldQuantity } from '../sold-quantity.ts'
import { createDevice, type Device, PATIENCE } from './device.ts'
import { Fault, within } from './run.ts'
import { type Shop, startShop, type Template } from './shop.ts'

/** Longest time for all ten orders, which are sent one after the other, in milliseconds. */
const ALL_SENT = 60_000

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
  const shop = await startShop(template, template.shop.clients.slice(-2))
  const device = await createDevice(browser, shop, 'tarjetas', { onTick: () => undefined, onNumber: () => undefined })
  try {
    await device.begin(seller)
    const user = shop.client(seller)
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
  } finally {
    await device.context.close()
    await shop.stop()
  }
}

/** Waits until the device keeps the list of the seller's clients, and what each of them pays. @throws Fault */
async function untilClientsAreKept(device: Device): Promise<void> {
  const page = await device.at(0, '/catalogo')
  const keptKeys = async (): Promise<string[]> =>
    (await page?.evaluate(async () => {
      const all: string[] = []
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const asked = indexedDB.open(name)
          asked.onsuccess = () => resolve(asked.result)
          asked.onerror = () => reject(asked.error)
        })
        for (const store of [...database.objectStoreNames].filter((each) => /answers|catalogue/.test(each))) {
          const keys = await new Promise<IDBValidKey[]>((resolve) => {
            const asked = database.transaction(store).objectStore(store).getAllKeys()
            asked.onsuccess = () => resolve(asked.result)
          })
          all.push(...keys.map((key) => `${store} ${key}`))
        }
        database.close()
      }
      return all
    })) ?? []
  const areKept = async () => {
    const keys = await keptKeys()
    return keys.includes('catalogue precios') && keys.some((key) => key.includes('clientes/para-pedidos'))
  }
  if (!(await within(2 * PATIENCE, areKept))) throw new Fault('Los clientes y sus precios no llegaron al equipo')
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

/** Waits until all orders are on the server, and compares them with the plan. @throws Fault */
async function untilSent(page: Page, shop: Shop, user: Client, planned: readonly Planned[]): Promise<void> {
  const decision = page.getByRole('alert').filter({ hasText: 'no se envió' })
  const isDone = async () => (await shop.orders(user)).length >= planned.length || (await decision.count()) > 0
  const isSent = await within(ALL_SENT, isDone)
  if ((await decision.count()) > 0) throw new Fault(`Un pedido se rechazó: ${await decision.first().textContent()}`)
  const made = await shop.orders(user)
  if (!isSent) throw new Fault(`Llegaron ${made.length} de ${planned.length} pedidos`)
  const text = (all: readonly string[]) => all.toSorted().join(', ')
  const stored = text(made.map(({ clientId, addressId }) => `${clientId} a ${addressId}`))
  const asked = text(planned.map(({ clientId, addressId }) => `${clientId} a ${addressId}`))
  if (stored !== asked) throw new Fault(`Se pidió ${asked}; el servidor tiene ${stored}`)
  const lines = made.map(({ lines: [line, ...more] }) =>
    more.length === 0 ? `${line?.code} × ${line?.quantity}` : 'otros renglones',
  )
  const wanted = planned.map(({ article, quantity }) => {
    const { code, multiple } = shop.articles[article]!
    return `${code} × ${soldQuantity(quantity, multiple)}`
  })
  if (text(lines) !== text(wanted)) throw new Fault(`Se pidió ${text(wanted)}; el servidor tiene ${text(lines)}`)
}
