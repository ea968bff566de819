/** Runs the real, built shop as a process of its own, which can be stopped and killed, and the other commands of `bulto`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../', import.meta.url))
const builtCommand = (root: string) => [join(root, 'dist', 'server', 'bulto.js')]
const sourceCommand = (root: string) => ['--import', 'tsx', join(root, 'server', 'cli', 'bulto.ts')]
/** A start that takes longer hangs; a busy machine may need more than a minute. */
const START_MS = 180_000
const ADDRESS = /La tienda atiende en (http:\/\/[\w.:[\]]+)/

export interface ShopOptions {
  /** Folder of the embedded database, the files and the mails. */
  dataDir: string
  /** What the process writes is added to this file. */
  logFile: string
  /** Added to the environment that every shop gets here, and stronger than it. */
  env?: NodeJS.ProcessEnv
  /** Options of Node itself, e.g. '--cpu-prof'. */
  nodeArgs?: readonly string[]
  /** Start from the sources instead of the build. */
  fromSources?: boolean | undefined
  /** Another checkout of the repository than this one. */
  root?: string
  /** Another command than `start`, for instance 'demo'. */
  command?: string
  /** Longest time until it answers, in milliseconds. */
  patience?: number
}

export interface ShopProcess {
  readonly pid: number | undefined
  readonly dataDir: string
  readonly logFile: string
  /** The address where it answers; rejects when it ends before that, or takes too long. */
  readonly ready: Promise<string>
  /** Settles when the process is gone. */
  readonly ended: Promise<void>
  /** Ends it as an operator would, and waits. */
  stop(): Promise<void>
  /** Ends it as a power cut would, and waits. */
  kill(): Promise<void>
  /** Ends it as a power cut would, and does not wait. */
  cut(): void
}

/** Starts `bulto start` on a free port; it may be killed before it is ready. */
export function launchShop({
  dataDir,
  logFile,
  env = {},
  nodeArgs = [],
  fromSources = false,
  root = repository,
  command = 'start',
  patience = START_MS,
}: ShopOptions): ShopProcess {
  mkdirSync(dirname(logFile), { recursive: true })
  const log = createWriteStream(logFile, { flags: 'a' })
  const child = spawn(
    process.execPath,
    [...nodeArgs, ...(fromSources ? sourceCommand(root) : builtCommand(root)), command],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        // So the shop fills no demo into a database that a test left empty, and reads no .env of the developer.
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        PORT: '0',
        HOST: '127.0.0.1',
        // The persons of the sample registry, which a shop in production does not know.
        PADRON_PROVIDER: 'offline',
        // A few users send what hundreds would.
        REQUESTS_PER_USER: '1000000',
        REQUESTS_UNDER_WAY: '100000',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      log.end()
      resolve()
    })
  })
  const ready = addressOf(child, ended, logFile, patience)
  // A caller that kills it before it is ready does not await `ready`: its rejection must not end the test.
  ready.catch(() => {})
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return {
    pid: child.pid,
    dataDir,
    logFile,
    ready,
    ended,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    cut: () => void child.kill('SIGKILL'),
  }
}

function addressOf(child: ChildProcess, ended: Promise<void>, logFile: string, patience: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let written = ''
    const timer = setTimeout(
      () => reject(new Error(`The shop did not answer in ${patience} ms; see ${logFile}`)),
      patience,
    )
    child.stderr?.on('data', (chunk: Buffer) => {
      if (written.length < 100_000) written += chunk
      const address = ADDRESS.exec(written)?.[1]
      if (address) {
        clearTimeout(timer)
        resolve(address)
      }
    })
    void ended.then(() => {
      clearTimeout(timer)
      reject(new Error(`The shop ended before it answered:\n${written.slice(-2_000)}`))
    })
  })
}

/** A command that takes longer, in milliseconds, hangs; a busy machine may need minutes for a restore. */
const LONGEST_COMMAND = 300_000

/**
 * Runs a command of the built shop that is expected to end by itself. Answers its exit code and what it said on either output.
 * A shop that starts after all is ended with a signal: code null. `isOver` ends a command that the test no longer asks about.
 */
export async function runBulto(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  isOver: () => boolean = () => false,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [...builtCommand(repository), ...argv], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const hear = (text: string) => {
    said += text
    if (said.includes('La tienda atiende')) child.kill('SIGKILL')
  }
  child.stdout.setEncoding('utf8').on('data', hear)
  child.stderr.setEncoding('utf8').on('data', hear)
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_COMMAND)
  const watch = setInterval(() => isOver() && child.kill('SIGKILL'), 20)
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  clearInterval(watch)
  return { code: code as number | null, said }
}

/** Copies a filled data folder, on which no shop runs, into a new one; the caller removes it. */
export function copyData(folder: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-copy-'))
  cpSync(folder, dataDir, { recursive: true })
  rmSync(join(dataDir, 'db.lock'), { recursive: true, force: true })
  return dataDir
}

/** Megabytes of memory that a process holds (RSS); NaN where the system does not tell. */
export function memoryOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
