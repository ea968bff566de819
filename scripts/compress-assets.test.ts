import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressAssets } from './lib/compress-assets.mjs'

test('every text worth it stands beside its brotli and its gzip; nothing else does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bulto-assets-'))
  const text = 'const mundo = "juguete"\n'.repeat(100)
  try {
    for (const name of ['a.js', 'b.css', 'c.svg', 'd.woff2']) writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, 'short.js'), 'const corto = 1')
    await compressAssets(folder)
    const packed = ['a.js', 'b.css', 'c.svg'].flatMap((name) => [name, `${name}.br`, `${name}.gz`])
    expect(readdirSync(folder).sort()).toEqual([...packed, 'd.woff2', 'short.js'])
    expect(brotliDecompressSync(readFileSync(join(folder, 'a.js.br'))).toString()).toBe(text)
    expect(gunzipSync(readFileSync(join(folder, 'a.js.gz'))).toString()).toBe(text)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
