/** A backup's file: written whole or not at all, and refused when it is not as it was written. */
import { createReadStream, existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { assertStorable, decodeFrames, encodeFrames, type Frame, readJson, WholeShopError } from './frames.ts'
import { seal, unseal } from './seal.ts'
import { endFrame, fileFrame, headerFrame, type Summary, tableFrame } from './whole-shop.types.ts'

export interface WrittenBackup {
  /** Size of the whole file. */
  readonly bytes: number
  readonly summary: Summary
}

/**
 * Writes frames to `file`, which only its owner may read. Until the file is whole it has another name.
 *
 * @param key encrypts the file; without it the file is not encrypted
 * @throws WholeShopError when there is a file of that name already
 */
export async function writeBackup(
  file: string,
  frames: AsyncIterable<Frame>,
  key: string | undefined,
): Promise<WrittenBackup> {
  refuseExisting(file)
  const unfinished = `${file}.part`
  const handle = await open(unfinished, 'w', 0o600)
  try {
    let written: Summary | undefined
    const watched = watch(frames, (frame) => {
      if (frame.kind === 'end') written = readJson(endFrame, frame)
    })
    for await (const bytes of seal(encodeFrames(watched), key)) await handle.writeFile(bytes)
    if (!written) throw new WholeShopError('La copia no llegó a su final.')
    await handle.sync()
    const { size } = await handle.stat()
    await handle.close()
    await rename(unfinished, file)
    return { bytes: size, summary: written }
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(unfinished, { force: true })
    throw error
  }
}

/**
 * The folder is not made: where a disk is not mounted, the backup would silently lie on another one.
 * @throws WholeShopError when there is a file of that name already, or no such folder
 */
export function refuseExisting(file: string): void {
  const folder = dirname(resolve(file))
  if (!existsSync(folder)) throw new WholeShopError(`La carpeta ${folder} no existe: créela, o elija otra.`)
  if (existsSync(file)) throw new WholeShopError(`El archivo ${file} ya existe, y no se pisa: elija otro nombre.`)
}

/** The frames in a backup's file. @throws WholeShopError when it is cut, altered or no backup, or when the key is wrong */
export async function* readBackup(file: string, key: string | undefined): AsyncGenerator<Frame> {
  if (!(await stat(file).catch(() => null))?.isFile()) throw new WholeShopError(`No se puede leer el archivo ${file}.`)
  yield* decodeFrames(unseal(createReadStream(file, { highWaterMark: 256 * 1024 }), key))
}

/**
 * Reads a backup's file to its end and uses nothing of it, so that a cut or altered file is refused before anything of it
 * is stored.
 *
 * @throws WholeShopError as `readBackup`, and for a file that was forged to hold what the shop never writes
 */
export async function checkBackup(file: string, key: string | undefined): Promise<void> {
  for await (const frame of readBackup(file, key)) {
    if (frame.kind === 'rows' || frame.kind === 'data') continue
    if (frame.kind === 'file') assertStorable(readJson(fileFrame, frame))
    else readJson(SCHEMAS[frame.kind], frame)
  }
}

const SCHEMAS = { header: headerFrame, table: tableFrame, end: endFrame } as const

async function* watch(frames: AsyncIterable<Frame>, see: (frame: Frame) => void): AsyncGenerator<Frame> {
  for await (const frame of frames) {
    see(frame)
    yield frame
  }
}
