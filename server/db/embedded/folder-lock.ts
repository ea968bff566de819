/**
 * One process at a time may use a database folder.
 *
 * The lock is a folder of numbered claims; the highest number owns. A claim is made with link(), so
 * it appears whole or not at all and only once per number. Taking over from a dead owner means making
 * the next number, which only one contender can. The highest claim is never removed, only emptied when
 * its owner leaves. So numbers never go back, and a process that acts on an outdated list finds a higher claim.
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
import { identityOf, type Presence, type ProcessIdentity, presenceOf } from './process-identity.ts'

const heartbeatMs = 2_000
/** An owner on another machine that sends no heartbeat for this long is gone. */
const foreignSilenceMs = 10_000
/** A killed owner whose memory and threads the system is still taking down gets this long. */
const endingMs = 10_000
/** Where the system does not tell a killed owner from a living one (not Linux), every owner gets this long. */
const untoldMs = 1_500
const pollMs = 20

export interface FolderLock {
  /** Gives the folder back; may be called more than once. */
  release(): void
}

/** How owners are judged; tests bring their own. */
export interface OwnerCheck {
  presence: (owner: ProcessIdentity) => Presence
  /** How long an ending owner is waited for, in milliseconds. */
  endingMs: number
}

/**
 * Takes the lock `lockDir` that guards `folder` (named in the message to the user). An owner that is
 * ending is waited for; a living one is not.
 *
 * @throws DatabaseInUseError, in Spanish, when a living process holds it
 */
export async function lockFolder(
  folder: string,
  lockDir: string,
  check: OwnerCheck = { presence: presenceOf, endingMs },
): Promise<FolderLock> {
  mkdirSync(lockDir, { recursive: true })
  for (;;) {
    const last = highestClaim(lockDir)
    if (last > 0) {
      const owner = readClaim(lockDir, last)
      if (owner === 'gone') continue
      if (owner !== 'released') {
        const presence = await settledPresence(owner, join(lockDir, String(last)), check)
        if (presence !== 'dead') throw inUse(folder, owner, presence)
      }
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

/** The owner's presence, once waiting longer would not change it. */
async function settledPresence(owner: ProcessIdentity, claim: string, check: OwnerCheck): Promise<Presence> {
  const since = performance.now()
  for (;;) {
    const presence = check.presence(owner)
    if (presence === 'dead') return 'dead'
    if (presence === 'elsewhere') return (await beats(claim)) ? 'elsewhere' : 'dead'
    const patience = presence === 'ending' ? check.endingMs : owner.started === '' ? untoldMs : 0
    if (performance.now() - since >= patience) return presence
    await delay(pollMs)
  }
}

/** Whether an owner on another machine still sends heartbeats: touches its claim. */
async function beats(claim: string): Promise<boolean> {
  // Clocks of two machines may differ, so only a change of the time counts.
  const lastBeat = statSync(claim).mtimeMs
  for (let waited = 0; waited < foreignSilenceMs; waited += 500) {
    await delay(500)
    if (statSync(claim, { throwIfNoEntry: false })?.mtimeMs !== lastBeat) return true
  }
  return false
}

/** Makes claim `number`; false when another process made it or a higher one. */
function makeClaim(lockDir: string, number: number): boolean {
  const claim = join(lockDir, String(number))
  const draft = join(lockDir, `draft-${randomUUID()}`)
  writeFileSync(draft, JSON.stringify(identityOf()))
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
      // The folder was removed while the shop runs; the database itself will fail.
    }
  }, heartbeatMs)
  heartbeat.unref()
  let isHeld = true
  const release = () => {
    if (!isHeld) return
    isHeld = false
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

function inUse(folder: string, owner: ProcessIdentity, presence: Presence): DatabaseInUseError {
  if (presence === 'ending') {
    return new DatabaseInUseError(
      `La carpeta de datos ${folder} sigue ocupada por el proceso ${owner.pid}, que todavía no terminó de cerrarse. ` +
        'Espere unos segundos y vuelva a intentarlo.',
    )
  }
  const where = presence === 'elsewhere' ? ` en otro equipo (${owner.machine})` : ''
  return new DatabaseInUseError(
    `La carpeta de datos ${folder} ya está en uso por el proceso ${owner.pid}${where}. ` +
      'Ciérrelo antes de continuar, o elija otra carpeta de datos.',
  )
}
