/** `bulto create-user` */
import { formatCuit } from '../../contract/cuit.ts'
import { readId as readIdText } from '../../contract/ids.ts'
import { roles, type UserType, userTypes } from '../../contract/roles.ts'
import { AccountRefused, createAccount } from '../people/people.ts'
import { askFor, readPassword } from './ask.ts'
import { type Command, CommandError, type CommandInput, exitCodes, UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'
import { withShop } from './with-shop.ts'

export const createUser: Command = {
  summary: 'Crea un usuario ya habilitado.',
  options: {
    type: { value: 'TIPO', help: 'cliente, vendedor, supervisor o admin' },
    cuit: { value: 'CUIT', help: 'Con o sin guiones; es lo que se escribe para ingresar' },
    email: { value: 'EMAIL', help: 'Dirección de correo' },
    client: {
      value: 'ID_CLIENTE',
      help: 'Cliente del ERP de un cliente; su CUIT y email valen si no se dan otros',
    },
    seller: { value: 'ID_VENDEDOR', help: 'Vendedor del ERP de un vendedor' },
    name: { value: 'NOMBRE', help: 'Nombre' },
    'last-name': { value: 'APELLIDO', help: 'Apellido' },
    password: {
      value: 'CONTRASEÑA',
      help: 'Queda a la vista de otros procesos: mejor por alguna de las otras vías',
    },
  },
  notes: [
    'La contraseña se toma de BULTO_PASSWORD, o de la primera línea de la entrada, o se pregunta.',
    'Mínimo: 8 caracteres para clientes, 12 para los demás.',
    '',
    'Ejemplos:',
    '  bulto create-user --type cliente --client 1 < contraseña.txt',
    '  bulto create-user --type admin --cuit 20-11111111-2 --email ana@tienda.example --name Ana',
  ],
  async run({ values }, terminal) {
    const type = await readType(values.type, terminal)
    const clientId = readId(values, 'client')
    const sellerId =
      readId(values, 'seller') ??
      (roles[type].reaches === 'sellers' ? await askId('ID del vendedor en el ERP', terminal) : undefined)
    const cuit = values.cuit ?? (clientId === undefined ? await askFor('CUIT', '--cuit', terminal) : undefined)
    const email = values.email ?? (clientId === undefined ? await askFor('Email', '--email', terminal) : undefined)
    const password = await readPassword(values.password, terminal)
    try {
      const { id, ...account } = await withShop(terminal, ({ db, config: { shopName } }) =>
        createAccount(db, {
          shopName,
          type,
          cuit,
          email,
          clientId,
          sellerId,
          password,
          firstName: values.name,
          lastName: values['last-name'],
        }),
      )
      terminal.print(`Usuario ${id} creado: ${account.type}, CUIT ${formatCuit(account.cuit)}, ${account.email}.`)
      return exitCodes.done
    } catch (error) {
      if (error instanceof AccountRefused) throw new CommandError(`No se creó el usuario: ${error.message}`)
      throw error
    }
  },
}

async function readType(given: string | undefined, terminal: Terminal): Promise<UserType> {
  const text = given ?? (await askFor(`Tipo (${userTypes.join(', ')})`, '--type', terminal))
  const type = userTypes.find((known) => known === text)
  if (!type) throw new UsageError(`--type debe ser ${userTypes.slice(0, -1).join(', ')} o ${userTypes.at(-1)}`)
  return type
}

function readId(values: CommandInput['values'], option: string): number | undefined {
  const text = values[option]
  if (text === undefined) return undefined
  const id = readIdText(text)
  if (id === undefined) throw new UsageError(`--${option} debe ser un número`)
  return id
}

async function askId(question: string, terminal: Terminal): Promise<number | undefined> {
  return readId({ seller: await askFor(question, '--seller', terminal) }, 'seller')
}
