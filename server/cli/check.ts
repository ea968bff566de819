/** `bulto check` */
import { type Config, ConfigError, readConfig } from '../config.ts'
import { isMissing } from '../db/embedded/database-folder.ts'
import { embeddedFolder } from '../db/embedded/open-embedded.ts'
import { DatabaseOpenError } from '../db/errors.ts'
import { openDatabase } from '../db/open.ts'
import { openFiles } from '../ports/files/open-files.ts'
import { FilesOpenError } from '../ports/files/s3.ts'
import { askRunningShop } from '../whole-shop/control.ts'
import { decodeFacts, readShopFacts, type ShopFacts } from '../whole-shop/shop-facts.ts'
import { type Command, exitCodes } from './command.ts'
import {
  checkAddress,
  checkErp,
  checkFacts,
  checkFolder,
  checkMail,
  checkMailbox,
  checkMapping,
  checkNode,
  checkPort,
  checkRegistry,
  checkRemarks,
  checkSender,
  DRILL,
  type Finding,
} from './findings.ts'

const MARKS: Readonly<Record<Finding['level'], string>> = { good: 'bien ', warning: 'AVISO', bad: 'MAL  ' }

/** The matters without which a shop does not start, as their findings name them. */
const TO_START: ReadonlySet<string> = new Set([
  ...['Configuración', 'Node', 'Carpeta de datos', 'Disco', 'Puerto'],
  ...['Base de datos', 'Conexiones', 'Reloj', 'Migraciones', 'Depósito', 'ERP'],
])

export const check: Command = {
  summary: 'Dice si todo está bien, y qué hacer con lo que no.',
  options: {
    start: {
      help: 'Solo lo que hace falta para iniciar: configuración, Node, carpetas, disco, puerto, base y depósito',
    },
  },
  notes: [
    'Mira la base, el disco, los archivos, el correo, el ERP, el padrón, el reloj, las versiones, los permisos y la última copia.',
    'No cambia nada y no muestra claves; puede ejecutarse con la tienda en marcha.',
    'Código de salida: 0 si nada está mal (los avisos no cuentan), 1 si algo lo está.',
  ],
  async run({ switches }, terminal) {
    const all = await findAll(terminal.env, switches.has('start'))
    const findings = switches.has('start') ? all.filter(({ about }) => TO_START.has(about)) : all
    for (const { level, about, text, todo } of findings) {
      terminal.print(`${MARKS[level]}  ${about.padEnd(20)}${text}`)
      if (todo) terminal.print(`${' '.repeat(27)}→ ${todo}`)
    }
    return findings.some(({ level }) => level === 'bad') ? exitCodes.failed : exitCodes.done
  },
}

async function findAll(env: NodeJS.ProcessEnv, toStart: boolean): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((text) => ({
      level: 'bad',
      about: 'Configuración',
      text,
      todo: 'Corríjalo en las variables de entorno o en .env; .env.example las explica.',
    }))
  }
  // The facts of the running shop that holds the embedded database; no other process can read them.
  const running = config.databaseUrl ? null : await askRunningShop(config.dataDir, 'facts')
  const base = [
    ...checkRemarks(config),
    checkNode(),
    ...checkFolder(config.dataDir),
    ...(running ? await findingsOf(config, await decodeFacts(running)) : await checkDatabase(config)),
    await checkPort(config, running !== null),
  ]
  const isDrill = base.some(({ about }) => about === DRILL)
  // A folder is prepared by the start; a service is asked when the shop runs.
  const erp = isDrill || (toStart && config.erp.kind !== 'folder') ? [] : [await checkErp(config)]
  if (toStart) return [...base, ...erp]
  return [
    ...base,
    // Nobody outside hears of a drill, not even of its check (R301).
    ...(isDrill ? [] : [await checkMail(config), ...checkSender(config), ...(await checkMailbox(config))]),
    ...erp,
    checkRegistry(config),
    checkAddress(config),
  ]
}

/** What a shop's facts say, and whether the files that lie there are read by its mapping. */
const findingsOf = async (config: Config, facts: ShopFacts): Promise<Finding[]> => [
  ...checkFacts(facts),
  ...(await checkMapping(config, facts)),
]

async function checkDatabase(config: Config): Promise<Finding[]> {
  const { dataDir, databaseUrl, databaseLimits: limits } = config
  const lost = (text: string): Finding[] => [
    {
      level: 'bad',
      about: 'Base de datos',
      text,
      todo: 'Sin ella la tienda no atiende; docs/operations.md dice qué hacer.',
    },
  ]
  // Opening a database that is missing would make one.
  if (!databaseUrl && isMissing(embeddedFolder(dataDir))) return lost(`en ${dataDir} no hay ninguna`)
  try {
    const db = await openDatabase({ url: databaseUrl, limits, dataDir })
    try {
      return await findingsOf(config, await readShopFacts(db, await openFiles(config)))
    } catch (error) {
      if (!(error instanceof FilesOpenError)) throw error
      const todo = 'Revise S3_URL y sus claves, y que este equipo llegue al depósito.'
      return [{ level: 'bad', about: 'Depósito', text: error.message, todo }]
    } finally {
      await db.close()
    }
  } catch (error) {
    if (!(error instanceof DatabaseOpenError)) throw error
    return lost(error.message)
  }
}
