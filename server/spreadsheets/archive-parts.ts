/** The parts of a workbook, whatever program packed them: unpacked one at a time, and never beyond the limits. */
import { type XmlHandler, XmlTooLong, xmlEvents } from './xml-events.ts'

export interface ZipLimits {
  /** Files inside the archive. */
  readonly entries: number
  /** Unpacked bytes: of all files that the archive's directory names, and of all that is really read. */
  readonly bytes: number
  /** Unpacked bytes of a part that is taken into memory whole. */
  readonly partBytes?: number
}

/** A workbook of 100,000 articles unpacks to some 80 MB. */
const LIMITS: ZipLimits = { entries: 500, bytes: 256 * 2 ** 20 }

const TOO_LARGE = 'La planilla es demasiado grande'
export const DAMAGED = 'La planilla está dañada o cortada'
export const NO_ARCHIVE = 'No es una planilla de Excel (.xlsx), o está dañada o cortada'
export const WITH_PASSWORD = 'La planilla está protegida con contraseña'

/** Why an archive is not read; Spanish. */
export class Unreadable extends Error {
  readonly tooLarge: boolean
  constructor(problem: string, { tooLarge = problem === TOO_LARGE } = {}) {
    super(problem)
    this.tooLarge = tooLarge
  }
}

export interface ZipParts {
  has(name: string): boolean
  /** A part as text; undefined: there is none of this name. @throws Unreadable */
  text(name: string): Promise<string | undefined>
  /** Reads a part as XML to its end; false: there is none of this name. @throws Unreadable */
  xml(name: string, handler: XmlHandler, options?: { streamed?: boolean }): Promise<boolean>
}

/** A file inside an archive. */
export interface ArchiveEntry {
  readonly fileName: string
  readonly uncompressedSize: number
  isEncrypted(): boolean
}

/** An opened archive, as what unpacks it gives it: yauzl in Node, the browser itself in a page. */
export interface Archive<Entry extends ArchiveEntry> {
  eachEntry(): AsyncIterable<Entry>
  /** Its unpacked bytes in pieces. */
  openReadStreamPromise(entry: Entry): Promise<AsyncIterable<unknown>>
}

/**
 * The parts of an archive. The sizes in its directory can be false, so the unpacked bytes are counted as well: a few hundred
 * kilobytes may unpack to gigabytes.
 * @throws Unreadable
 */
export async function partsOf<Entry extends ArchiveEntry>(
  zip: Archive<Entry>,
  limits: ZipLimits = LIMITS,
): Promise<ZipParts> {
  const entries = new Map<string, Entry>()
  let declared = 0
  let unpacked = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new Unreadable(WITH_PASSWORD)
      declared += entry.uncompressedSize
      if (entries.size === limits.entries || declared > limits.bytes) throw new Unreadable(TOO_LARGE)
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(DAMAGED)
  }

  /** Calls `take` with every piece of a part; false: there is no such part. */
  async function pieces(name: string, most: number, take: (piece: string) => void): Promise<boolean> {
    const entry = entries.get(name)
    if (!entry) return false
    const decoder = new TextDecoder('utf-8', { fatal: true })
    let unpackedOfPart = 0
    try {
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        const piece = chunk as Uint8Array
        unpackedOfPart += piece.length
        unpacked += piece.length
        if (unpackedOfPart > most || unpacked > limits.bytes) throw new Unreadable(TOO_LARGE)
        take(decoder.decode(piece, { stream: true }))
      }
      take(decoder.decode())
    } catch (error) {
      if (error instanceof Unreadable) throw error
      throw new Unreadable(error instanceof XmlTooLong ? TOO_LARGE : DAMAGED)
    }
    return true
  }
  const { bytes: mostOfAll, partBytes = mostOfAll } = limits
  return {
    has: (name) => entries.has(name),
    async text(name) {
      let text = ''
      return (await pieces(name, partBytes, (piece) => (text += piece))) ? text : undefined
    },
    async xml(name, handler, { streamed = false } = {}) {
      // A part that is cut, or is no XML, would otherwise be read as an empty one.
      let depth = 0
      let elements = 0
      const reader = xmlEvents({
        ...handler,
        start(element, attributes) {
          depth++
          elements++
          handler.start(element, attributes)
        },
        end(element) {
          depth--
          handler.end?.(element)
        },
      })
      const found = await pieces(name, streamed ? mostOfAll : partBytes, reader.push)
      if (found && (depth !== 0 || elements === 0)) throw new Unreadable(DAMAGED)
      return found
    },
  }
}
