/** Commands of the built shop that are expected to end by themselves. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const bulto = fileURLToPath(new URL('../../dist/server/bulto.js', import.meta.url))
/** A command that takes longer, in milliseconds, hangs; a busy machine may need minutes for a restore. */
const LONGEST = 300_000

/**
 * Its exit code and what it said on either output. A shop that starts after all is ended with a signal: code null. `isOver`
 * ends a command that the test no longer asks about.
 */
export async function runBuilt(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  isOver: () => boolean = () => false,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [bulto, ...argv], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const hear = (text: string) => {
    said += text
    if (said.includes('La tienda atiende')) child.kill('SIGKILL')
  }
  child.stdout.setEncoding('utf8').on('data', hear)
  child.stderr.setEncoding('utf8').on('data', hear)
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST)
  const watch = setInterval(() => isOver() && child.kill('SIGKILL'), 20)
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  clearInterval(watch)
  return { code: code as number | null, said }
}
