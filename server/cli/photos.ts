/** `bulto photos DIR` */
import { stat } from 'node:fs/promises'
import { DEMO_HOLDS_THE_SHOP, hasDemoData } from '../db/demo-mark.ts'
import { type Command, CommandError, exitCodes } from './command.ts'
import { secondsSince, withShop } from './with-shop.ts'

export const photos: Command = {
  summary: 'Importa las fotos y los videos de una carpeta, nombrados por código de artículo.',
  args: ['CARPETA'],
  notes: [
    'Nombres: CODIGO.jpg es la primera foto del artículo, CODIGO_2.png la segunda, hasta CODIGO_5.',
    'Código de salida: 0 si entró todo lo que hay en la carpeta, 1 si algo no entró; cada archivo que no entró se nombra.',
  ],
  async run({ args: [directory = ''] }, terminal) {
    const isFolder = await stat(directory).then(
      (facts) => facts.isDirectory(),
      () => false,
    )
    if (!isFolder) throw new CommandError(`No se puede leer la carpeta ${directory}`)
    const started = performance.now()
    // Imported late: the picture library takes its time to load.
    const { importPhotos } = await import('../media/media.ts')
    const report = await withShop(terminal, async ({ db, files }) => {
      if (await hasDemoData(db.kysely)) throw new CommandError(DEMO_HOLDS_THE_SHOP)
      return importPhotos({
        db,
        files,
        directory,
        onProgress: (done, total) => terminal.progress.show('fotos', done, total),
      })
    })
    for (const { file, reason } of report.refused) terminal.note(`${file}: ${reason}`)
    for (const file of report.unknown) terminal.note(`${file}: ningún artículo tiene ese código`)
    const { matched, changed, unknown, refused } = report
    terminal.print(
      `Fotos: ${matched} de artículos conocidos (${changed} nuevas o cambiadas), ${unknown.length} sin artículo, ${refused.length} rechazadas, en ${secondsSince(started)}.`,
    )
    return refused.length + unknown.length > 0 ? exitCodes.failed : exitCodes.done
  },
}
