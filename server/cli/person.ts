/** Commands about one person: how to get in again, and the rights over one's own data (Ley 25.326). */
import { formatCuit, parseCuit } from '../../contract/cuit.ts'
import {
  AccountRefused,
  ErasureRefused,
  erasePersonalData,
  exportPersonalData,
  personKey,
  setPassword,
  takeAwaySecondFactor,
} from '../people/people.ts'
import { askFor, readPassword } from './ask.ts'
import { type Command, CommandError, exitCodes, UsageError } from './command.ts'
import { withShop } from './with-shop.ts'

const NOBODY = 'No hay ningún usuario con ese CUIT'

const cuitOf = ([text = '']: readonly string[]): string => {
  const cuit = parseCuit(text)
  if (!cuit) throw new UsageError('El CUIT no es válido')
  return cuit
}

/** A buyer without a CUIT is named by mail. */
const personOf = (args: readonly string[]): string => (args[0]?.includes('@') ? args[0] : cuitOf(args))

export const setPasswordCommand: Command = {
  summary: 'Pone una contraseña nueva a quien no puede ingresar, y cierra sus sesiones.',
  options: { cuit: { value: 'CUIT', help: 'Con o sin guiones; sin esta opción se pregunta' } },
  notes: [
    'La contraseña se toma de BULTO_PASSWORD, o de la primera línea de la entrada, o se pregunta; nunca es un argumento.',
    'La verificación en dos pasos queda como está. Queda en el historial, y se le avisa por correo.',
    'Con un servidor PostgreSQL (DATABASE_URL) la tienda sigue en marcha; con la base embebida hay que detenerla antes.',
    '',
    'Ejemplos:',
    '  bulto set-password --cuit 20-11111111-2',
    '  bulto set-password --cuit 20-11111111-2 < contraseña.txt',
  ],
  async run({ values }, terminal) {
    const cuit = cuitOf([values.cuit ?? (await askFor('CUIT', '--cuit', terminal))])
    const password = await readPassword(undefined, terminal)
    const found = await withShop(terminal, ({ db, config: { shopName } }) =>
      setPassword(db, { cuit, password, shopName }),
    ).catch((error: unknown) => {
      throw error instanceof AccountRefused ? new CommandError(`No se cambió la contraseña: ${error.message}`) : error
    })
    if (!found) throw new CommandError(NOBODY)
    terminal.print(`Contraseña cambiada: ${found.type}, CUIT ${formatCuit(cuit)}. Sus sesiones se cerraron.`)
    if (!found.maySignIn)
      terminal.note('Pero la cuenta no puede ingresar: no está habilitada o no está activa (Usuarios, en /admin).')
    return exitCodes.done
  },
}

export const removeSecondFactor: Command = {
  summary: 'Quita la verificación en dos pasos de quien perdió el teléfono.',
  args: ['CUIT'],
  notes: ['Ingresa después con su contraseña. Queda en el historial y se le avisa por correo.'],
  async run({ args }, terminal) {
    const cuit = cuitOf(args)
    const found = await withShop(terminal, ({ db }) => takeAwaySecondFactor(db, cuit))
    if (!found) throw new CommandError(NOBODY)
    terminal.print('El usuario ya no tiene verificación en dos pasos.')
    return exitCodes.done
  },
}

export const exportPerson: Command = {
  summary: 'Escribe como JSON todo lo que la tienda guarda de una persona.',
  args: ['CUIT'],
  notes: [
    'Un comprador sin CUIT se nombra por su mail.',
    'Se escribe en la salida estándar: bulto export-person 20-12345678-9 > datos.json',
  ],
  async run({ args }, terminal) {
    const person = personOf(args)
    const data = await withShop(terminal, async ({ db }) => exportPersonalData(db, await personKey(db.kysely, person)))
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
    'Un comprador sin CUIT se nombra por su mail.',
    'No se puede deshacer. Los datos que el ERP tiene del cliente no se tocan: se borran en el ERP.',
    'Si se interrumpe, vuelva a ejecutarlo: termina lo que haya quedado.',
    'En un servidor PostgreSQL, las copias de seguridad y los registros del servidor son de su administrador.',
    'Los correos ya guardados como .eml en la carpeta de datos se borran a mano.',
  ],
  async run({ args, switches }, terminal) {
    const person = personOf(args)
    if (!switches.has('confirm')) throw new UsageError('Para borrar de verdad agregue --confirm')
    const found = await withShop(terminal, async ({ db }) =>
      erasePersonalData(db, await personKey(db.kysely, person)),
    ).catch((error: unknown) => {
      throw error instanceof ErasureRefused ? new CommandError(error.message) : error
    })
    terminal.print(found ? 'Los datos de la persona fueron borrados.' : 'No queda ningún dato que borrar de ese CUIT.')
    return exitCodes.done
  },
}
