/**
 * Makes the demo shop's short videos from its own drawings: `npx tsx scripts/make-demo-videos.ts`.
 * Only this script needs ffmpeg, as the videos are committed.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { brands } from '../server/demo/brands.ts'
import { type VideoMotif, videos } from '../server/demo/catalogue.ts'
import { motifs } from '../server/demo/drawing/motifs.ts'
import { box, circle, group, oval, svg } from '../server/demo/drawing/shapes.ts'
import { root } from './lib/prepare.mjs'

const SIZE = 480
const FRAMES = 60
const PER_SECOND = 20

/** The place of a motif at a moment from 0 to 1. The end meets the beginning, so that the video loops. */
const moves: Record<VideoMotif, (moment: number) => { transform: string; behind?: string }> = {
  car: (moment) => ({
    transform: `translate(${((moment + 0.5) % 1) * 800 - 400} ${4 * Math.sin(moment * 16 * Math.PI)})`,
    behind: oval(200 + ((moment + 0.5) % 1) * 800 - 400, 310, 120, 9, '#F2B8AB'),
  }),
  rocket: (moment) => ({
    transform: `translate(${3 * Math.sin(moment * 20 * Math.PI)} ${400 - ((moment + 0.5) % 1) * 800})`,
    behind: Array.from({ length: 5 }, (_, puff) => {
      const y = 760 - ((moment + 0.5) % 1) * 800 + puff * 46
      return circle(200 + (puff % 2 ? 16 : -16), y, 26 - puff * 3, '#FFFFFF')
    }).join(''),
  }),
  top: (moment) => ({
    transform: `translate(${18 * Math.sin(moment * 4 * Math.PI)} 0) rotate(${9 * Math.sin(moment * 8 * Math.PI)} 200 350)`,
    behind: oval(200 + 18 * Math.sin(moment * 4 * Math.PI), 354, 70, 9, '#9CCFDA'),
  }),
  drum: (moment) => {
    const beat = Math.abs(Math.sin(moment * 6 * Math.PI))
    return {
      transform: `translate(0 ${-26 * beat}) rotate(${5 * Math.sin(moment * 6 * Math.PI)} 200 330)`,
      behind: oval(200, 336, 128 - 26 * beat, 11, '#CDB9F5'),
    }
  },
}

function frame(motif: VideoMotif, moment: number): string {
  const brand = brands.find(({ name }) => name === videos[motif].brand)
  if (!brand) throw new Error(`no brand for ${motif}`)
  const [palette] = brand.palettes
  const { transform, behind = '' } = moves[motif](moment)
  const scene = [box(0, 0, 400, 400, 0, palette.back), brand.backdrop(palette), behind]
  return svg(SIZE, SIZE, group(`scale(${SIZE / 400})`, ...scene, group(transform, motifs[motif](palette))))
}

const encoders = {
  webm: ['-c:v', 'libvpx-vp9', '-crf', '40', '-b:v', '0', '-row-mt', '0', '-threads', '1'],
  mp4: ['-c:v', 'libx264', '-crf', '28', '-preset', 'veryslow', '-movflags', '+faststart', '-threads', '1'],
}

const target = join(root, 'server', 'demo', 'assets')
mkdirSync(target, { recursive: true })
for (const motif of Object.keys(videos) as VideoMotif[]) {
  const { extension } = videos[motif]
  const folder = mkdtempSync(join(tmpdir(), 'bulto-video-'))
  for (let index = 0; index < FRAMES; index++) {
    const png = sharp(Buffer.from(frame(motif, index / FRAMES))).png()
    await png.toFile(join(folder, `${String(index).padStart(3, '0')}.png`))
  }
  const file = join(target, `${motif}.${extension}`)
  const input = ['-y', '-loglevel', 'error', '-framerate', String(PER_SECOND), '-i', join(folder, '%03d.png')]
  const common = ['-pix_fmt', 'yuv420p', '-an', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact']
  execFileSync('ffmpeg', [...input, ...encoders[extension], ...common, file], { stdio: 'inherit' })
  rmSync(folder, { recursive: true })
  console.log(`${file}: ${(statSync(file).size / 1024).toFixed(1)} KB`)
}
