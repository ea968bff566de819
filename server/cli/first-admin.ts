/** The first admin of a shop of one's own, and the way there from the demo shop (R233): `bulto init` and `import`. */
import { randomInt } from 'node:crypto'
import { formatCuit, parseCuit } from '../../contract/cuit.ts'
import { isEmail } from '../../contract/email.ts'
import { DEMO_HOLDS_THE_SHOP, hasDemoData } from '../db/demo-mark.ts'
import { addedLines, addedToDemo, nothingAdded, replaceDemo } from '../demo/replace-demo.ts'
import { AccountRefused, type CreatedAccount, findAdminCuit, prepareAccount } from '../people/people.ts'
import { CommandError, type CommandInput, type Option, UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'
import type { Shop } from './with-shop.ts'

/** Options of the commands that make a first admin. */
export const adminOptions: Readonly<Record<string, Option>> = {
  cuit: {
    value: 'CUIT',
    help: 'CUIT del administrador, con o sin guiones; es lo que se escribe para ingresar',
  },
  email: { value: 'EMAIL', help: 'Su dirección de correo' },
  name: { value: 'NOMBRE', help: 'Su nombre' },
  'last-name': { value: 'APELLIDO', help: 'Su apellido' },
  'password-stdin': { help: 'Toma su contraseña de la primera línea de la entrada' },
  'replace-demo': { help: 'Quita antes la tienda de muestra, con todo lo que se le agregó' },
  yes: { help: 'Con --replace-demo: no pregunta por lo que se agregó' },
}

export const passwordNotes: readonly string[] = [
  'La contraseña se toma de BULTO_PASSWORD o, con --password-stdin, de la entrada. Sin ninguna se genera una,',
  'que se muestra una sola vez. Mínimo: 12 caracteres.',
]

const NO_ADMIN =
  'La tienda no tiene todavía un administrador, y sin uno nadie podría entrar: créelo antes con «bulto init».'

/**
 * Makes sure that a shop may take data of its own: it is not the demo, and it has an admin. With --replace-demo a demo
 * shop is emptied and gets its first admin.
 *
 * @throws CommandError with what to do
 */
export async function assertOwnShop(shop: Shop, input: CommandInput, terminal: Terminal): Promise<void> {
  const demo = await hasDemoData(shop.db.kysely)
  if (demo && !input.switches.has('replace-demo')) throw new CommandError(DEMO_HOLDS_THE_SHOP)
  if (demo) return makeFirstAdmin(shop, input, terminal)
  if ((await findAdminCuit(shop.db.kysely)) === undefined) throw new CommandError(NO_ADMIN)
}

/** Makes the first admin; a demo shop is emptied in the same step, if that was asked for. @throws CommandError */
export async function makeFirstAdmin(
  { db, files, documents, config }: Shop,
  { values, switches }: CommandInput,
  terminal: Terminal,
): Promise<void> {
  const demo = await hasDemoData(db.kysely)
  if (demo && !switches.has('replace-demo')) throw new CommandError(DEMO_HOLDS_THE_SHOP)
  const known = demo ? undefined : await findAdminCuit(db.kysely)
  if (known !== undefined)
    throw new CommandError(
      `La tienda ya tiene un administrador (CUIT ${formatCuit(known)}). Otros se crean con «bulto create-user».`,
    )
  const cuit = await ask('CUIT del administrador', '--cuit', values.cuit, terminal)
  if (parseCuit(cuit) === null) throw new UsageError(`«${cuit}» no es un CUIT válido`)
  const email = await ask('Email', '--email', values.email, terminal)
  if (!isEmail(email)) throw new UsageError(`«${email}» no es un email válido`)
  const firstName = await ask('Nombre', '--name', values.name, terminal)
  const { password, generated } = await choosePassword(switches, terminal)
  if (demo) await assertNothingIsMissed(db, switches, terminal)
  const admin = {
    type: 'admin' as const,
    cuit,
    email,
    firstName,
    lastName: values['last-name'],
    password,
    shopName: config.shopName,
  }
  const made = await refusedInWords(async () => {
    const store = await prepareAccount(admin)
    const { dataDir } = config
    return demo ? replaceDemo({ db, files, documents, dataDir }, store) : db.tx(store)
  })
  if (demo) terminal.print('La tienda de muestra se quitó; la tienda está vacía.')
  terminal.print(`Administrador creado: CUIT ${formatCuit(made.cuit)}, ${made.email}.`)
  if (generated) terminal.print(`Contraseña, que no se vuelve a mostrar: ${password}`)
}

async function ask(question: string, option: string, given: string | undefined, terminal: Terminal): Promise<string> {
  const answer = given ?? (await terminal.ask(question))
  if (!answer) throw new UsageError(`Falta ${option}`)
  return answer
}

async function choosePassword(switches: ReadonlySet<string>, { env, readPipedLine }: Terminal) {
  const given = env.BULTO_PASSWORD ?? (switches.has('password-stdin') ? await readPipedLine() : undefined)
  if (given === '') throw new UsageError('Falta la contraseña en la entrada')
  return given === undefined ? { password: generatePassword(), generated: true } : { password: given, generated: false }
}

/** Without letters and digits that look alike when they are copied from paper. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP = 4

/** 80 bits in groups, e.g. 'k7fm-2xqr-8hbt-w3np'. */
const generatePassword = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')

/** Lists what people added to the demo, which goes with it, and asks. @throws CommandError when they say no */
async function assertNothingIsMissed(db: Shop['db'], switches: ReadonlySet<string>, terminal: Terminal): Promise<void> {
  const added = await addedToDemo(db.kysely)
  if (nothingAdded(added)) return
  terminal.note('Con la tienda de muestra se borra también lo que se le agregó:')
  for (const line of addedLines(added)) terminal.note(`  ${line}`)
  if (switches.has('yes')) return
  const answer = await terminal.ask('¿Borrar todo? Escriba «sí»')
  if (answer === null)
    throw new CommandError(
      'No se cambió nada. Si todo eso puede borrarse, repita con --yes; «bulto backup ARCHIVO» guarda antes una copia.',
    )
  if (!/^s[ií]$/i.test(answer)) throw new CommandError('No se cambió nada.')
}

async function refusedInWords(work: () => Promise<CreatedAccount>): Promise<CreatedAccount> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AccountRefused) throw new CommandError(`No se creó el administrador: ${error.message}`)
    throw error
  }
}
