/** `bulto init` */
import { randomBytes } from 'node:crypto'
import { readConfig } from '../config.ts'
import { prepareDataDir } from '../lib/data-folder.ts'
import { type Command, exitCodes } from './command.ts'
import { checkFolder } from './findings.ts'
import { adminOptions, makeFirstAdmin, passwordNotes } from './first-admin.ts'
import type { Terminal } from './terminal.ts'
import { withShop } from './with-shop.ts'

export const init: Command = {
  summary: 'Empieza una tienda propia: vacía, con su primer administrador.',
  options: adminOptions,
  notes: [
    'Lo que no se indica se pregunta. También da el primer administrador a una tienda que quedó sin ninguno.',
    ...passwordNotes,
    'Sin BACKUP_KEY muestra además una clave para las copias, hecha al azar, que no guarda en ningún lado.',
    '',
    'Ejemplos:',
    '  bulto init --cuit 20-11111111-2 --email ana@tienda.example --name Ana',
    '  bulto init --replace-demo',
  ],
  async run(input, terminal) {
    // The unit and the start make it 700; made by hand it is open to whoever has an account on the machine.
    const { dataDir } = readConfig(terminal.env)
    prepareDataDir(dataDir, {
      warn: () =>
        terminal.note(`La carpeta de datos ${dataDir} estaba abierta a otros usuarios: se cerró (chmod 700).`),
    })
    const [rights] = checkFolder(dataDir)
    if (rights?.level !== 'good') terminal.note(`Aviso: ${rights?.text}. ${rights?.todo ?? ''}`)
    await withShop(terminal, async (shop) => {
      await makeFirstAdmin(shop, input, terminal)
      if (shop.config.backupKey === undefined) showBackupKey(terminal)
    })
    terminal.print('Lo siguiente: «bulto import CARPETA» con los archivos del ERP, o «bulto start».')
    return exitCodes.done
  },
}

/** Shows a key for backups once. It is stored nowhere: a key in the shop would be lost, or stolen, together with the shop. */
function showBackupKey(terminal: Terminal): void {
  terminal.print()
  terminal.print('Clave para cifrar las copias de seguridad, que no se vuelve a mostrar:')
  terminal.print(`  BACKUP_KEY=${randomBytes(24).toString('base64url')}`)
  terminal.print('Póngala en .env, y guárdela también en un gestor de claves o en papel, lejos de este equipo.')
  terminal.print('Si se pierde, ninguna copia hecha con ella se puede abrir nunca más: nadie tiene otra.')
  terminal.print()
}
