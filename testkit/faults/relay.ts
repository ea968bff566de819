/** A relay before a service, which passes connections on or behaves as a broken service does. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** `silent`: takes every connection and never answers, as a service that is frozen; it goes on where it stopped. */
export const manners = ['away', 'slow', 'babbling', 'silent'] as const
export type Manner = 'well' | (typeof manners)[number]

/** How long a slow service holds back every piece of an answer, in milliseconds. */
const SLOW_MS = 400

export interface Relay {
  readonly port: number
  behave(manner: Manner): void
  close(): Promise<void>
}

/** Passes connections on to `port` of this machine, as it is told to behave. */
export async function startRelay(port: number): Promise<Relay> {
  let manner: Manner = 'well'
  /** Both ends of each connection; the far one is missing where nothing is passed on. */
  const ends = new Map<Socket, Socket | undefined>()
  const server: Server = createServer((near) => {
    ends.set(near, undefined)
    near.on('error', () => near.destroy()).once('close', () => ends.delete(near))
    if (manner === 'away') return void near.destroy()
    if (manner === 'babbling') return void near.end(Buffer.from('\u0000¿qué?\r\n<html>no\r\n'.repeat(20)))
    if (manner === 'silent') return
    const far = connect(port, '127.0.0.1')
    ends.set(near, far)
    far.on('error', () => near.destroy()).once('close', () => near.end())
    near.once('close', () => far.destroy()).pipe(far)
    far.on('data', async (bytes) => {
      far.pause()
      if (manner === 'slow') await delay(SLOW_MS)
      near.write(bytes)
      if (manner !== 'silent') far.resume()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    port: (server.address() as AddressInfo).port,
    behave(next) {
      manner = next
      // Connections that are open already meet the fault, too. One that was never passed on leads nowhere.
      for (const [near, far] of ends)
        if (next === 'away' || next === 'babbling' || (next === 'well' && !far)) near.destroy()
        else if (next === 'silent') for (const end of [near, far]) end?.pause()
        else for (const end of [near, far]) end?.resume()
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        for (const near of ends.keys()) near.destroy()
      }),
  }
}
