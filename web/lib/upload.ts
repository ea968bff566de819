/** Sending a file: the one way to do so, with what has gone of it so far and a way to give up. */
import type { Endpoint, ParamsOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts'
import { type CallValues, call } from './api.ts'

export interface Sending {
  /** Told how much has gone, from 0 to 1. */
  readonly onProgress?: (part: number) => void
  readonly signal?: AbortSignal
}

/**
 * Sends a file to a call that takes one: `upload(uploadBanner, file, { onProgress, signal })`.
 * @throws ApiError as `call` does; an abort passes as it is
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  file: File,
  { onProgress, signal, params, query }: Sending & { params?: ParamsOf<E>; query?: QueryOf<E> } = {},
): Promise<ResponseOf<E>> {
  const body = new FormData()
  body.append('file', file)
  const values: CallValues<E> = { body, send: (address, request) => sendForm(address, request, onProgress) }
  if (params !== undefined) values.params = params
  if (query !== undefined) values.query = query
  if (signal) values.signal = signal
  return call(endpoint, values)
}

/** Sends as `fetch` does, and tells how much has gone. */
function sendForm(
  address: string,
  { method = 'POST', headers, body, signal }: RequestInit,
  onProgress?: (part: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const giveUp = () => request.abort()
    request.open(method, address)
    for (const [name, value] of Object.entries((headers ?? {}) as Record<string, string>))
      request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const { status, responseText } = request
      const wait = request.getResponseHeader('retry-after')
      resolve(new Response(responseText, { status, headers: wait ? { 'retry-after': wait } : {} }))
    }
    request.onerror = () => reject(new TypeError('Failed to send'))
    request.onabort = () => reject(new DOMException('Given up', 'AbortError'))
    request.onloadend = () => signal?.removeEventListener('abort', giveUp)
    if (signal?.aborted) return reject(new DOMException('Given up', 'AbortError'))
    signal?.addEventListener('abort', giveUp)
    request.send(body as FormData)
  })
}
