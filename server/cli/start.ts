/** `bulto start`: the shop itself; `npm start` is this command. */
import closeWithGrace from 'close-with-grace'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { type Command, CommandError, exitCodes } from './command.ts'
import { demoAccountLines } from './demo.ts'
import { fillDemoInChild } from './demo-child.ts'
import { type ListenFault, listenFault, portFault } from './listening.ts'
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
    for (const remark of config.remarks) terminal.note(`Aviso: ${remark}`)
    // Before the database would be opened, and filled with the demo, for a shop that nobody can reach.
    const taken = await listenFault(config)
    if (taken) throw refusedAt(taken)
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
      const fault = portFault(error, config.port)
      throw fault ? refusedAt(fault) : error
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

const refusedAt = ({ text, todo }: ListenFault): CommandError => new CommandError(`${text}. ${todo}`)
