/** Unpacks a workbook in the browser: the archive's directory is read here, what is packed is unpacked by the browser itself. */
import {
  type Archive,
  type ArchiveEntry,
  NO_ARCHIVE,
  partsOf,
  Unreadable,
  type ZipLimits,
  type ZipParts,
} from '../server/spreadsheets/archive-parts.ts'

interface PackedEntry extends ArchiveEntry {
  /** 0: as it is, 8: deflate. */
  readonly method: number
  readonly packedSize: number
  /** Where its own header begins. */
  readonly at: number
}

const END = 0x06054b50
const DIRECTORY = 0x02014b50
const FILE = 0x04034b50
/** The end's own length, and the longest comment behind it. */
const END_SIZE = 22
const LONGEST_COMMENT = 0xffff

/** @throws Unreadable as `partsOf`, and for what is no archive */
export async function openParts(bytes: Uint8Array, limits: ZipLimits): Promise<ZipParts> {
  return partsOf(archiveOf(bytes), limits)
}

/** An archive of less than 4 GB. @throws Unreadable for bytes without a directory */
function archiveOf(bytes: Uint8Array): Archive<PackedEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - END_SIZE
  const first = Math.max(0, end - LONGEST_COMMENT)
  while (end >= first && view.getUint32(end, true) !== END) end--
  if (end < first) throw new Unreadable(NO_ARCHIVE)
  return {
    async *eachEntry() {
      let at = view.getUint32(end + 16, true)
      for (let left = view.getUint16(end + 10, true); left > 0; left--) {
        if (view.getUint32(at, true) !== DIRECTORY) throw new RangeError('no entry')
        const flags = view.getUint16(at + 8, true)
        const nameLength = view.getUint16(at + 28, true)
        yield {
          fileName: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
          method: view.getUint16(at + 10, true),
          packedSize: view.getUint32(at + 20, true),
          uncompressedSize: view.getUint32(at + 24, true),
          at: view.getUint32(at + 42, true),
          isEncrypted: () => (flags & 1) !== 0,
        }
        at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
      }
    },
    async openReadStreamPromise({ at, method, packedSize }) {
      if (view.getUint32(at, true) !== FILE) throw new RangeError('no file')
      const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
      const packed = bytes.subarray(from, from + packedSize)
      if (packed.length < packedSize || (method !== 0 && method !== 8)) throw new RangeError('cut, or packed otherwise')
      return method === 0 ? oncePiece(packed) : unpacked(packed)
    },
  }
}

async function* oncePiece(piece: Uint8Array): AsyncGenerator<Uint8Array> {
  yield piece
}

/** Pieces by a reader: not every browser iterates a stream. */
async function* unpacked(packed: Uint8Array): AsyncGenerator<Uint8Array> {
  const reader = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
