/** `bulto demo` */
import { type Command, CommandError, exitCodes } from './command.ts'
import { secondsSince, withShop } from './with-shop.ts'

export const demo: Command = {
  summary: 'Llena una base de datos vacía con la tienda de muestra.',
  notes: ['Son artículos, fotos, clientes, pedidos y usuarios inventados; a una base con datos no la toca.'],
  async run(_input, terminal) {
    const started = performance.now()
    endWithStarter()
    // Imported late: the picture library takes its time to load.
    const { DemoRefused, fillDemoShop } = await import('../demo/demo.ts')
    const { articles, clients, orders } = await withShop(terminal, ({ db, files }) =>
      fillDemoShop({
        db,
        files,
        onProgress: (done, total) => terminal.progress.show('tienda de muestra', done, total),
      }),
    ).catch((error: unknown) => {
      throw error instanceof DemoRefused ? new CommandError(error.message) : error
    })
    terminal.print(
      `La tienda de muestra está lista en ${secondsSince(started)}: ${articles} artículos, ${clients} clientes, ${orders} pedidos.`,
    )
    for (const line of await demoAccountLines()) terminal.print(line)
    return exitCodes.done
  },
}

/** Ends this process when the shop that started it (demo-child.ts) is killed: the database is then filled for nobody. */
function endWithStarter(): void {
  process.once('disconnect', () => process.exit(exitCodes.failed))
  process.channel?.unref()
}

/** The accounts of the demo shop, for whoever tries it. */
export async function demoAccountLines(): Promise<string[]> {
  const { accountLines, DEMO_PASSWORD } = await import('../demo/demo.ts')
  return [`Cuentas de muestra, todas con la contraseña ${DEMO_PASSWORD}:`, ...accountLines().map((line) => `  ${line}`)]
}
