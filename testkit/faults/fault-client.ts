/** A client of the fault runs: it orders again and again, through cuts, and remembers which orders were acknowledged. */

import type { CatalogueItem } from '../../engine/item.ts'
import type { FilledClient } from '../fill-shop.ts'
import { isSpanish } from './fault-shop.ts'

export interface Numbers {
  IDCON_PED: number
  NUMERO_PED: number | null
}
interface Acknowledged extends Numbers {
  key: string
  lines: readonly { idart: number; cantidad: number }[]
}

/** The server did not answer, broke off in the middle of its answer, or asked to be asked again later. */
export class Unreachable extends Error {}

/** @throws Unreachable for a 503 that says in one Spanish sentence, and with Retry-After, that the shop is away for a moment */
export function refuseLater({ status, headers }: Response, body: unknown): void {
  const { message } = (body ?? {}) as { message?: unknown }
  if (status === 503 && headers.has('retry-after') && isSpanish(String(message))) throw new Unreachable(String(message))
}

/** Counts and faults of all clients together. */
interface Tally {
  acknowledged: number
  interrupted: number
  faults: string[]
}

export type Stream = ReturnType<typeof createStream>

/**
 * A client that fills its cart and orders it, again and again. After a cut it repeats the unanswered order with the same
 * idempotency key.
 */
export function createStream(client: FilledClient, items: readonly CatalogueItem[], password: string, report: Tally) {
  let token = ''
  let pending: (Pick<Acknowledged, 'key' | 'lines'> & { inCart: boolean }) | undefined
  let made = 0
  let running: Promise<void> = Promise.resolve()
  const acknowledged: Acknowledged[] = []

  const call = async <T>(url: string, method: string, path: string, init: RequestInit = {}): Promise<T> => {
    const headers = { ...init.headers, ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(`${url}/api${path}`, { ...init, method, headers }).catch((cause: unknown) => {
      throw new Unreachable('no answer', { cause })
    })
    const body = await answer.json().catch((cause: unknown) => {
      throw new Unreachable('half an answer', { cause })
    })
    refuseLater(answer, body)
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(body)}`)
    return body as T
  }
  const json = (body: unknown): RequestInit => ({
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  const signIn = async (url: string) => {
    if (token) return
    const credentials = json({ username: client.cuit, password })
    const { accessToken } = await call<{ accessToken: string }>(url, 'POST', '/auth/signin', credentials)
    token = accessToken
  }
  const nextCart = () => {
    const nth = made++
    const lines = [0, 1, 2].map((step) => {
      const item = items[(nth * 7 + step * 31) % items.length]
      return { idart: item?.articleId ?? 0, cantidad: (item?.multiple ?? 1) * (1 + ((nth + step) % 4)) }
    })
    return { key: `${client.clientId}-${nth}-${'0'.repeat(24)}`, lines, inCart: false }
  }
  const order = (url: string, key: string) =>
    call<Numbers>(url, 'POST', `/pedidos/productos/pedido?idcli=${client.clientId}&dir=0&obs=&cond=-1`, {
      headers: { 'idempotency-key': key },
    })
  /** Fills the cart of the pending order and sends it. The order stays pending until it is answered. */
  const finish = async (url: string) => {
    pending ??= nextCart()
    const { key, lines } = pending
    if (!pending.inCart) {
      for (const line of lines) {
        const body = json({ id: null, obs: '', idcli: client.clientId, ...line })
        await call(url, 'POST', '/pedidos/itemsCarrito', body)
      }
      pending.inCart = true
    }
    const numbers = await order(url, key)
    acknowledged.push({ key, lines, ...numbers })
    report.acknowledged++
    pending = undefined
  }
  const untilGone = async (url: string, goOn: () => boolean) => {
    try {
      await signIn(url)
      do await finish(url)
      while (goOn())
    } catch (error) {
      if (!(error instanceof Unreachable)) report.faults.push(String(error))
      else if (pending?.inCart) report.interrupted++
    }
  }
  const fault = (words: string) => void report.faults.push(`cliente ${client.clientId}: ${words}`)

  return {
    /** Orders until `goOn` is false after an answer, or the server is gone. Faults go to the tally. */
    run(url: string, goOn: () => boolean): Promise<void> {
      running = untilGone(url, goOn)
      return running
    },
    /** Settles when the last `run` has ended. */
    idle: () => running,
    /** The orders that the server acknowledged. */
    acknowledged: (): readonly Numbers[] => acknowledged,
    /** Compares the acknowledged orders with those that the server has; differences go to the tally. */
    async check(url: string) {
      // In a short run the first kill may come before its first sign-in.
      await signIn(url)
      if (pending) await finish(url)
      const stored = new Map<number, { IMPORTE_CP: number; items: number; NUMERO_PED: number | null }>()
      for (let page = 0, rows = 25; rows === 25; page++) {
        type Row = Numbers & { IMPORTE_CP: number; items: number }
        const found = await call<Row[]>(url, 'GET', `/pedidos/productos/pedidos?index=${page}`)
        for (const row of found) stored.set(row.IDCON_PED, row)
        rows = found.length
      }
      if (stored.size !== acknowledged.length)
        fault(`${acknowledged.length} pedidos confirmados y ${stored.size} guardados`)
      for (const { key, IDCON_PED, NUMERO_PED, lines } of acknowledged) {
        const storedOrder = stored.get(IDCON_PED)
        if (!storedOrder) fault(`falta el pedido ${IDCON_PED}`)
        // An ERP numbers an order after it was acknowledged.
        else if (NUMERO_PED !== null && storedOrder.NUMERO_PED !== NUMERO_PED)
          fault(`el pedido ${IDCON_PED} cambió de número`)
        const again = await order(url, key)
        if (again.IDCON_PED !== IDCON_PED) fault(`la clave de ${IDCON_PED} respondió ${again.IDCON_PED}`)
        const storedLines = await call<{ IDART_PEDI: number; CANTIDAD_PEDI: number }[]>(
          url,
          'GET',
          `/pedidos/productos/pedidos/${IDCON_PED}`,
        )
        const words = (all: { id: number; quantity: number }[]) =>
          all
            .map(({ id, quantity }) => `${id}x${quantity}`)
            .sort()
            .join()
        const asked = words(lines.map(({ idart, cantidad }) => ({ id: idart, quantity: cantidad })))
        const found = words(storedLines.map((line) => ({ id: line.IDART_PEDI, quantity: line.CANTIDAD_PEDI })))
        if (asked !== found) fault(`el pedido ${IDCON_PED} tiene ${found} en lugar de ${asked}`)
      }
    },
  }
}
