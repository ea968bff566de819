/**
 * Fetches pictures from the public internet by http or https (R412). What a list names reaches no internal host (this machine, its
 * network, a cloud's metadata) unless WEBHOOK_HOSTS names it, also not by a redirection: the IP address that is really
 * connected to decides.
 */
import { lookup } from 'node:dns'
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { isInternal, NOT_INSIDE, publicOnly } from '../webhooks/webhooks.ts'
import { MOST_PICTURE_BYTES, type PictureSource, PictureUnreachable } from './port.ts'

export interface HttpsPicturesOptions {
  /** Internal hosts that may be reached, `host` or `host:port`. */
  allowed: readonly string[]
  /** For one try, connection and answer together. */
  timeoutMs?: number
  /** Before each further try of what may come yet; as many tries as pauses, and one. */
  pausesMs?: readonly number[]
  maxBytes?: number
  /** Finds the addresses of a name; tests have their own. */
  find?: typeof lookup
}

const MOST_HOPS = 3

/** A failure that a further try may mend. */
class MayComeYet extends PictureUnreachable {}

export function httpsPictures({
  allowed,
  timeoutMs = 60_000,
  pausesMs = [1_000, 5_000],
  maxBytes = MOST_PICTURE_BYTES,
  find = lookup,
}: HttpsPicturesOptions): PictureSource {
  const isNamed = ({ host, hostname }: URL) => allowed.includes(host) || allowed.includes(hostname)

  function judged(text: string, base?: URL): URL {
    const url = URL.canParse(text, base) ? new URL(text, base) : undefined
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
      throw new PictureUnreachable('La dirección debe empezar con http o https, sin usuario ni contraseña')
    if (isInternal(url.hostname) && !isNamed(url)) throw new PictureUnreachable(NOT_INSIDE)
    return url
  }

  async function once(address: string): Promise<Buffer> {
    const signal = AbortSignal.timeout(timeoutMs)
    let url = judged(address)
    try {
      for (let hop = 0; hop <= MOST_HOPS; hop++) {
        const answer = await ask(url, signal, isNamed(url) ? undefined : publicOnly(find))
        const { statusCode = 0, headers } = answer
        if (statusCode >= 300 && statusCode < 400 && headers.location) {
          answer.destroy()
          url = judged(headers.location, url)
          continue
        }
        if (statusCode !== 200) {
          answer.destroy()
          const Failure = statusCode === 429 || statusCode >= 500 ? MayComeYet : PictureUnreachable
          throw new Failure(
            statusCode === 404 || statusCode === 410 ? 'Ya no está (404)' : `El servidor dijo ${statusCode}`,
          )
        }
        return await bodyOf(answer, maxBytes)
      }
    } catch (error) {
      if (error instanceof PictureUnreachable) throw error
      if (error instanceof Error && error.message === NOT_INSIDE) throw new PictureUnreachable(NOT_INSIDE)
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      const reason = signal.aborted ? 'tardó demasiado' : (reasons[code] ?? `no se pudo conectar ${code}`.trim())
      throw new MayComeYet(`${url.hostname}: ${reason}`, true)
    }
    throw new PictureUnreachable('La dirección lleva a otra, y esa a otra, sin fin')
  }

  return {
    async fetch(address) {
      for (const ms of pausesMs) {
        try {
          return await once(address)
        } catch (error) {
          if (!(error instanceof MayComeYet)) throw error
          await pause(ms)
        }
      }
      return once(address)
    },
  }
}

function ask(
  url: URL,
  signal: AbortSignal,
  publicLookup: ReturnType<typeof publicOnly> | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? overHttps : overHttp
    const request = send(
      url,
      {
        headers: { accept: 'image/*', 'user-agent': 'Bulto' },
        // A new connection each time: a kept one could have been judged for another name.
        agent: false,
        signal,
        ...(publicLookup && { lookup: publicLookup }),
      },
      resolve,
    )
    request.on('error', reject)
    request.end()
  })
}

async function bodyOf(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => {
    answer.destroy()
    return new PictureUnreachable(`La foto supera los ${Math.floor(maxBytes / 2 ** 20)} MB`)
  }
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer) {
    length += (part as Buffer).length
    if (length > maxBytes) throw tooLarge()
    parts.push(part as Buffer)
  }
  if (!answer.complete) throw Object.assign(new Error('cut off'), { code: 'ECONNRESET' })
  return Buffer.concat(parts)
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no existe ese servidor',
  EAI_AGAIN: 'no se pudo buscar el servidor',
  ECONNREFUSED: 'rechazó la conexión',
  ECONNRESET: 'cortó la conexión',
}
