/** Runs a command of the shop's command line inside a test, with a terminal that records its output. */
import { runBulto } from '../cli/run.ts'
import type { Terminal } from '../cli/terminal.ts'

/** What a person has set, piped and typed; without `typed` nobody sits at the terminal. */
export interface Answers {
  env?: NodeJS.ProcessEnv
  piped?: string
  typed?: string[]
}

/** Runs a command on a data folder and gives its exit code, what it wrote and what it asked. */
export async function runCommand(argv: string[], dataDir: string, { env = {}, piped = '', typed }: Answers = {}) {
  const printed: string[] = []
  const noted: string[] = []
  const asked: string[] = []
  const terminal: Terminal = {
    env: { DATA_DIR: dataDir, ...env },
    print: (line = '') => void printed.push(line),
    note: (line) => void noted.push(line),
    progress: { show: () => {}, clear: () => {} },
    ask: async (question) => {
      asked.push(question)
      return typed ? (typed.shift() ?? '') : null
    },
    readPipedLine: async () => piped,
  }
  const code = await runBulto(argv, terminal)
  return { code, printed: printed.join('\n'), noted: noted.join('\n'), asked }
}
