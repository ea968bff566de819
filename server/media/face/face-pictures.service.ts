/** The pictures of the shop's face (R402): stored once, and made in the sizes that screens, mails and the app's icon ask for. */
import sharp, { type Sharp } from 'sharp'
import { logoWithin } from '../../../contract/face.rules.ts'
import type { Log } from '../../db/open.ts'
import type { FacePicture } from '../../lib/face.ts'
import { turns } from '../../lib/turns.ts'
import type { Files } from '../../ports/files/port.ts'
import { damaged, UnreadableMedia } from '../files/containers/unreadable.ts'
import { contentName, pixelsOf } from '../files/media.service.ts'
import { readStored } from '../files/read-stored.ts'
import { ICON_SIZES, type Rendition } from './face-pictures.rules.ts'

/** What is taken: formats that every program of pictures writes. */
const FORMATS = ['png', 'jpeg', 'webp'] as const
/** The largest that is stored, in pixels: 8 cm at 300 dots an inch. */
const MOST = { width: 960, height: 512 } as const
/** What a logo has at least on its longer side: a smaller one is a blur on paper. */
const LEAST = 64
/** How far a colour of a margin may be from that of its corner, of 255. */
const MARGIN = 12

/**
 * Stores a picture of the face as one PNG, upright, without its empty margins and without anything else of its file. The
 * content decides what it is.
 * @throws UnreadableMedia for bytes that are no picture of `FORMATS`, that are broken or too small
 */
export async function storeFacePicture(files: Files, bytes: Uint8Array): Promise<FacePicture> {
  const picture = await pixelsOf(bytes, FORMATS)
  const trimmed = await withoutMargins(picture)
  const { data, info } = await encoded(
    trimmed.resize({ ...MOST, fit: 'inside', withoutEnlargement: true }).png({ compressionLevel: 9 }),
  )
  if (Math.max(info.width, info.height) < LEAST) throw tooSmall(info)
  const file = contentName(data, 'png')
  if (!(await files.touch(file))) await files.put(file, data)
  return { file, width: info.width, height: info.height }
}

/** A logo without the empty margin around it, which would make it small wherever it stands. A coloured ground is no margin. */
async function withoutMargins(picture: Sharp): Promise<Sharp> {
  const corner = await picture.clone().extract({ left: 0, top: 0, width: 1, height: 1 }).ensureAlpha().raw().toBuffer()
  const [red = 0, green = 0, blue = 0, alpha = 0] = corner
  if (alpha > MARGIN && Math.min(red, green, blue) < 255 - MARGIN) return picture
  try {
    const { data, info } = await picture.clone().trim({ threshold: MARGIN }).raw().toBuffer({ resolveWithObject: true })
    return sharp(data, { raw: info })
  } catch {
    // Of one colour from edge to edge: nothing would be left.
    return picture
  }
}

async function encoded(picture: Sharp): Promise<{ data: Buffer; info: { width: number; height: number } }> {
  try {
    return await picture.toBuffer({ resolveWithObject: true })
  } catch (error) {
    throw damaged(error)
  }
}

const tooSmall = ({ width, height }: { width: number; height: number }) =>
  new UnreadableMedia(
    'damaged',
    `La imagen es muy chica: tiene ${width} × ${height} píxeles y hacen falta ${LEAST} en su lado mayor.`,
  )

/** Renditions in memory, of each file some: a shop has three pictures. */
const KEPT = 24
const kept = new Map<string, Buffer>()
const inTurn = turns(1)

/** A picture of the face in one of its renditions; null when it is not stored. Each is made once and kept in memory. */
export async function faceRendition(files: Files, file: string, rendition: Rendition): Promise<Buffer | null> {
  const key = `${file} ${rendition}`
  const known = kept.get(key)
  if (known) return known
  // Asked before its turn: anybody may ask for pictures that are not there, and these must not hold up those that are.
  if (!(await files.stat(file))) return null
  return inTurn(async () => {
    const again = kept.get(key)
    if (again) return again
    const stored = await readStored(files, file)
    if (!stored) return null
    const made = await rendered(stored, rendition)
    const [oldest] = kept.keys()
    if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest)
    kept.set(key, made)
    return made
  })
}

/** Makes what answers a logo in the size of mails. One that cannot be read costs the logo, not the mail (R405). */
export const mailLogo =
  (files: Files, log: Pick<Log, 'warn'>) =>
  (file: string): Promise<Buffer | null> =>
    faceRendition(files, file, 'mail').catch((error: unknown) => {
      log.warn({ err: error, file }, 'the logo cannot be read: mails go without it')
      return null
    })

/** Three times the most that the header and the head of a mail show, for dense screens. */
const SCREEN = { width: 570, height: 108 } as const
const MAIL = { width: 400, height: 96 } as const
/** The part of a masked icon that no phone cuts off: a circle of 80 percent, and the square in it. */
const SAFE = 0.57

async function rendered(stored: Buffer, rendition: Rendition): Promise<Buffer> {
  const picture = sharp(stored)
  if (rendition === 'logo.webp')
    return picture
      .resize({ ...SCREEN, fit: 'inside' })
      .webp({ quality: 90 })
      .toBuffer()
  if (rendition === 'mail')
    return picture
      .resize({ ...MAIL, fit: 'inside' })
      .png({ compressionLevel: 9 })
      .toBuffer()
  const size = ICON_SIZES[rendition]
  const { width, height } = await picture.metadata()
  // A square that fills its edges is an icon as it is; whatever else stands on white with air around it.
  const share = rendition === 'maskable.png' ? SAFE : width === height ? 1 : 0.84
  const most = Math.round(size * share)
  const inner = await picture.resize({ ...logoWithin({ width, height }, { width: most, height: most }) }).toBuffer()
  return sharp({ create: { width: size, height: size, channels: 4, background: '#ffffff' } })
    .composite([{ input: inner, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}
