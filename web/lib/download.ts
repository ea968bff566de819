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

/** Saves a file that the screen already has. */
export const saveFile = (file: File): void => save(file, file.name)

/**
 * Makes a call that answers a file; its name is what the server gives, else `otherwise`.
 * @throws ApiError as `callRaw`
 */
export async function fetchFile<E extends Endpoint>(
  endpoint: E,
  { otherwise, ...values }: CallValues<E> & { otherwise: string },
): Promise<File> {
  const response = await callRaw(endpoint, values as unknown as CallValues<E>)
  const name = fileNameOf(response.headers.get('content-disposition'), otherwise)
  const bytes = await whole(response.blob(), values.signal)
  return new File([bytes], name, { type: bytes.type })
}

/** Makes a call that answers a file and saves it. @throws ApiError as `callRaw` */
export const download = async <E extends Endpoint>(
  endpoint: E,
  values: CallValues<E> & { otherwise: string },
): Promise<void> => saveFile(await fetchFile(endpoint, values))

/** Saves all rows that match as a workbook: the list's own call, asked for that. @throws ApiError as `callRaw` */
export const exportList = <E extends Endpoint>(
  endpoint: E,
  values: Omit<CallValues<E>, 'headers'>,
  otherwise: string,
): Promise<void> => download(endpoint, { ...(values as CallValues<E>), headers: { accept: SHEET }, otherwise })
