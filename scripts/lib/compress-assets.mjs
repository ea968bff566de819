/** Compresses the built files once, with brotli and gzip, so that no request has to. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Text and programs; the formats of fonts and pictures are compressed already. */
const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest|wasm)$/
/** Smaller files, in bytes, are not compressed: the answer's headers weigh more than what is saved. */
const WORTHWHILE = 1024

/**
 * Writes `FILE.br` and `FILE.gz` beside every compressible file, at the highest levels.
 * @param {string} folder Its subfolders are left alone.
 */
export async function compressAssets(folder) {
  const names = readdirSync(folder).filter((name) => COMPRESSIBLE.test(name))
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name)
      const bytes = readFileSync(file)
      if (bytes.length < WORTHWHILE) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      writeFileSync(`${file}.br`, await brotli(bytes, { params }))
      writeFileSync(`${file}.gz`, await zip(bytes, { level: constants.Z_BEST_COMPRESSION }))
    }),
  )
}
