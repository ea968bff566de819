/** Files that somebody else reads: there whole or not at all, also after a power cut. */
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Where folders cannot be flushed, on some network disks, their file system sees to it or nobody can. */
const CANNOT = new Set<unknown>(['EINVAL', 'ENOTSUP', 'EPERM'])

/** Flushes a folder's own entries; a renamed file may otherwise be gone after a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open a folder; its file system journals renames.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    if (!CANNOT.has((error as NodeJS.ErrnoException).code)) throw error
  } finally {
    await handle.close()
  }
}

/** Writes a file under `unfinished` and gives it its name; safe on the disk when it resolves, nothing left when it throws. `prepare` sees it before anybody else. */
export async function writeWhole(
  path: string,
  unfinished: string,
  content: Uint8Array | string,
  prepare: (unfinished: string) => Promise<void> = async () => {},
): Promise<void> {
  try {
    const handle = await open(unfinished, 'w')
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await prepare(unfinished)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}
