/**
 * One process at a time may use a database folder.
 *
 * The lock is a folder of numbered claims; the highest number owns. A claim is made with link(), so
 * it appears whole or not at all and only once per number. Taking over from a dead owner means making
 * the next number, which only one contender can. The highest claim is never removed, only emptied when
 * its owner leaves: numbers never go back, and whoever acts on an old view finds a higher claim there.
 */

import { randomUUID } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseInUseError } from '../errors.ts'
import { ownIdentity, type ProcessIdentity, presenceOf } from './process-identity.ts'

const heartbeatMs = 2_000
/** An owner on another machine that does not beat for this long is gone. */
const foreignSilenceMs = 10_000

export interface FolderLock {
  /** Gives the folder back; may be called more than once. */
  release(): void
}

/**
 * Takes the lock `lockDir` that guards `folder` (named in the message to the user).
 *
 * @throws DatabaseInUseError, in Spanish, when a living process holds it
 */
export async function lockFolder(folder: string, lockDir: string): Promise<FolderLock> {
  mkdirSync(lockDir, { recursive: true })
  for (;;) {
    const last = highestClaim(lockDir)
    if (last > 0) {
      const owner = readClaim(lockDir, last)
      if (owner === 'gone') continue
      if (owner !== 'released' && (await isAlive(owner, join(lockDir, String(last)))))
        throw inUse(folder, owner)
    }
    if (makeClaim(lockDir, last + 1)) return hold(lockDir, last + 1)
  }
}

function highestClaim(lockDir: string): number {
  return claims(lockDir).reduce((highest, claim) => Math.max(highest, claim), 0)
}

function claims(lockDir: string): number[] {
  return readdirSync(lockDir)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

function readClaim(lockDir: string, number: number): ProcessIdentity | 'released' | 'gone' {
  try {
    const text = readFileSync(join(lockDir, String(number)), 'utf8')
    return text === '' ? 'released' : (JSON.parse(text) as ProcessIdentity)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'gone'
    // A power cut can leave a claim of the right length without its content; its owner died with it.
    if (error instanceof SyntaxError) return 'released'
    throw error
  }
}

async function isAlive(owner: ProcessIdentity, claim: string): Promise<boolean> {
  const presence = presenceOf(owner)
  if (presence !== 'elsewhere') return presence === 'alive'
  // Clocks of two machines may differ: only whether the beat moves counts.
  const before = statSync(claim).mtimeMs
  for (let waited = 0; waited < foreignSilenceMs; waited += 500) {
    await delay(500)
    if (statSync(claim, { throwIfNoEntry: false })?.mtimeMs !== before) return true
  }
  return false
}

/** Whether claim `number` was made by us and is the highest. */
function makeClaim(lockDir: string, number: number): boolean {
  const claim = join(lockDir, String(number))
  const draft = join(lockDir, `draft-${randomUUID()}`)
  writeFileSync(draft, JSON.stringify(ownIdentity()))
  try {
    linkSync(draft, claim)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
  if (highestClaim(lockDir) === number) return true
  rmSync(claim, { force: true })
  return false
}

function hold(lockDir: string, number: number): FolderLock {
  for (const older of claims(lockDir)) {
    if (older < number) rmSync(join(lockDir, String(older)), { force: true })
  }
  const claim = join(lockDir, String(number))
  const heartbeat = setInterval(() => {
    const now = new Date()
    try {
      utimesSync(claim, now, now)
    } catch {
      // The folder was taken away under us; the database itself will tell.
    }
  }, heartbeatMs)
  heartbeat.unref()
  let held = true
  const release = () => {
    if (!held) return
    held = false
    clearInterval(heartbeat)
    process.off('exit', release)
    try {
      truncateSync(claim)
    } catch {
      // Without the file there is nothing left to give back.
    }
  }
  process.on('exit', release)
  return { release }
}

function inUse(folder: string, owner: ProcessIdentity): DatabaseInUseError {
  const where = presenceOf(owner) === 'elsewhere' ? ` en otro equipo (${owner.machine})` : ''
  return new DatabaseInUseError(
    `La carpeta de datos ${folder} ya está en uso por el proceso ${owner.pid}${where}. ` +
      'Ciérrelo antes de continuar, o elija otra carpeta de datos.',
  )
}
