/** `bulto restore FILE` */
import { readConfig } from '../config.ts'
import { openFiles } from '../ports/files/open-files.ts'
import { checkBackup, readBackup } from '../whole-shop/backup-file.ts'
import { writeShop } from '../whole-shop/write-shop.ts'
import { totals } from './backup.ts'
import { type Command, exitCodes } from './command.ts'
import { intoEmptyDatabase, secondsSince } from './with-shop.ts'

export const restore: Command = {
  summary: 'Trae una tienda de su copia de seguridad a un lugar vacío.',
  args: ['ARCHIVO'],
  options: {
    drill: {
      help: 'Para un simulacro: la tienda restaurada no manda correos, pedidos ni avisos, y no lee del ERP',
    },
  },
  notes: [
    'El lugar es la carpeta DATA_DIR sin tienda, o la base vacía de DATABASE_URL; una con datos no se toca.',
    'Entra todo o nada: un archivo cortado, alterado o con otra clave se rechaza. Con BACKUP_KEY se abre una copia cifrada.',
    'Las sesiones no vuelven: cada uno entra de nuevo con su contraseña. Los números siguen 10000 más adelante,',
    'para no repetir los de pedidos posteriores a la copia.',
    'Un simulacro (--drill) queda marcado en su base, también si la tienda se reinicia: «bulto end-drill» lo termina.',
  ],
  async run({ args: [file = ''], switches }, terminal) {
    const config = readConfig(terminal.env)
    const started = performance.now()
    const place = config.databaseUrl ? { url: config.databaseUrl } : { dataDir: config.dataDir }
    const summary = await intoEmptyDatabase(place, async (db) => {
      // Whatever is wrong with the file is known before anything of it is stored.
      await checkBackup(file, config.backupKey)
      return writeShop({ db, files: await openFiles(config) }, readBackup(file, config.backupKey), {
        fromThePast: true,
        drill: switches.has('drill'),
        onFile: (count) => terminal.progress.show('archivos', count, count),
      })
    })
    for (const name of summary.missing) terminal.note(`La copia no tenía el archivo ${name}, que la tienda muestra.`)
    terminal.print(`Tienda restaurada: ${totals(summary)}, en ${secondsSince(started)}.`)
    if (switches.has('drill')) terminal.print('Es un simulacro: no manda nada hasta «bulto end-drill».')
    return exitCodes.done
  },
}
