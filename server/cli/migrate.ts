/** `bulto migrate` */
import { readConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { type Command, exitCodes } from './command.ts'

export const migrateCommand: Command = {
  summary: 'Crea o actualiza las tablas de la base de datos.',
  notes: ['Los demás comandos y el arranque de la tienda lo hacen solos.'],
  async run(_input, terminal) {
    const { databaseUrl: url, databaseLimits: limits, dataDir } = readConfig(terminal.env)
    const db = await openDatabase({ url, limits, dataDir })
    try {
      const names = await migrate(db)
      for (const name of names) terminal.print(`Aplicada: ${name}`)
      terminal.print(names.length === 0 ? 'La base de datos ya estaba al día.' : 'La base de datos está al día.')
    } finally {
      await db.close()
    }
    return exitCodes.done
  },
}
