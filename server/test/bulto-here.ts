/** A command of `bulto` run in the process of a test. */
import { runBulto } from '../cli/run.ts'

/** Its exit code, and all that it wrote. */
export async function bultoHere(argv: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; said: string }> {
  const lines: string[] = []
  const code = await runBulto(argv, {
    env,
    print: (line = '') => void lines.push(line),
    note: (line) => void lines.push(line),
    progress: { show: () => {}, clear: () => {} },
    ask: async () => null,
    readPipedLine: async () => '',
  })
  return { code, said: lines.join('\n') }
}
