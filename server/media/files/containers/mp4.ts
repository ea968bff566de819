/** Reads an mp4's boxes: a whole film that browsers play is kept, notes about it are blanked. */
import { refuseCode } from './foreign.ts'
import { type Box, walkBoxes } from './iso-boxes.ts'
import { damaged, noMedia, otherFormat } from './unreadable.ts'

/** Boxes that a film needs; any other box holds notes, space, or a program's own data. */
const FILM = new Set('ftyp styp moov mdat moof mfra sidx ssix emsg pdin prft wide'.split(' '))
const IN_MOVIE = new Set('mvhd trak mvex iods'.split(' '))
const IN_TRACK = new Set('tkhd tref trgr edts mdia load txas'.split(' '))
/** What every current browser decodes: H.264, VP8, VP9, AV1. */
const PLAYABLE = new Set(['avc1', 'avc3', 'vp08', 'vp09', 'av01'])

/**
 * Reads an mp4 and makes sure that it has a film that browsers play, and that the file holds every part that its tables
 * name.
 *
 * @returns the same film; notes of where and with what it was taken, and any space between its parts, are blanked
 * @throws UnreadableMedia when it is cut off, no film, or more than one
 */
export function readMp4(bytes: Buffer): Buffer {
  const boxes = walkBoxes(bytes)
  const movie = boxes.find(({ type }) => type === 'moov')
  if (!movie) throw damaged()
  const inMovie = walkBoxes(bytes, movie.body, movie.end)
  const tracks = inMovie.filter(({ type }) => type === 'trak')
  const inTracks = tracks.map(({ body, end }) => walkBoxes(bytes, body, end))
  const films = inTracks.flatMap((track) => filmOf(bytes, track))
  if (films.length === 0) throw noMedia()
  const data = boxes.filter(({ type }) => type === 'mdat')
  const isFragmented = inMovie.some(({ type }) => type === 'mvex')
  const isWhole = isFragmented
    ? boxes.some(({ type }) => type === 'moof') && data.length > 0
    : films.every((table) => isInside(bytes, table, data))
  if (!isWhole) throw damaged()

  const besideFilm = [
    ...boxes.filter(({ type }) => !FILM.has(type)),
    ...inMovie.filter(({ type }) => !IN_MOVIE.has(type)),
    ...inTracks.flatMap((track) => track.filter(({ type }) => !IN_TRACK.has(type))),
  ]
  return blanked(bytes, besideFilm)
}

const childOf = (bytes: Buffer, box: Box | undefined, type: string): Box | undefined =>
  box && walkBoxes(bytes, box.body, box.end).find((child) => child.type === type)

/** The table of a track's samples when the track is a film; empty for sound and the like. */
function filmOf(bytes: Buffer, track: readonly Box[]): Box[] {
  const media = track.find(({ type }) => type === 'mdia')
  const handler = childOf(bytes, media, 'hdlr')
  if (!handler || bytes.toString('latin1', handler.body + 8, handler.body + 12) !== 'vide') return []
  const table = childOf(bytes, childOf(bytes, media, 'minf'), 'stbl')
  const description = childOf(bytes, table, 'stsd')
  if (!table || !description) throw damaged()
  const codec = bytes.toString('latin1', description.body + 12, description.body + 16)
  if (!PLAYABLE.has(codec)) throw otherFormat()
  return [table]
}

/** Whether a film has samples, all of them inside of the file's data. */
function isInside(bytes: Buffer, table: Box, data: readonly Box[]): boolean {
  const entries = walkBoxes(bytes, table.body, table.end)
  const sizes = entries.find(({ type }) => type === 'stsz')
  const offsets = entries.find(({ type }) => type === 'stco' || type === 'co64')
  if (!sizes || !offsets || sizes.end < sizes.body + 12 || offsets.end < offsets.body + 8) return false
  const width = offsets.type === 'co64' ? 8 : 4
  const count = bytes.readUInt32BE(offsets.body + 4)
  const tableStart = offsets.body + 8
  if (count === 0 || tableStart + count * width > offsets.end) return false
  for (let at = tableStart; at < tableStart + count * width; at += width) {
    const offset = width === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at)
    if (!data.some(({ body, end }) => offset >= body && offset < end)) return false
  }
  const room = data.reduce((sum, { body, end }) => sum + end - body, 0)
  return totalOf(bytes, sizes) <= room
}

/** Bytes of all samples; infinite when the table of their sizes is broken. */
function totalOf(bytes: Buffer, { body, end }: Box): number {
  const commonSize = bytes.readUInt32BE(body + 4)
  const count = bytes.readUInt32BE(body + 8)
  if (count === 0) return Number.POSITIVE_INFINITY
  if (commonSize > 0) return commonSize * count
  if (body + 12 + count * 4 > end) return Number.POSITIVE_INFINITY
  let total = 0
  for (let at = body + 12; at < body + 12 + count * 4; at += 4) total += bytes.readUInt32BE(at)
  return total
}

/** A copy in which these boxes are empty space; nothing moves, so the tables stay right. */
function blanked(bytes: Buffer, boxes: readonly Box[]): Buffer {
  const copy = Buffer.from(bytes)
  for (const { start, body, end } of boxes) {
    refuseCode(bytes.subarray(start, end))
    copy.write('free', start + 4, 'latin1')
    copy.fill(0, body, end)
  }
  return copy
}
