/** `bulto start`: the shop itself; `npm start` is this command. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import closeWithGrace from 'close-with-grace'
import { type Config, readConfig } from '../config.ts'
import { errorCode } from '../db/errors.ts'
import { createLog } from '../log.ts'
import { type Command, CommandError, exitCodes } from './command.ts'
import { demoAccountLines } from './demo.ts'
import { fillDemoInChild } from './demo-child.ts'
import { secondsSince } from './with-shop.ts'

/** Grace period after a signal: how long requests and jobs under way may take, in milliseconds. */
const CLOSING_TIME = 10_000

export const start: Command = {
  summary: 'Inicia la tienda.',
  notes: [
    'Se configura con variables de entorno o un archivo .env; .env.example las explica.',
    'Una carpeta de datos nueva se llena con la tienda de muestra, salvo con NODE_ENV=production.',
  ],
  /** Resolves when the shop answers; its open port keeps the process alive. */
  async run(_input, terminal) {
    const started = performance.now()
    const config = readConfig(terminal.env)
    const log = createLog(config.logLevel)
    // Imported late: the command's help need not wait for the web server to load.
    const { startShop } = await import('../main.ts')
    const { DemoRefused } = await import('../demo/demo.ts')
    await assertAddress(config)
    const shop = await startShop(config, {
      log,
      fillDemo: () => fillDemoInChild(terminal.env),
      onLost: (error) => {
        // Nothing works any more in this process; its supervisor (systemd, Docker) starts it again.
        log.fatal({ err: error }, 'the database is lost')
        process.exit(exitCodes.failed)
      },
    }).catch((error: unknown) => {
      if (error instanceof DemoRefused) throw new CommandError(error.message)
      throw explainPort(error, config.port)
    })
    closeWithGrace({ delay: CLOSING_TIME + config.drainSeconds * 1000, logger: false }, async ({ err }) => {
      if (err) log.fatal({ err }, 'the service ends')
      terminal.note('La tienda se detiene: termina lo que está atendiendo.')
      await shop.close()
      terminal.note('La tienda se detuvo.')
    })
    // For the person at the console; the log beside it is for machines.
    terminal.note(`La tienda atiende en ${shop.url} (${secondsSince(started)}).`)
    if (!shop.hasAdmin)
      terminal.note('Todavía no tiene administrador, y nadie puede entrar: deténgala y ejecute «bulto init».')
    if (shop.demo) for (const line of await demoAccountLines()) terminal.note(line)
    return exitCodes.done
  },
}

/**
 * Tries address and port first: otherwise the database would be opened, and filled with the demo, for a shop that nobody
 * can reach.
 *
 * @throws CommandError
 */
async function assertAddress({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen(port, host), 'listening')
  } catch (error) {
    const explained = explainPort(error, port)
    if (explained !== error) throw explained
    throw new CommandError(
      `No se puede atender en HOST «${host}»: no es una dirección de este equipo (${errorCode(error) ?? 'desconocida'}). ` +
        'Use 127.0.0.1 para este equipo solo, o 0.0.0.0 para todas sus redes',
      { cause: error },
    )
  } finally {
    await new Promise((resolve) => probe.close(resolve))
  }
}

/** A CommandError for a port that cannot be taken; any other error as it is. */
function explainPort(error: unknown, port: number): unknown {
  const code = errorCode(error)
  if (code === 'EADDRINUSE') return new CommandError(`El puerto ${port} ya está en uso; elija otro con PORT`)
  if (code === 'EACCES')
    return new CommandError(`No hay permiso para atender en el puerto ${port}; elija con PORT uno desde 1024`)
  return error
}
