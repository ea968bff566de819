/** Opens workbooks in Node. */
import { fromBufferPromise } from 'yauzl'
import { NO_ARCHIVE, partsOf, Unreadable, type ZipLimits, type ZipParts } from './archive-parts.ts'

/** @throws Unreadable as `partsOf`, and for what is no archive */
export async function openParts(bytes: Uint8Array, limits?: ZipLimits): Promise<ZipParts> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).catch(() => {
    throw new Unreadable(NO_ARCHIVE)
  })
  return partsOf(zip, limits)
}
