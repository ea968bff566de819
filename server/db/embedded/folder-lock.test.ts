import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { ownIdentity, type ProcessIdentity, presenceOf } from './process-identity.ts'

const contenderModule = fileURLToPath(new URL('../../test/lock-child.ts', import.meta.url))

let folder = ''
let lockDir = ''
const held: FolderLock[] = []

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-test-'))
  lockDir = path.join(folder, 'lock')
})
afterEach(() => {
  for (const lock of held.splice(0)) lock.release()
  fs.rmSync(folder, { recursive: true, force: true })
})

const take = async () => {
  const lock = await lockFolder(folder, lockDir)
  held.push(lock)
  return lock
}

/** Leaves a claim behind as a process with these traits would. */
function claimOf(number: number, traits: Partial<ProcessIdentity>): void {
  fs.mkdirSync(lockDir, { recursive: true })
  fs.writeFileSync(path.join(lockDir, String(number)), JSON.stringify({ ...ownIdentity(), ...traits }))
}

/** The pid of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid

/** A process that tries to take the locks it is told. */
async function startContender() {
  const child = spawn(process.execPath, ['--import', 'tsx', contenderModule], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answer = async () => (await lines.next()).value
  expect(await answer()).toBe('ready')
  return {
    take: (lock: string) => {
      child.stdin.write(`${lock}\n`)
      return answer()
    },
    end: () => {
      child.stdin.end()
      return once(child, 'close')
    },
  }
}

describe('a folder lock', () => {
  test('is held once and can be taken again when it is given back', async () => {
    const first = await take()
    await expect(take()).rejects.toThrow(`${folder} ya está en uso por el proceso ${process.pid}`)
    first.release()
    const second = await take()
    first.release()
    await expect(take()).rejects.toThrow('ya está en uso')
    second.release()
  })

  test('of a dead process is taken over', async () => {
    claimOf(1, { pid: deadPid(), started: '1' })
    await expect(take()).resolves.toBeDefined()
    expect(fs.readdirSync(lockDir)).toEqual(['2'])
  })

  test('is taken over when its pid now belongs to another process', async () => {
    claimOf(4, { pid: process.ppid, started: '1' })
    await expect(take()).resolves.toBeDefined()
  })

  test('is taken over when the machine has started anew since', async () => {
    claimOf(4, { boot: '00000000-0000-0000-0000-000000000000' })
    await expect(take()).resolves.toBeDefined()
  })

  test('whose content a power cut lost is taken over', async () => {
    fs.mkdirSync(lockDir)
    fs.writeFileSync(path.join(lockDir, '3'), '\0\0\0\0\0\0\0')
    await expect(take()).resolves.toBeDefined()
  })

  test('of another machine that still beats is respected', async () => {
    claimOf(1, { machine: 'elsewhere' })
    const claim = path.join(lockDir, '1')
    let beat = 1_700_000_000
    const beating = setInterval(() => fs.utimesSync(claim, beat, beat++), 20)
    try {
      await expect(take()).rejects.toThrow('en otro equipo (elsewhere)')
    } finally {
      clearInterval(beating)
    }
  })

  test('of a dead process goes to exactly one of the processes that contend for it', async () => {
    const contenders = await Promise.all(Array.from({ length: 4 }, startContender))
    try {
      for (let round = 0; round < 100; round++) {
        lockDir = path.join(folder, `lock-${round}`)
        claimOf(7, { pid: process.ppid, started: '1' })
        const answers = await Promise.all(contenders.map((contender) => contender.take(lockDir)))
        expect(answers.filter((answer) => answer === 'held')).toHaveLength(1)
      }
    } finally {
      await Promise.all(contenders.map((contender) => contender.end()))
    }
  })
})

describe('the presence of a process', () => {
  test('is told from its identity', () => {
    const own = ownIdentity()
    expect(presenceOf(own)).toBe('alive')
    expect(presenceOf({ ...own, pid: deadPid() })).toBe('dead')
    expect(presenceOf({ ...own, started: `${own.started}1` })).toBe('dead')
    expect(presenceOf({ ...own, machine: 'elsewhere' })).toBe('elsewhere')
  })
})
