/** `bulto export-person` and `bulto erase-person`: a person's rights over their own data (Ley 25.326). */
import { parseCuit } from '../../contract/cuit.ts'
import { ErasureRefused, erasePersonalData, exportPersonalData, takeAwaySecondFactor } from '../people/people.ts'
import { type Command, CommandError, exitCodes, UsageError } from './command.ts'
import { withShop } from './with-shop.ts'

const cuitOf = (args: readonly string[]): string => {
  const cuit = parseCuit(args[0] ?? '')
  if (!cuit) throw new UsageError('El CUIT no es válido')
  return cuit
}
export const removeSecondFactor: Command = {
  summary: 'Quita la verificación en dos pasos de quien perdió el teléfono.',
  args: ['CUIT'],
  notes: ['Ingresa después con su contraseña. Queda en el historial y se le avisa por correo.'],
  async run({ args }, terminal) {
    const cuit = cuitOf(args)
    const found = await withShop(terminal, ({ db }) => takeAwaySecondFactor(db, cuit))
    if (!found) throw new CommandError('No hay ningún usuario con ese CUIT')
    terminal.print('El usuario ya no tiene verificación en dos pasos.')
    return exitCodes.done
  },
}

export const exportPerson: Command = {
  summary: 'Escribe como JSON todo lo que la tienda guarda de una persona.',
  args: ['CUIT'],
  notes: ['Se escribe en la salida estándar: bulto export-person 20-12345678-9 > datos.json'],
  async run({ args }, terminal) {
    const cuit = cuitOf(args)
    const data = await withShop(terminal, ({ db }) => exportPersonalData(db, cuit))
    if (!data) throw new CommandError('No hay ningún dato de ese CUIT')
    terminal.print(JSON.stringify(data, null, 2))
    return exitCodes.done
  },
}

export const erasePerson: Command = {
  summary: 'Borra los datos personales de un usuario; sus pedidos quedan sin nombre.',
  args: ['CUIT'],
  options: { confirm: { help: 'Sin esta opción no se borra nada' } },
  notes: [
    'No se puede deshacer. Los datos que el ERP tiene del cliente no se tocan: se borran en el ERP.',
    'Si se interrumpe, vuelva a ejecutarlo: termina lo que haya quedado.',
    'En un servidor PostgreSQL, las copias de seguridad y los registros del servidor son de su administrador.',
    'Los correos ya guardados como .eml en la carpeta de datos se borran a mano.',
  ],
  async run({ args, switches }, terminal) {
    const cuit = cuitOf(args)
    if (!switches.has('confirm')) throw new UsageError('Para borrar de verdad agregue --confirm')
    const found = await withShop(terminal, ({ db }) => erasePersonalData(db, cuit)).catch((error: unknown) => {
      throw error instanceof ErasureRefused ? new CommandError(error.message) : error
    })
    terminal.print(found ? 'Los datos de la persona fueron borrados.' : 'No queda ningún dato que borrar de ese CUIT.')
    return exitCodes.done
  },
}
