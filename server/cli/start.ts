/** `bulto start`: the shop itself; `npm start` is this command. */
import closeWithGrace from 'close-with-grace'
import { readConfig } from '../config.ts'
import { errorCode } from '../db/errors.ts'
import { createLog } from '../log.ts'
import { type Command, CommandError, exitCodes } from './command.ts'
import { demoAccountLines } from './demo.ts'
import { secondsSince } from './with-shop.ts'

/** What is under way may take this long after a signal, in milliseconds. */
const CLOSING_TIME = 10_000

export const start: Command = {
  summary: 'Inicia la tienda.',
  notes: [
    'Se configura con variables de entorno o un archivo .env; .env.example las explica.',
    'Una base embebida vacía se llena con la tienda de muestra, salvo con NODE_ENV=production.',
  ],
  /** Resolves when the shop answers; its open port keeps the process alive. */
  async run(_input, terminal) {
    const started = performance.now()
    const config = readConfig(terminal.env)
    const log = createLog(config.logLevel)
    // Only here: whoever reads the help need not wait for the web server to load.
    const { startShop } = await import('../main.ts')
    const shop = await startShop(config, {
      log,
      onDemoProgress: (done, total) => terminal.progress.show('tienda de muestra', done, total),
      onLost: (error) => {
        // Whoever watches over the process starts it again; in here nothing works any more.
        log.fatal({ err: error }, 'the database is lost')
        process.exit(exitCodes.failed)
      },
    }).catch((error: unknown) => {
      if (errorCode(error) !== 'EADDRINUSE') throw error
      throw new CommandError(`El puerto ${config.port} ya está en uso; elija otro con PORT`)
    })
    closeWithGrace({ delay: CLOSING_TIME, logger: false }, async ({ err }) => {
      if (err) log.fatal({ err }, 'the service ends')
      await shop.close()
    })
    // For the person at the console; the log beside it is for machines.
    terminal.note(`La tienda atiende en ${shop.url} (${secondsSince(started)}).`)
    if (shop.demo) for (const line of await demoAccountLines()) terminal.note(line)
    return exitCodes.done
  },
}
