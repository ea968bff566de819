/**
 * PGlite that keeps what it acknowledges.
 *
 * As shipped it starts PostgreSQL with fsync off, its file system has no fsync to call, and its first
 * initialisation copies file by file into the folder. Each of the three loses data in a power cut or
 * leaves a folder that does not open; here none of them is left.
 */
import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** wal_sync_method: the file system knows fsync only; fdatasync would do nothing, silently. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-cfsync=on',
  '-cwal_sync_method=fsync',
]

/**
 * Opens the database in `folder`, creating it first when there is none.
 *
 * @param onFsync called after each file has reached the disk
 */
export async function openDurablePglite(folder: string, onFsync: () => void): Promise<PGlite> {
  if (!fs.existsSync(path.join(folder, 'PG_VERSION'))) await initialise(folder)
  return PGlite.create({ fs: durableFileSystem(folder, onFsync), startParams })
}

/** All or nothing: a folder under its final name is complete and on the disk. */
async function initialise(folder: string): Promise<void> {
  const unfinished = `${folder}.new`
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.mkdirSync(path.dirname(folder), { recursive: true })
  const database = await PGlite.create({ dataDir: unfinished })
  await database.close()
  fsyncTree(unfinished)
  fs.renameSync(unfinished, folder)
  fsyncPath(path.dirname(folder))
}

/** An Emscripten stream on a file of the host: `nfd` is the host's descriptor, when it is open. */
interface HostStream {
  nfd?: number
  node: unknown
}

interface HostFileSystem {
  stream_ops: { fsync?: (stream: HostStream) => number }
  realPath(node: unknown): string
}

/** WASI's errno for an input/output error. */
const EIO = 29

function durableFileSystem(folder: string, onFsync: () => void): NodeFS {
  const fileSystem = new NodeFS(folder)
  const init = fileSystem.init.bind(fileSystem)
  fileSystem.init = async (pg, options) => {
    const { emscriptenOpts } = await init(pg, options)
    const installFsync = (module: unknown) => {
      const host = (module as { NODEFS: HostFileSystem }).NODEFS
      host.stream_ops.fsync = (stream) => {
        try {
          if (stream.nfd !== undefined) fs.fsyncSync(stream.nfd)
          else fsyncPath(host.realPath(stream.node))
        } catch {
          // PostgreSQL stops the transaction, or itself, on this answer.
          return EIO
        }
        onFsync()
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), installFsync] } }
  }
  return fileSystem
}

function fsyncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const entryPath = path.join(folder, entry.name)
    if (entry.isDirectory()) fsyncTree(entryPath)
    else if (entry.isFile()) fsyncPath(entryPath)
  }
  fsyncPath(folder)
}

function fsyncPath(target: string): void {
  const isFolder = fs.statSync(target).isDirectory()
  // Windows cannot open folders and keeps their entries by itself.
  if (isFolder && process.platform === 'win32') return
  const descriptor = fs.openSync(target, isFolder || process.platform !== 'win32' ? 'r' : 'r+')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
