/** Files in a folder of this machine. */
import { randomUUID } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { mkdir, open, opendir, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder, writeWhole } from '../../lib/whole-file.ts'
import { assertFileName, type Files } from './port.ts'

const errorCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
const isMissing = (error: unknown) => errorCode(error) === 'ENOENT'

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** The entries of a folder; none when it is missing. Node's own recursive listing leaves entries out of large folders. */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  const opened = await orNull(opendir(folder))
  if (opened) yield* opened
}

/** Makes both folders. Node's recursive `mkdir` says ENOENT of a read-only disk; the plain one says what it is. */
async function makePath(directory: string, folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    if (!isMissing(error)) throw error
    for (const path of [directory, folder])
      await mkdir(path).catch((reason: unknown) => {
        if (errorCode(reason) !== 'EEXIST') throw reason
      })
  }
}

/** Keeps files under `directory` (usually DATA_DIR/files), spread over 256 folders by their first two characters. */
export function diskFiles(directory: string): Files {
  const folders = new Map<string, Promise<string>>()
  const pathOf = (name: string) => {
    assertFileName(name)
    return join(directory, name.slice(0, 2).toLowerCase(), name)
  }
  const makeFolder = async (folder: string) => {
    await makePath(directory, folder)
    await syncFolder(directory)
    return folder
  }
  const folderOf = (name: string): Promise<string> => {
    const folder = join(directory, name.slice(0, 2).toLowerCase())
    const made = folders.get(folder) ?? makeFolder(folder)
    folders.set(folder, made)
    made.catch(() => folders.delete(folder))
    return made
  }

  return {
    async put(name, bytes) {
      const path = pathOf(name)
      const folder = await folderOf(name)
      // A unique name: two requests may store the same picture at the same time.
      await writeWhole(path, join(folder, `.${name}.${randomUUID()}`), bytes)
    },

    async get(name, range) {
      const handle = await orNull(open(pathOf(name), 'r'))
      if (!handle) return null
      try {
        const { size, mtime } = await handle.stat()
        const stream = createReadStream('', { fd: handle, ...range })
        return { stream, size, modified: mtime }
      } catch (error) {
        await handle.close()
        throw error
      }
    },

    async stat(name) {
      const facts = await orNull(stat(pathOf(name)))
      return facts && { size: facts.size, modified: facts.mtime }
    },

    async touch(name) {
      const now = new Date()
      return (await orNull(utimes(pathOf(name), now, now).then(() => true))) ?? false
    },

    async *list() {
      for await (const folder of entriesOf(directory)) {
        if (!folder.isDirectory()) continue
        for await (const entry of entriesOf(join(directory, folder.name))) {
          if (!entry.isFile()) continue
          // A file renamed since is listed by its new name, a removed one no more.
          const facts = await orNull(stat(join(entry.parentPath, entry.name)))
          if (facts) yield { name: entry.name, modified: facts.mtime }
        }
      }
    },

    async remove(name) {
      const path = pathOf(name.replace(/^\./, ''))
      await rm(name.startsWith('.') ? join(dirname(path), name) : path, { force: true })
    },
  }
}
