/** Puts the demo shop's pictures and videos into the file store. */
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { type StoredMedia, storeDrawing, storeMedia } from '../media/media.ts'
import type { Files } from '../ports/files/port.ts'
import type { DemoBrand } from './brands.ts'
import { type DemoArticle, type DemoMedia, type VideoMotif, videos } from './catalogue.ts'
import { drawPicture } from './drawing/scenes.ts'
import { atWidth } from './drawing/shapes.ts'
import { assets, readPoster } from './drawings.ts'

/** Pixels of an article's picture; the modal shows them at most this large. */
const PICTURE_WIDTH = 720

/** The news, in their order. */
const slides = [
  { poster: 'dinosaurs', caption: 'Dinosaurios y robots: nueva línea con sonido y movimiento' },
  { poster: 'summer', caption: 'Verano: agua y playa desde 2 unidades' },
  { poster: 'building', caption: 'Construcción: ladrillitos, imanes y engranajes' },
] as const

export interface StoredPictures {
  readonly banner: StoredMedia
  readonly slides: readonly (StoredMedia & { readonly caption: string })[]
  /** The stored file of one of an article's slots. */
  of(article: DemoArticle, media: DemoMedia): StoredMedia
}

const keyOf = (brand: DemoBrand, media: DemoMedia): string =>
  'video' in media ? `video ${media.video}` : `${brand.name} ${Object.values(media.picture).join(' ')}`

/** Draws and stores all pictures and videos of the demo shop, each once, however many articles have it. */
export async function storePictures(
  files: Files,
  articles: readonly DemoArticle[],
  onProgress?: (done: number, total: number) => void,
): Promise<StoredPictures> {
  const wanted = new Map<string, () => Promise<StoredMedia>>()
  wanted.set('banner', () => storeDrawing(files, readPoster('banner')))
  for (const { caption, poster } of slides) wanted.set(caption, () => storeDrawing(files, readPoster(poster)))
  for (const { brand, media } of articles) {
    for (const slot of media) wanted.set(keyOf(brand, slot), () => storeSlot(files, brand, slot))
  }

  const stored = new Map<string, StoredMedia>()
  const queue = wanted.entries()
  const worker = async () => {
    for (const [key, store] of queue) {
      stored.set(key, await store())
      onProgress?.(stored.size, wanted.size)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, worker))

  const known = (key: string): StoredMedia => {
    const media = stored.get(key)
    if (!media) throw new Error(`${key} was not stored`)
    return media
  }
  return {
    banner: known('banner'),
    slides: slides.map(({ caption }) => ({ ...known(caption), caption })),
    of: ({ brand }, media) => known(keyOf(brand, media)),
  }
}

async function storeSlot(files: Files, brand: DemoBrand, media: DemoMedia): Promise<StoredMedia> {
  if ('video' in media) return storeMedia(files, await readVideo(media.video))
  return storeDrawing(files, atWidth(drawPicture(media.picture, brand), PICTURE_WIDTH))
}

/** One of the short videos. */
export const readVideo = (motif: VideoMotif): Promise<Buffer> =>
  readFile(new URL(`${motif}.${videos[motif].extension}`, assets))
