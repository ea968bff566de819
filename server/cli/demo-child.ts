/** `bulto demo` in a process of its own, for a shop that is starting. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CommandError } from './command.ts'

/** The command's file: beside the bundle that asks, or its source, which needs tsx. */
function commandFile(): string[] {
  const bundle = fileURLToPath(new URL('./bulto.js', import.meta.url))
  if (existsSync(bundle)) return [bundle]
  return ['--import', 'tsx', fileURLToPath(new URL('./bulto.ts', import.meta.url))]
}

/**
 * Fills the configured, empty database with the demo shop, in a child process. Drawing its pictures takes hundreds of
 * megabytes that a process gives back only by ending. Progress and errors are shown on this console.
 *
 * @throws CommandError when the child did not finish
 */
export async function fillDemoInChild(env: NodeJS.ProcessEnv): Promise<void> {
  // However this process ends, its channel closes, and then the child ends, too (demo.ts).
  const child = spawn(process.execPath, [...commandFile(), 'demo'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new CommandError('No se pudo cargar la tienda de muestra; arriba está la razón')
}
