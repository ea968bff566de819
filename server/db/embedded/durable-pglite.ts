/**
 * PGlite that keeps what it acknowledges.
 *
 * As shipped it starts PostgreSQL with fsync off, its file system has no fsync to call, and its first
 * initialisation copies file by file into the folder. In a power cut each of the three loses data or
 * leaves a folder that does not open; this module mends all three.
 */
import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { announce, unfinishedFolder } from './database-folder.ts'

const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-cfsync=on',
  // The file system knows fsync only; fdatasync would do nothing, silently.
  '-cwal_sync_method=fsync',
  // Small: the system caches the same files, and the engine's memory only ever grows.
  '-cshared_buffers=16MB',
  '-cmaintenance_work_mem=16MB',
  '-cmax_connections=10',
]

/**
 * Opens the database in `folder`, which `initialise` has made.
 *
 * @param onFsync called after each file has reached the disk
 */
export async function openDurablePglite(folder: string, onFsync: () => void): Promise<PGlite> {
  // PGlite takes a folder without PG_VERSION for a new one, and would write over the files that are left in it.
  if (!fs.existsSync(path.join(folder, 'PG_VERSION'))) throw new Error(`${folder} has no PG_VERSION`)
  return PGlite.create({ fs: durableFileSystem(folder, onFsync), startParams })
}

/**
 * Makes an empty database. All or nothing: a folder under its final name is complete and on the disk. The engine
 * does not give its memory back, so this must run in a thread that ends.
 */
export async function initialise(folder: string): Promise<void> {
  const unfinished = unfinishedFolder(folder)
  fs.rmSync(unfinished, { recursive: true, force: true })
  announce(folder)
  const database = await PGlite.create({ dataDir: unfinished })
  await database.close()
  sealTree(unfinished)
  fs.renameSync(unfinished, folder)
  fsyncPath(path.dirname(folder))
}

/** An Emscripten stream on a file of the host: `nfd` is the host's descriptor, when it is open. */
interface HostStream {
  nfd?: number
  node: unknown
}

interface HostFileSystem {
  node_ops: { setattr: (node: unknown, attributes: { mode?: number }) => void }
  stream_ops: { fsync?: (stream: HostStream) => number }
  realPath(node: unknown): string
}

/** Rights of group and others. */
const FOREIGN_RIGHTS = 0o077
/** WASI's errno for an input/output error. */
const EIO = 29

function durableFileSystem(folder: string, onFsync: () => void): NodeFS {
  const fileSystem = new NodeFS(folder)
  const init = fileSystem.init.bind(fileSystem)
  fileSystem.init = async (pg, options) => {
    const { emscriptenOpts } = await init(pg, options)
    const install = (module: unknown) => {
      const host = (module as { NODEFS: HostFileSystem }).NODEFS
      const { setattr } = host.node_ops
      // The engine sets the rights of its files past the umask.
      host.node_ops.setattr = (node, { mode, ...others }) =>
        setattr(node, mode === undefined ? others : { ...others, mode: mode & ~FOREIGN_RIGHTS })
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
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), install] } }
  }
  return fileSystem
}

/** Makes a folder and all below it private to its owner, and flushes it to the disk (fsync). */
function sealTree(folder: string): void {
  fs.chmodSync(folder, 0o700)
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const entryPath = path.join(folder, entry.name)
    if (entry.isDirectory()) {
      sealTree(entryPath)
    } else if (entry.isFile()) {
      fs.chmodSync(entryPath, 0o600)
      fsyncPath(entryPath)
    }
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
