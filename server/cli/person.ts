/** `bulto export-person` and `bulto erase-person`: one person's rights over the own data (Ley 25.326). */
import { parseCuit } from '../../contract/cuit.ts'
import { erasePersonalData, exportPersonalData } from '../features/accounts/personal-data.service.ts'
import { type Command, CommandError, exitCodes, UsageError } from './command.ts'
import { withShop } from './with-shop.ts'

const cuitOf = (args: readonly string[]): string => {
  const cuit = parseCuit(args[0] ?? '')
  if (!cuit) throw new UsageError('El CUIT no es válido')
  return cuit
}
const nobody = () => new CommandError('No hay ningún usuario con ese CUIT')

export const exportPerson: Command = {
  summary: 'Escribe como JSON todo lo que la tienda guarda de una persona.',
  args: ['CUIT'],
  notes: ['Se escribe en la salida estándar: bulto export-person 20-12345678-9 > datos.json'],
  async run({ args }, terminal) {
    const cuit = cuitOf(args)
    const data = await withShop(terminal, ({ db }) => exportPersonalData(db, cuit))
    if (!data) throw nobody()
    terminal.print(JSON.stringify(data, null, 2))
    return exitCodes.done
  },
}

export const erasePerson: Command = {
  summary: 'Borra los datos personales de un usuario; sus pedidos quedan sin nombre.',
  args: ['CUIT'],
  options: { confirm: { help: 'Sin esta opción no se borra nada' } },
  notes: [
    'No se puede deshacer. Los datos que el ERP tiene del cliente no se tocan.',
    'Los correos ya guardados como .eml en la carpeta de datos se borran a mano.',
  ],
  async run({ args, switches }, terminal) {
    const cuit = cuitOf(args)
    if (!switches.has('confirm')) throw new UsageError('Para borrar de verdad agregue --confirm')
    if (!(await withShop(terminal, ({ db }) => erasePersonalData(db, cuit)))) throw nobody()
    terminal.print('Los datos de la persona fueron borrados.')
    return exitCodes.done
  },
}
