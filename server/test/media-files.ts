/** Small pictures and films, made here: real enough for every part that reads them. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

const assets = new URL('../demo/assets/', import.meta.url)

/** A film that plays, of some 20 KB: one of the demo shop's. */
export const makeFilm = (format: 'mp4' | 'webm'): Promise<Buffer<ArrayBuffer>> =>
  readFile(new URL(format === 'mp4' ? 'rocket.mp4' : 'car.webm', assets)) as Promise<Buffer<ArrayBuffer>>

/** A picture of noise, which no format makes small. */
export const makePicture = (width: number, height = width) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
