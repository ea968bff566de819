/** `bulto export DIR` */
import { readConfig } from '../config.ts'
import { pushWire } from '../ports/erp/push-wire.ts'
import { refuseUsedFolder, writeExport } from '../whole-shop/export-folder.ts'
import { exportShop } from '../whole-shop/export-shop.ts'
import { type Command, exitCodes } from './command.ts'
import { withShopFrames } from './shop-frames.ts'
import { secondsSince } from './with-shop.ts'

export const exportCommand: Command = {
  summary: 'Escribe todo lo que la tienda tiene en una carpeta, como CSV y fotos, para leerlo sin ella.',
  args: ['CARPETA'],
  notes: [
    'La carpeta no debe existir, o debe estar vacía; queda entera o no queda. La tienda puede seguir andando.',
    'Se lee sin la tienda, y lo que «bulto import» y «bulto photos» toman vuelve a hacer otra; LEEME.md lo explica.',
    'Dice todo de todos los clientes, sin cifrar. No lleva contraseñas, claves ni el historial.',
  ],
  async run({ args: [folder = ''] }, terminal) {
    refuseUsedFolder(folder)
    const started = performance.now()
    const { rows, files, missing } = await withShopFrames(
      readConfig(terminal.env),
      { call: 'export', migrates: true, read: (source) => exportShop(source, pushWire) },
      (frames) => writeExport(folder, frames),
    )
    for (const name of missing) terminal.note(`Falta el archivo ${name}, que la tienda muestra.`)
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
    terminal.print(
      `Exportación en ${folder}: ${Object.keys(rows).length} tablas con ${total} filas y ${files} fotos y documentos, en ${secondsSince(started)}.`,
    )
    terminal.print('LEEME.md dice qué hay en cada archivo. Guárdela bien: dice todo de sus clientes.')
    return exitCodes.done
  },
}
