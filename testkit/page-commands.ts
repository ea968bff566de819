/** The blocks of a page that somebody follows word by word, and a place to follow them in. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../', import.meta.url))
const ADDRESS = /La tienda atiende en (http:\/\/[\w.:[\]]+)/
/** A first start builds; on a busy machine that takes a minute. */
const PATIENCE = 240_000

/** A fenced block: what its fence says after the three signs ('' for commands), and its lines. */
export interface Block {
  readonly kind: string
  readonly lines: readonly string[]
}

/** The fenced blocks of a page in their order; one inside a list is indented, its lines are not. */
export const blocksOf = (markdown: string): Block[] =>
  [...markdown.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm)].map(([, indent = '', kind = '', text = '']) => ({
    kind,
    lines: text
      .split('\n')
      .map((line) => line.slice(indent.length))
      .filter((line) => line.trim() !== ''),
  }))

/** What a page needs of the repository: neither its history nor what a first start makes. */
const LEFT_OUT = ['.git', 'node_modules', 'data', 'test-results', 'e2e', 'bench', 'docs/pictures', 'docs/decisions']

export interface Walk {
  /** The folder around the program. */
  readonly folder: string
  /** Runs a line as it is written. @throws when it does not end with 0 */
  run(line: string, input?: string): Promise<string>
  /** Runs a line that starts the shop, until `visit` is done, and ends it as Ctrl-C does. */
  start(line: string, visit: (address: string) => Promise<void>): Promise<void>
  /** Puts `KEY=value` into `.env`, over the line of that key. */
  set(setting: string): void
  /** Milliseconds of each line so far. */
  readonly times: readonly { readonly line: string; readonly milliseconds: number }[]
  remove(): void
}

/**
 * An empty folder with the program in `bulto`, as an unpacked archive has it, but for the packages, which are linked: the
 * network is not what is tried.
 * @param port where a shop answers
 */
export function startWalk(port: number): Walk {
  const folder = mkdtempSync(join(tmpdir(), 'bulto-leeme-'))
  const program = join(folder, 'bulto')
  cpSync(repository, program, {
    recursive: true,
    filter: (source) => !LEFT_OUT.includes(relative(repository, source).split(sep).join('/')),
  })
  symlinkSync(join(repository, 'node_modules'), join(program, 'node_modules'))
  let at = folder
  const times: { line: string; milliseconds: number }[] = []
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port) }

  const begin = (line: string): ChildProcess & { said: () => string } => {
    // A group of its own: Ctrl-C reaches npm and what it started.
    const child = spawn('sh', ['-c', line], { cwd: at, env, detached: true })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    return Object.assign(child, { said: () => said })
  }
  const timed = async <T>(line: string, work: () => Promise<T>): Promise<T> => {
    const since = performance.now()
    try {
      return await work()
    } finally {
      times.push({ line, milliseconds: Math.round(performance.now() - since) })
    }
  }

  return {
    folder,
    times,
    async run(line, input = '') {
      const [, place] = /^cd (\S+)$/.exec(line) ?? []
      if (place !== undefined) {
        at = join(at, place)
        if (!existsSync(at)) throw new Error(`${line}: ${at} is not there`)
        return ''
      }
      return timed(line, async () => {
        const child = begin(line)
        // A command that ends without reading what it is given tells so by its code.
        child.stdin?.on('error', () => undefined).end(input)
        const [code] = await once(child, 'close')
        if (code !== 0) throw new Error(`${line} ended with ${code}:\n${child.said()}`)
        return child.said()
      })
    },
    async start(line, visit) {
      const child = begin(line)
      const ended = once(child, 'close')
      try {
        const address = await timed(line, () => readyOf(child, ended))
        await visit(address)
      } finally {
        if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT')
        await ended
      }
    },
    set(setting) {
      const file = join(at, '.env')
      const key = setting.slice(0, setting.indexOf('='))
      const others = readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => !line.startsWith(`${key}=`))
      writeFileSync(file, `${[...others, setting].join('\n')}\n`)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** @throws when it ends before it answers, or takes too long */
async function readyOf(child: { said: () => string }, ended: Promise<unknown>): Promise<string> {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  const until = Date.now() + PATIENCE
  for (;;) {
    const [, address] = ADDRESS.exec(child.said()) ?? []
    if (address !== undefined) return address
    if (isOver || Date.now() > until) throw new Error(`the shop did not start:\n${child.said()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
