/** Reads a webm's elements: a whole film that browsers play is kept, texts about it are blanked. */
import { partCounter, refuseCode, refuseTail } from './foreign.ts'
import { damaged, noMedia, otherFormat } from './unreadable.ts'

const ID = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  codec: 0x86,
  cluster: 0x1f43b675,
  cues: 0x1c53bb6b,
  chapters: 0x1043a770,
  tags: 0x1254c367,
  attachments: 0x1941a469,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  space: 0xec,
  checksum: 0xbf,
} as const
/** Elements of a segment; one of them ends a cluster whose length is unknown. */
const IN_SEGMENT: ReadonlySet<number> = new Set([
  ...[ID.seekHead, ID.info, ID.tracks, ID.cluster, ID.cues],
  ...[ID.chapters, ID.tags, ID.attachments, ID.space, ID.checksum],
])
const BESIDE_FILM: ReadonlySet<number> = new Set([ID.tags, ID.chapters, ID.attachments, ID.space])
const PLAYABLE = new Set(['V_VP8', 'V_VP9', 'V_AV1'])
const VIDEO = 1

interface Element {
  readonly id: number
  readonly start: number
  readonly body: number
  /** Null for an unknown length: it ends where an element begins that can't be inside of it. */
  readonly end: number | null
}

/** The element at `at`; its end lies at most at `to`. @throws UnreadableMedia when it is cut off or broken */
function elementAt(bytes: Buffer, at: number, to: number): Element {
  const idBytes = widthOf(bytes[at], 4)
  const sizeAt = at + idBytes
  const sizeBytes = widthOf(bytes[sizeAt], 8)
  const body = sizeAt + sizeBytes
  if (body > to) throw damaged()
  const id = bytes.readUIntBE(at, idBytes)
  let size = (bytes[sizeAt] as number) & (0xff >> sizeBytes)
  let isUnknown = size === 0xff >> sizeBytes
  for (let next = sizeAt + 1; next < body; next++) {
    isUnknown &&= bytes[next] === 0xff
    size = size * 256 + (bytes[next] as number)
  }
  if (isUnknown) return { id, start: at, body, end: null }
  if (body + size > to) throw damaged()
  return { id, start: at, body, end: body + size }
}

/** How many bytes a number of variable length has, by its first byte. */
function widthOf(first: number | undefined, most: number): number {
  const width = Math.clz32(first ?? 0) - 23
  if (width > most) throw damaged()
  return width
}

/** The children of an element, which fill it without a gap. */
function* childrenOf(bytes: Buffer, { body, end }: Element): Generator<Element> {
  const count = partCounter()
  for (let at = body; at < (end ?? body); ) {
    count()
    const child = elementAt(bytes, at, end ?? body)
    if (child.end === null) throw damaged()
    yield child
    at = child.end
  }
}

/**
 * Reads a webm from its first to its last element and makes sure that it has a film that browsers play.
 *
 * @returns the same film; texts about it and any space between its parts are blanked
 * @throws UnreadableMedia when it is cut off, no film, or more than one
 */
export function readWebm(bytes: Buffer): Buffer {
  const header = elementAt(bytes, 0, bytes.length)
  const docType = [...childrenOf(bytes, header)].find(({ id }) => id === ID.docType)
  if (!docType || header.end === null) throw damaged()
  if (textOf(bytes, docType) !== 'webm') throw otherFormat()
  const segment = elementAt(bytes, header.end, bytes.length)
  if (segment.id !== ID.segment) throw damaged()
  const end = segment.end ?? bytes.length

  const count = partCounter()
  let hasFilm = false
  let hasFrames = false
  const besideFilm: Element[] = []
  for (let at = segment.body; at < end; ) {
    count()
    const element = elementAt(bytes, at, end)
    if (!IN_SEGMENT.has(element.id)) throw damaged()
    if (element.end === null && element.id !== ID.cluster) throw damaged()
    if (element.id === ID.tracks) hasFilm ||= isFilm(bytes, element)
    if (BESIDE_FILM.has(element.id)) besideFilm.push(element)
    if (element.id === ID.cluster) {
      const cluster = readCluster(bytes, element, end, count)
      hasFrames ||= cluster.hasFrames
      at = cluster.end
    } else at = element.end ?? end
  }
  refuseTail(bytes, end)
  if (!hasFilm) throw noMedia()
  if (!hasFrames) throw damaged()
  return blanked(bytes, besideFilm)
}

/** Whether one of the tracks is a film. @throws UnreadableMedia for a codec that browsers do not play */
function isFilm(bytes: Buffer, tracks: Element): boolean {
  return [...childrenOf(bytes, tracks)].some((track) => {
    if (track.id !== ID.track) return false
    const facts = [...childrenOf(bytes, track)]
    const type = facts.find(({ id }) => id === ID.trackType)
    const codec = facts.find(({ id }) => id === ID.codec)
    if (!type || !codec || bytes[type.body] !== VIDEO) return false
    if (!PLAYABLE.has(textOf(bytes, codec))) throw otherFormat()
    return true
  })
}

function readCluster(bytes: Buffer, cluster: Element, to: number, count: () => void) {
  const limit = cluster.end ?? to
  let hasFrames = false
  let at = cluster.body
  while (at < limit) {
    count()
    const child = elementAt(bytes, at, limit)
    if (cluster.end === null && IN_SEGMENT.has(child.id) && child.id !== ID.space && child.id !== ID.checksum) break
    if (child.end === null) throw damaged()
    hasFrames ||= child.id === ID.simpleBlock || child.id === ID.blockGroup
    at = child.end
  }
  return { hasFrames, end: at }
}

/** Bytes of a name, with zeros behind it; all names that are known are shorter. */
const LONGEST_NAME = 64
const textOf = (bytes: Buffer, { body, end }: Element): string =>
  (end ?? body) - body > LONGEST_NAME ? '' : bytes.toString('latin1', body, end ?? body).replace(/\0+$/, '')

/** A copy in which these elements are empty space of the same length. */
function blanked(bytes: Buffer, elements: readonly Element[]): Buffer {
  const copy = Buffer.from(bytes)
  for (const { start, body, end } of elements) {
    if (end === null) throw damaged()
    refuseCode(bytes.subarray(body, end))
    const lengthAfterId = end - start - 1
    copy.fill(0, start, end)
    copy[start] = ID.space
    if (lengthAfterId - 1 < 0x7f) copy[start + 1] = 0x80 | (lengthAfterId - 1)
    else {
      copy[start + 1] = 0x01
      copy.writeUIntBE(lengthAfterId - 8, start + 3, 6)
    }
  }
  return copy
}
