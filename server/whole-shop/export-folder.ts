/** The folder of an export: written whole or not at all, and never over what is there. */
import fs from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, open, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { BROKEN, type Frame, readJson, WholeShopError } from './frames.ts'
import { type ExportSummary, exportEndFrame, fileFrame, tableFrame } from './whole-shop.types.ts'

/** @throws WholeShopError when something is in the folder, or it is no folder */
export function refuseUsedFolder(folder: string): void {
  const facts = fs.statSync(folder, { throwIfNoEntry: false })
  if (facts && !facts.isDirectory())
    throw new WholeShopError(`${folder} ya existe y no es una carpeta: elija otro nombre.`)
  if (facts && fs.readdirSync(folder).length > 0)
    throw new WholeShopError(`La carpeta ${folder} no está vacía, y no se pisa nada: elija otra.`)
}

/**
 * Lets `write` fill a new folder, which only its owner may read. Until it is whole it has another name, beside its own; where
 * `write` fails nothing is left.
 *
 * @throws WholeShopError when something is in the folder; whatever `write` throws
 */
export async function intoNewFolder<T>(folder: string, write: (unfinished: string) => Promise<T>): Promise<T> {
  refuseUsedFolder(folder)
  const whole = path.resolve(folder)
  await mkdir(path.dirname(whole), { recursive: true })
  // A name that nobody has: also of a killed export nothing is removed, because it could be somebody's folder.
  const unfinished = await mkdtemp(`${whole}.part-`)
  try {
    const done = await write(unfinished)
    if (fs.existsSync(whole)) await rmdir(whole)
    await rename(unfinished, whole)
    return done
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/**
 * Writes the frames of `exportShop` into `folder`.
 *
 * @throws WholeShopError when something is in the folder, or a frame names a file outside of it
 */
export const writeExport = (folder: string, frames: AsyncIterable<Frame>): Promise<ExportSummary> =>
  intoNewFolder(folder, (unfinished) => writeFiles(unfinished, frames))

async function writeFiles(folder: string, frames: AsyncIterable<Frame>): Promise<ExportSummary> {
  let summary: ExportSummary | undefined
  let handle: FileHandle | undefined
  const close = async () => {
    await handle?.sync()
    await handle?.close()
    handle = undefined
  }
  try {
    for await (const frame of frames) {
      if (frame.kind === 'data') await handle?.writeFile(frame.bytes)
      else {
        await close()
        if (frame.kind === 'end') summary = readJson(exportEndFrame, frame)
        else handle = await create(folder, readJson(frame.kind === 'table' ? tableFrame : fileFrame, frame).name)
      }
    }
  } finally {
    await handle?.close()
  }
  if (!summary) throw new WholeShopError('La exportación no llegó a su final.')
  return summary
}

async function create(folder: string, name: string): Promise<FileHandle> {
  const place = path.join(folder, name)
  if (!place.startsWith(folder + path.sep)) throw new WholeShopError(BROKEN)
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
  return open(place, 'wx', 0o600)
}
