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
 * Fills the configured, empty database with the demo shop. Drawing its pictures takes hundreds of megabytes that a
 * process never gives back, so they go with one that ends. Progress and errors are shown on this console.
 *
 * @throws CommandError when the child did not finish
 */
export async function fillDemoInChild(env: NodeJS.ProcessEnv): Promise<void> {
  // The channel ends with this process however it ends, and the child with the channel (demo.ts).
  const child = spawn(process.execPath, [...commandFile(), 'demo'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new CommandError('No se pudo cargar la tienda de muestra; arriba está la razón')
}
