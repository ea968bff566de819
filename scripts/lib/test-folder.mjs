/** Where a run of tests keeps its shops and databases. */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps a file system in memory there. */
const MEMORY = '/dev/shm'
/** What the largest run takes, twice: the browser tests with two workers. */
const NEEDED_BYTES = 4 * 2 ** 30

/**
 * Makes a folder for this process, which removes it as it ends; those of processes that were killed are removed with it. It lies
 * in memory where there is room: a shop has 1,500 small files and each test file copies some, which costs a disk's file system
 * up to ten times as much processor.
 * @param {string} [memory]
 * @returns {string} Its path; programs that run under another account may enter it.
 */
export function makeTestFolder(memory = MEMORY) {
  const parent = freeBytes(memory) >= NEEDED_BYTES ? memory : tmpdir()
  removeAbandoned(parent)
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`))
  chmodSync(folder, 0o755)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

const PREFIX = 'bulto-pruebas-'

/** @param {string} folder */
function freeBytes(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** @param {string} parent */
function removeAbandoned(parent) {
  for (const name of readdirSync(parent)) {
    const pid = Number(name.startsWith(PREFIX) && name.slice(PREFIX.length).split('-')[0])
    if (pid > 0 && !isRunning(pid)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
