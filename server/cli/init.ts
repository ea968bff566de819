/** `bulto init` */
import { type Command, exitCodes } from './command.ts'
import { adminOptions, makeFirstAdmin, passwordNotes } from './first-admin.ts'
import { withShop } from './with-shop.ts'

export const init: Command = {
  summary: 'Empieza una tienda propia: vacía, con su primer administrador.',
  options: adminOptions,
  notes: [
    'Lo que no se indica se pregunta. También da el primer administrador a una tienda que quedó sin ninguno.',
    ...passwordNotes,
    '',
    'Ejemplos:',
    '  bulto init --cuit 20-11111111-2 --email ana@tienda.example --name Ana',
    '  bulto init --replace-demo',
  ],
  async run(input, terminal) {
    await withShop(terminal, (shop) => makeFirstAdmin(shop, input, terminal))
    terminal.print('Lo siguiente: «bulto import CARPETA» con los archivos del ERP, o «bulto start».')
    return exitCodes.done
  },
}
