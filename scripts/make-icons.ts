// Makes the installed app's icons from the favicon: `node --import tsx scripts/make-icons.ts`. The results are committed.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { root } from './lib/prepare.mjs'

const source = readFileSync(join(root, 'web', 'favicon.svg'), 'utf8')
const folder = join(root, 'web', 'public', 'icons')
/** Systems cut a maskable icon to a shape of their own: its ground fills the square, and its drawing stays in the middle. */
const maskable = source
  .replace('rx="8"', '')
  .replace(/(<circle.*)<\/svg>/, '<g transform="translate(4.8 4.8) scale(.7)">$1</g></svg>')

mkdirSync(folder, { recursive: true })
const icons: readonly (readonly [name: string, svg: string, size: number])[] = [
  ['icon-192.png', source, 192],
  ['icon-512.png', source, 512],
  ['maskable-512.png', maskable, 512],
  // iOS rounds its icons itself.
  ['apple-180.png', source.replace('rx="8"', ''), 180],
]
for (const [name, svg, size] of icons)
  await sharp(Buffer.from(svg), { density: 72 * (size / 32) })
    .resize(size, size)
    .png({ palette: true })
    .toFile(join(folder, name))
