/** Address and port of the shop: whether it can answer there, and whether a shop does. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import { errorCode } from '../db/errors.ts'
import { Build, nameOf } from '../lib/version.ts'

type Place = Pick<Config, 'host' | 'port'>

/** Why the shop cannot answer at its address, and what to do. */
export interface ListenFault {
  readonly text: string
  readonly todo: string
}

/** Tries address and port for a moment. Undefined: the shop could answer there. */
export async function listenFault(place: Place): Promise<ListenFault | undefined> {
  const probe = createServer()
  try {
    await once(probe.listen(place.port, place.host), 'listening')
    return undefined
  } catch (error) {
    return (
      portFault(error, place.port) ?? {
        text: `No se puede atender en HOST «${place.host}»: no es una dirección de este equipo (${errorCode(error) ?? 'desconocida'})`,
        todo: 'Use 127.0.0.1 para este equipo solo, o 0.0.0.0 para todas sus redes.',
      }
    )
  } finally {
    await new Promise((resolve) => probe.close(resolve))
  }
}

/** Undefined for an error that is not the port's. */
export function portFault(error: unknown, port: number): ListenFault | undefined {
  const code = errorCode(error)
  if (code === 'EADDRINUSE') return { text: `El puerto ${port} ya está en uso`, todo: 'Elija otro con PORT.' }
  if (code === 'EACCES')
    return { text: `No hay permiso para atender en el puerto ${port}`, todo: 'Elija con PORT uno desde 1024.' }
  return undefined
}

/** Where a program of this machine reaches the shop. */
export function reachedAt({ host, port }: Place): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

/** What a service says of itself; `name` null: it is of a version that does not tell, or no shop. */
export async function statusOf(address: string): Promise<{ isReady: boolean; status: string; name: string | null }> {
  const signal = () => AbortSignal.timeout(5_000)
  try {
    const ready = await fetch(`${address}/readyz`, { signal: signal() })
    const { status = '' } = (await ready.json()) as { status?: string }
    const health = await (await fetch(`${address}/healthz`, { signal: signal() })).json()
    const told = z.safeParse(Build, health)
    return { isReady: ready.ok, status, name: told.success ? nameOf(told.data) : null }
  } catch {
    return { isReady: false, status: 'no responde', name: null }
  }
}
