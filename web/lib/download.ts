/** Files that only a signed-in user may have: fetched with the token, then handed to the browser. */
import { type Endpoint, SHEET } from '../../contract/endpoint.ts'
import { type CallValues, callRaw, whole } from './api.ts'

/** The name in a content-disposition header; `otherwise` when it has none. */
export function fileNameOf(disposition: string | null, otherwise: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  try {
    if (encoded) return decodeURIComponent(encoded.trim())
  } catch {
    // The encoded name is broken; the plain one may be good.
  }
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]?.trim() || otherwise
}

/** Lets the browser save bytes under a name. */
function save(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Not revoked at once: some browsers begin to save only later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Saves a text that the screen already has. */
export const saveText = (text: string, name: string): void =>
  save(new Blob([text], { type: 'text/plain;charset=utf-8' }), name)

/**
 * Makes a call that answers a file and saves it under the name the server gives.
 * @throws ApiError as `callRaw`
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  { otherwise, ...values }: CallValues<E> & { otherwise: string },
): Promise<void> {
  const response = await callRaw(endpoint, values as unknown as CallValues<E>)
  const name = fileNameOf(response.headers.get('content-disposition'), otherwise)
  save(await whole(response.blob(), values.signal), name)
}

/** Saves all rows that match as a workbook: the list's own call, asked for that. @throws ApiError as `callRaw` */
export const exportList = <E extends Endpoint>(
  endpoint: E,
  values: Omit<CallValues<E>, 'headers'>,
  otherwise: string,
): Promise<void> => download(endpoint, { ...(values as CallValues<E>), headers: { accept: SHEET }, otherwise })
