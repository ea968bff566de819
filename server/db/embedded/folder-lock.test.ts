import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { identityOf, type Presence, type ProcessIdentity, presenceIn, presenceOf } from './process-identity.ts'

/** Systems other than Linux do not tell which processes they are ending. */
const isLinux = process.platform === 'linux'
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
  fs.writeFileSync(path.join(lockDir, String(number)), JSON.stringify({ ...identityOf(), ...traits }))
}

/** The pid of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid

/** A process that has ended and that nobody has asked for its exit code: a zombie. */
async function startZombie() {
  // Once the shell has become another program, nobody waits for what it started before.
  const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: parent.stdout }), 'line')
  const pid = Number(line)
  const isZombie = () => /^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))
  await vi.waitUntil(isZombie, { timeout: 20_000 })
  return { pid, remove: () => parent.kill('SIGKILL') }
}

/** A process that tries to take the locks it is told. */
async function startContender() {
  const child = spawn(process.execPath, ['--import', 'tsx', contenderModule], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answer = async () => (await lines.next()).value
  expect(await answer()).toBe('ready')
  return {
    process: child,
    take: (lock: string) => {
      child.stdin.write(`${lock}\n`)
      return answer()
    },
    fill: (megabytes: number) => {
      child.stdin.write(`fill ${megabytes}\n`)
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

  test('is not had by who acts on an outdated list: a higher claim owns', async () => {
    claimOf(1, { pid: deadPid(), started: '1' })
    const presence = (owner: ProcessIdentity): Presence => {
      // While the owner of the first claim is judged, others come and go, and one stays.
      if (owner.started !== '1') return 'alive'
      claimOf(3, {})
      return 'dead'
    }
    await expect(lockFolder(folder, lockDir, { presence, endingMs: 0 })).rejects.toThrow('ya está en uso')
    expect(
      fs
        .readdirSync(lockDir)
        .filter((name) => /^\d+$/.test(name))
        .sort(),
    ).toEqual(['1', '3'])
  })

  test('whose content a power cut lost is taken over', async () => {
    fs.mkdirSync(lockDir)
    fs.writeFileSync(path.join(lockDir, '3'), '\0\0\0\0\0\0\0')
    await expect(take()).resolves.toBeDefined()
  })

  test.runIf(isLinux)('of a zombie is taken over', async () => {
    const zombie = await startZombie()
    try {
      claimOf(1, identityOf(zombie.pid))
      await expect(take()).resolves.toBeDefined()
    } finally {
      zombie.remove()
    }
  })

  test.runIf(isLinux)('is had at once after its owner was killed, however long that one takes to go', async () => {
    const owner = await startContender()
    expect(await owner.take(lockDir)).toBe('held')
    // What it holds in memory is what the system has to take down before the process is gone.
    expect(await owner.fill(400)).toBe('filled')
    owner.process.kill('SIGKILL')
    await expect(take()).resolves.toBeDefined()
    expect(fs.readdirSync(lockDir)).toEqual(['2'])
  })

  test('of an ending owner is waited for', async () => {
    claimOf(1, {})
    const answers: Presence[] = ['ending', 'ending', 'dead']
    const presence = vi.fn(() => answers.shift() ?? 'alive')
    held.push(await lockFolder(folder, lockDir, { presence, endingMs: 60_000 }))
    expect(presence).toHaveBeenCalledTimes(3)
  })

  test('of an owner that never finishes ending is refused in words of its own', async () => {
    claimOf(1, {})
    const taking = lockFolder(folder, lockDir, { presence: () => 'ending', endingMs: 50 })
    await expect(taking).rejects.toThrow(
      `sigue ocupada por el proceso ${process.pid}, que todavía no terminó de cerrarse`,
    )
  })

  test('of a living owner is refused at once where the system tells who lives', async () => {
    claimOf(1, { started: '1' })
    const presence = vi.fn<(owner: ProcessIdentity) => Presence>(() => 'alive')
    await expect(lockFolder(folder, lockDir, { presence, endingMs: 60_000 })).rejects.toThrow(
      `ya está en uso por el proceso ${process.pid}`,
    )
    expect(presence).toHaveBeenCalledOnce()
  })

  test('is waited for a little where the system does not tell a killed owner from a living one', async () => {
    claimOf(1, { started: '' })
    const answers: Presence[] = ['alive', 'alive']
    held.push(await lockFolder(folder, lockDir, { presence: () => answers.shift() ?? 'dead', endingMs: 0 }))
    expect(answers).toEqual([])
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
    const own = identityOf()
    expect(presenceOf(own)).toBe('alive')
    expect(presenceOf({ ...own, pid: deadPid() })).toBe('dead')
    expect(presenceOf({ ...own, started: `${own.started}1` })).toBe('dead')
    expect(presenceOf({ ...own, machine: 'elsewhere' })).toBe('elsewhere')
  })

  // As the kernel writes it; fields that tell nothing here left out.
  const status = (fields: Record<string, string>) =>
    Object.entries({
      Name: 'node',
      State: 'S (sleeping)',
      VmSize: '11893012 kB',
      CoreDumping: '0',
      Threads: '19',
      SigPnd: '0000000000000000',
      ShdPnd: '0000000000000000',
      SigBlk: '0000000000000100',
      ...fields,
    })
      .map(([name, value]) => `${name}:\t${value}\n`)
      .join('')

  test.each([
    ['alive', 'sleeps', {}],
    ['alive', 'is asked to end in order (SIGTERM)', { ShdPnd: '0000000000004000' }],
    ['alive', 'is stopped', { State: 'T (stopped)' }],
    ['ending', 'was killed as a whole', { State: 'D (disk sleep)', ShdPnd: '0000000000000100' }],
    ['ending', 'was killed in its first thread', { State: 'R (running)', SigPnd: '0000000000000100' }],
    ['ending', 'is a zombie whose other threads still go', { State: 'Z (zombie)', Threads: '2' }],
    ['ending', 'writes its memory out after a fault', { CoreDumping: '1' }],
    ['dead', 'is a zombie without other threads', { State: 'Z (zombie)', Threads: '1' }],
    ['dead', 'is gone', { State: 'X (dead)' }],
  ])('is %s when it %s', (presence, _, fields) => {
    expect(presenceIn(status(fields))).toBe(presence)
  })

  test('is ending when it has no memory any more', () => {
    expect(presenceIn(status({}).replace(/^VmSize.*\n/m, ''))).toBe('ending')
  })
})
