/** Writes files that other programs read: whole or not at all, even after a power cut. */
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Errors of file systems that cannot flush a folder, such as some network disks; nothing can be done about it here. */
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

/**
 * Writes a file as `unfinished`, then renames it to `path`. When it resolves the file is safe on the disk; when it throws,
 * `unfinished` is gone. `prepare` gets the path of the unfinished file before the rename.
 */
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
