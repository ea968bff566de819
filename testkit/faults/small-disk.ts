/** Disks of the test's own, which only root may mount. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export const NOT_MOUNTED = 'OMITIDA: montar un disco pequeño pide ser root'

/** A file that is being written holds its disk up for a moment. */
const LONGEST_BUSY = 10_000

const mount = (...args: string[]) => void execFileSync('mount', args, { stdio: 'pipe' })
const unmount = (...args: string[]) => void execFileSync('umount', args, { stdio: 'pipe' })

/** A small disk in memory; null where this process may not mount one. */
export function mountDisk(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true })
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)
  } catch {
    return null
  }
  return {
    /** Takes writes or none; not while a file is open for writing. */
    async remount(how: 'ro' | 'rw') {
      for (const until = Date.now() + LONGEST_BUSY; ; await delay(50))
        try {
          return mount('-o', `remount,${how}`, folder)
        } catch (error) {
          if (Date.now() > until) throw error
        }
    },
    away: () => unmount('-l', folder),
  }
}

/** A disk that fails as a real one does: read-only from one moment to the next, also for files that are open. */
export function mountFailingDisk(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true })
  const image = `${folder}.img`
  writeFileSync(image, '')
  truncateSync(image, megabytes * 2 ** 20)
  const put = () => mount('-o', 'loop,errors=remount-ro', image, folder)
  try {
    execFileSync('mkfs.ext4', ['-q', '-F', image], { stdio: 'pipe' })
    put()
  } catch {
    return null
  }
  return {
    fail: () => mount('-o', 'remount,abort', folder),
    /** Takes writes again; nobody may use it. */
    mend() {
      unmount(folder)
      put()
    },
    away: () => unmount('-l', folder),
  }
}

/** Leaves `left` bytes of a disk. */
export function fillUp(folder: string, left: number): string {
  const ballast = join(folder, 'lastre')
  const bytes = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize - left
  }
  writeFileSync(ballast, '')
  // The shop writes meanwhile: in pieces, until nothing more goes in.
  try {
    while (bytes() > 0) appendFileSync(ballast, Buffer.alloc(Math.min(bytes(), 2 ** 20)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
  return ballast
}
