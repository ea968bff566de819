/** The console as commands see it; tests bring their own. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

export interface Terminal {
  /** A line of the command's result. */
  print(line?: string): void
  /** A line of progress, a warning or an error. It is not part of the result, so that the result can be piped. */
  note(line: string): void
  /** Shows how far a long task is. */
  progress: Progress
  /** Asks a person; null when there is none at the console. `secret` answers are not shown. */
  ask(question: string, options?: { secret?: boolean }): Promise<string | null>
  /** The first line that was piped in; empty when none was. */
  readPipedLine(): Promise<string>
  /** The environment; commands take secrets from it. */
  readonly env: NodeJS.ProcessEnv
}

export interface Progress {
  /** `label` names what is counted. */
  show(label: string, done: number, total: number): void
  /** Ends the display, before other lines are written. */
  clear(): void
}

const BAR_WIDTH = 30
/** Between two lines of progress where no bar can be drawn, in milliseconds. */
const LINE_EVERY = 5_000
/** Between two drawings of a bar, in milliseconds. */
const DRAW_EVERY = 50

/** A bar of one line, e.g. 'precios.csv  ████████······  52 %  (5200 de 10000)'. */
export function progressLine(label: string, done: number, total: number): string {
  const part = total === 0 ? 1 : Math.min(1, done / total)
  const full = Math.floor(part * BAR_WIDTH)
  const bar = '█'.repeat(full) + '·'.repeat(BAR_WIDTH - full)
  return `${label.padEnd(18)} ${bar} ${String(Math.floor(part * 100)).padStart(3)} %  (${done} de ${total})`
}

interface Output {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

/** A bar on a console; elsewhere a line every few seconds, so a short task prints none. */
export function progressOn(output: Output, now: () => number = Date.now): Progress {
  let drawn = false
  let last: number | undefined
  return {
    show(label, done, total) {
      // A bar shows from the beginning; a line only when the task turns out to take long.
      last ??= output.isTTY ? 0 : now()
      if (now() - last < (output.isTTY ? DRAW_EVERY : LINE_EVERY)) return
      last = now()
      if (output.isTTY) {
        output.write(`\r\u001b[2K${progressLine(label, done, total).slice(0, (output.columns ?? 80) - 1)}`)
        drawn = true
      } else {
        output.write(`${label}: ${done} de ${total}\n`)
      }
    },
    clear() {
      if (drawn) output.write('\r\u001b[2K')
      drawn = false
    },
  }
}

/** The console of this process. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process
  const progress = progressOn(stderr)
  return {
    progress,
    env: process.env,
    print: (line = '') => {
      progress.clear()
      stdout.write(`${line}\n`)
    },
    note: (line) => {
      progress.clear()
      stderr.write(`${line}\n`)
    },
    async ask(question, { secret = false } = {}) {
      if (!stdin.isTTY || !stderr.isTTY) return null
      progress.clear()
      // A secret interface must echo nothing, so its question is written here; any other one is readline's prompt, as readline erases
      // what stands in its line before it writes.
      if (secret) stderr.write(`${question}: `)
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
      const input = createInterface({ input: stdin, output: secret ? silent : stderr, terminal: true })
      try {
        return (await input.question(secret ? '' : `${question}: `)).trim()
      } finally {
        input.close()
        if (secret) stderr.write('\n')
      }
    },
    async readPipedLine() {
      if (stdin.isTTY) return ''
      const lines = createInterface({ input: stdin })
      for await (const line of lines) {
        lines.close()
        return line
      }
      return ''
    },
  }
}
