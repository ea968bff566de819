/** Taking in pictures and videos: checked, made ready in the sizes that are shown, stored by their content. */
import { createHash, webcrypto } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { IMAGE_WIDTHS } from '../../../contract/media.ts'
import type { MediaKind } from '../../db/tables.ts'
import { turns } from '../../lib/turns.ts'
import type { Files } from '../../ports/files/port.ts'
import { type InspectedImage, type InspectedVideo, inspect } from './containers/inspect.ts'
import { damaged, noMedia, UnreadableMedia } from './containers/unreadable.ts'
import {
  cardVariant,
  documentVariant,
  originalVariant,
  PAGE_WIDTH,
  PRINT_WIDTH,
  pageVariant,
  printVariant,
  shownFiles,
} from './media.rules.ts'
import { readStored } from './read-stored.ts'

export { UnreadableMedia } from './containers/unreadable.ts'
export { documentVariant } from './media.rules.ts'

// One thread a picture: where speed matters, several pictures are made at once.
sharp.concurrency(1)
// No picture is made twice: the library's cache would only hold memory.
sharp.cache(false)

/** A stored picture or video: `file` goes into the database and into addresses. */
export interface StoredMedia {
  readonly kind: MediaKind
  readonly file: string
  readonly contentType: string
}

/** Most pixels of a picture that is decoded line by line: a plain JPEG or PNG. Telephones take 50 million. */
const MAX_PIXELS = 100_000_000
/** Most pixels, of all frames together, where the decoder holds the picture whole: four bytes each. */
const MAX_HELD_PIXELS = 50_000_000
/** Seconds that decoding one picture may take; a PNG of 100 million pixels takes two. */
const LONGEST = 60
const [CARD_WIDTH, MODAL_WIDTH] = IMAGE_WIDTHS
const EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp' } as const

/** Pictures decoded at once, whoever sent them: the memory of each is bounded, and that of all must be, too. */
const inTurn = turns(2)

const nameOf = (hash: string, extension: string): string => `${hash.slice(0, 40)}.${extension}`

/** The name that content of our own is stored under: the same content, the same name. */
export const contentName = (content: Uint8Array | string, extension: string): string =>
  nameOf(createHash('sha256').update(content).digest('hex'), extension)

/** The name of an upload by its content; up to 20 MB are hashed off the main thread. */
async function uploadName(bytes: Buffer, extension: string): Promise<string> {
  const hash = await webcrypto.subtle.digest('SHA-256', bytes as Buffer<ArrayBuffer>)
  return nameOf(Buffer.from(hash).toString('hex'), extension)
}

/**
 * Stores a picture or a video; the content decides which. A picture becomes 1200 px and 400 px WebP, 400 px and 2000 px
 * JPEG and the upload itself, each upright and without metadata (place, device); nothing is enlarged, of an
 * animation the first frame is taken. A video stays as it is but for its metadata. Known content is not made again.
 *
 * @param only refuses the other kind
 * @throws UnreadableMedia for bytes that are neither, that are broken, or that hold more than a picture or a video
 */
export async function storeMedia(files: Files, bytes: Uint8Array, only?: MediaKind): Promise<StoredMedia> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const inspected = inspectWhole(buffer)
  if (only && inspected.kind !== only) throw noMedia()
  return inspected.kind === 'video' ? storeVideo(files, buffer, inspected) : storePicture(files, buffer, inspected)
}

/** Stores a picture that the shop draws itself, as an SVG. */
export async function storeDrawing(files: Files, svg: string): Promise<StoredMedia> {
  const file = contentName(svg, 'webp')
  if (!(await isStored(files, file)))
    await inTurn(async () => putVariants(files, file, await largest(sharp(Buffer.from(svg)).removeAlpha())))
  return { kind: 'image', file, contentType: 'image/webp' }
}

function inspectWhole(bytes: Buffer): InspectedImage | InspectedVideo {
  try {
    return inspect(bytes)
  } catch (error) {
    // A reader was led past the end of the bytes by a length in them.
    throw error instanceof UnreadableMedia ? error : damaged(error)
  }
}

async function storeVideo(files: Files, bytes: Buffer, { format, bare }: InspectedVideo): Promise<StoredMedia> {
  const file = await uploadName(bytes, format)
  if (!(await isStored(files, file))) await files.put(file, bare)
  return { kind: 'video', file, contentType: `video/${format}` }
}

async function storePicture(files: Files, bytes: Buffer, inspected: InspectedImage): Promise<StoredMedia> {
  const file = await uploadName(bytes, 'webp')
  if (!(await isStored(files, file)))
    await inTurn(async () => {
      const orientation = await checkedOrientation(bytes)
      const large = await upright(await largest(decoded(bytes)), orientation)
      const { format, bare } = inspected
      const original = bare
        ? { extension: EXTENSIONS[format as keyof typeof EXTENSIONS], bytes: bare(orientation) }
        : { extension: 'png', bytes: await encoded(decoded(bytes).autoOrient().png()) }
      await files.put(originalVariant(file, original.extension), original.bytes)
      await putVariants(files, file, large)
    })
  return { kind: 'image', file, contentType: 'image/webp' }
}

/**
 * The pixels of a sent picture, upright, at most 2000 px on a side, with its transparency; nothing else of its file.
 * @throws UnreadableMedia as `storeMedia`, and for a picture of none of the formats
 */
export async function pixelsOf(bytes: Uint8Array, formats: readonly InspectedImage['format'][]): Promise<Sharp> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const inspected = inspectWhole(buffer)
  if (inspected.kind !== 'image' || !formats.includes(inspected.format)) throw noMedia()
  return inTurn(async () => {
    const orientation = await checkedOrientation(buffer)
    return upright(await largest(decoded(buffer)), orientation)
  })
}

/** Whether all sizes of a file are stored. It renews their time, so that they are not cleared away. */
async function isStored(files: Files, file: string): Promise<boolean> {
  const touched = await Promise.all(shownFiles(file).map((name) => files.touch(name)))
  return touched.every(Boolean)
}

const decoded = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({ seconds: LONGEST })

/** The EXIF orientation of a picture. @throws UnreadableMedia when it is too large to be decoded */
async function checkedOrientation(bytes: Buffer): Promise<number | undefined> {
  // Only the header is read here, so the library's own limit is not needed yet.
  const facts = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error) => {
      throw damaged(error)
    })
  const { width, height, pages = 1, pageHeight = height } = facts
  const isHeld = facts.isProgressive || !['jpeg', 'png'].includes(facts.format)
  const most = isHeld ? MAX_HELD_PIXELS : MAX_PIXELS
  if (width * pageHeight * pages > most) throw tooManyPixels(width, pageHeight, most)
  return facts.orientation
}

const inSpanish = new Intl.NumberFormat('es-AR')

function tooManyPixels(width: number, height: number, most: number): UnreadableMedia {
  const size = `${inSpanish.format(width)} × ${inSpanish.format(height)} píxeles`
  const limit = `hasta ${most / 1_000_000} millones de píxeles`
  return new UnreadableMedia('large', `La imagen es muy grande: tiene ${size} y se admiten ${limit}.`)
}

const atMost = (width: number) => ({ width, height: width, fit: 'inside', withoutEnlargement: true }) as const

/** Decoded pixels in the largest size that is stored; each smaller size is made from the next larger one. */
async function largest(picture: Sharp): Promise<Sharp> {
  try {
    return await pixels(picture.resize(atMost(PRINT_WIDTH)).toColourspace('srgb'))
  } catch (error) {
    throw damaged(error)
  }
}

async function pixels(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: info })
}

/** Turns a picture upright. It is small already, because a picture has to be in memory as a whole to be turned. */
async function upright(picture: Sharp, orientation: number | undefined): Promise<Sharp> {
  switch (orientation) {
    case 2:
      return pixels(picture.flop())
    case 3:
      return pixels(picture.rotate(180))
    case 4:
      return pixels(picture.flip())
    case 5:
      return pixels((await pixels(picture.rotate(90))).flop())
    case 6:
      return pixels(picture.rotate(90))
    case 7:
      return pixels((await pixels(picture.rotate(90))).flip())
    case 8:
      return pixels(picture.rotate(270))
    default:
      return picture
  }
}

async function encoded(picture: Sharp): Promise<Buffer> {
  try {
    return await picture.toBuffer()
  } catch (error) {
    throw damaged(error)
  }
}

async function putVariants(files: Files, file: string, large: Sharp): Promise<void> {
  const modal = await pixels(large.clone().resize(atMost(MODAL_WIDTH)))
  const page = await pixels(modal.clone().resize(atMost(PAGE_WIDTH)))
  const small = await pixels(page.clone().resize(atMost(CARD_WIDTH)))
  const flat = (picture: Sharp) => picture.clone().flatten({ background: '#fff' })
  const [print, forPage, screen, card, document] = await Promise.all([
    flat(large).jpeg({ quality: PRINT_QUALITY }).toBuffer(),
    flat(page).jpeg({ quality: PAGE_QUALITY }).toBuffer(),
    modal.clone().webp({ quality: 82, effort: 2 }).toBuffer(),
    small.clone().webp({ quality: 80, effort: 2 }).toBuffer(),
    flat(small).jpeg({ quality: 80 }).toBuffer(),
  ])
  await Promise.all([
    files.put(cardVariant(file), card),
    files.put(documentVariant(file), document),
    files.put(printVariant(file), print),
    files.put(pageVariant(file), forPage),
  ])
  // This size is stored last: its presence says that all sizes are there.
  await files.put(file, screen)
}

const PRINT_QUALITY = 85
const PAGE_QUALITY = 80

/**
 * Makes the JPEG for print of a picture that was stored before there was this size, from the largest that there is. Nothing
 * happens where it is stored already, or where the picture is not.
 */
export async function keepPrint(files: Files, file: string): Promise<void> {
  if (await files.stat(printVariant(file))) return
  const screen = await readStored(files, file)
  if (!screen) return
  await inTurn(async () => {
    const print = decoded(screen).flatten({ background: '#fff' }).jpeg({ quality: PRINT_QUALITY })
    await files.put(printVariant(file), await encoded(print))
  })
}

/**
 * The JPEG of a picture for a catalogue of six a page; null when the picture is not stored. A picture from before there was
 * this size, or of a restored backup, which leaves it out, gets it now, and keeps it.
 */
export async function keptPagePhoto(files: Files, file: string): Promise<Uint8Array | null> {
  const kept = await readStored(files, pageVariant(file))
  if (kept) return kept
  const print = await readStored(files, printVariant(file))
  if (!print) return readStored(files, documentVariant(file))
  return inTurn(async () => {
    const made = await encoded(decoded(print).resize(atMost(PAGE_WIDTH)).jpeg({ quality: PAGE_QUALITY }))
    await files.put(pageVariant(file), made)
    return made
  })
}
