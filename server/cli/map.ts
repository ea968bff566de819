/** `bulto map DIR` */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { FeedMapping, MappingQuestion, ProposedField, ShownList } from '../../contract/erp-mapping.ts'
import {
  type ExportFolder,
  proposeFor,
  readExportFolder,
  tryMapping,
  unreadColumns,
} from '../ports/erp/mapping/export-folder.ts'
import { looseKeys } from '../ports/erp/mapping/feed-keys.ts'
import { deleteMapping, storeMapping } from '../ports/erp/mapping/feed-mapping.queries.ts'
import { readMapping, writeMapping } from '../ports/erp/mapping/mapping.ts'
import { type Command, CommandError, exitCodes, UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'
import { withShop } from './with-shop.ts'

export const map: Command = {
  summary: 'Mira los archivos que exporta su sistema, propone qué es cada columna y guarda cómo se leen.',
  args: ['CARPETA'],
  options: {
    save: { value: 'ARCHIVO', help: 'Escribe además el mapeo en un archivo JSON' },
    use: { value: 'ARCHIVO', help: 'No pregunta: usa el mapeo de ese archivo' },
    answers: { value: 'ARCHIVO', help: 'Respuestas en JSON, por su identificador: {"precios.otras": "todas"}' },
    yes: { help: 'Toma como respuesta lo que se propone' },
    'dry-run': { help: 'Muestra todo y no guarda nada en la tienda' },
    remove: { help: 'Deja de usar el mapeo guardado; la carpeta no se mira' },
  },
  notes: [
    'Muestra diez filas de cada lista como las leería la tienda, y cuenta de antemano lo que se rechazaría.',
    'Lo que no es seguro se pregunta. El mapeo queda en la base, y así en la copia de seguridad; «bulto import»',
    'y la carpeta ERP_FOLDER lo usan desde entonces. docs/recetas tiene mapeos de varios programas.',
    'Código de salida: 0 si quedó guardado, 1 si quedan preguntas o si no se guardó.',
  ],
  async run({ args: [directory = ''], values, switches }, terminal) {
    if (switches.has('remove')) {
      const had = await withShop(terminal, ({ db }) => deleteMapping(db.kysely))
      terminal.print(
        had ? 'Los archivos vuelven a leerse con los nombres de la tienda.' : 'No había un mapeo guardado.',
      )
      return exitCodes.done
    }
    if (values.use !== undefined && values.answers !== undefined)
      throw new UsageError('Use --use o --answers, no los dos')
    const mapping =
      values.use === undefined
        ? await proposeAt(directory, values.answers, switches, terminal)
        : await usedAt(directory, values.use, terminal)
    if (!mapping) return exitCodes.failed
    if (values.save !== undefined) {
      await writeFile(values.save, writeMapping(mapping))
      terminal.print(`El mapeo está en ${values.save}.`)
    }
    if (switches.has('dry-run')) {
      terminal.print('No se guardó nada en la tienda.')
      return exitCodes.done
    }
    await withShop(terminal, ({ db }) => storeMapping(db.kysely, JSON.parse(writeMapping(mapping))))
    terminal.print('El mapeo quedó guardado. «bulto import» y la carpeta del ERP lo usan desde ahora.')
    return exitCodes.done
  },
}

async function usedAt(directory: string, file: string, terminal: Terminal): Promise<FeedMapping> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`No se puede leer ${file}`)
  })
  const mapping = readMapping(text, file)
  const lists = await tryMapping(directory, mapping, looseKeys())
  if (lists.length === 0) {
    const wanted = Object.values(mapping.files).map(({ name }) => name)
    const lying = await filesIn(directory)
    throw new CommandError(
      [
        `En ${directory} no está ninguno de los archivos que nombra ${file}.`,
        `Busca: ${[...new Set(wanted)].join(', ')}`,
        `Hay: ${lying.join(', ') || 'ningún archivo'}`,
        `Pruebe sin --use: bulto map ${directory}`,
      ].join('\n'),
    )
  }
  for (const list of lists) printList(list, terminal)
  return mapping
}

/** Names that are told of a folder. */
const MOST_NAMES = 30
/** The names of a folder's files; what is hidden is not told. */
async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name)
  const more = names.length > MOST_NAMES ? [`y ${names.length - MOST_NAMES} más`] : []
  return [...names.sort().slice(0, MOST_NAMES), ...more]
}

/** `1 fila`, `2 filas`. */
const rowsText = (count: number): string => `${count} ${count === 1 ? 'fila' : 'filas'}`

/** The mapping that a person agreed to; undefined: questions are open, or it was not agreed to. */
async function proposeAt(
  directory: string,
  answersFile: string | undefined,
  switches: ReadonlySet<string>,
  terminal: Terminal,
): Promise<FeedMapping | undefined> {
  const folder = await readExportFolder(directory)
  for (const [name, problem] of folder.problems) terminal.note(`${name}: ${problem}`)
  const answers = answersFile === undefined ? {} : await readAnswers(answersFile)
  const isAsking = !switches.has('yes')
  for (;;) {
    const asked = await answerAll(folder, answers, isAsking, terminal)
    if (!asked) return undefined
    const { proposed, faults, lists } = asked
    for (const sheet of folder.sheets) {
      const name = sheet.sheet ? `${sheet.file}, hoja ${sheet.sheet}` : sheet.file
      terminal.print(`${name}: ${proposed.contents.get(sheet)} (${rowsText(sheet.rows.length)})`)
      const unread = unreadColumns(folder, proposed, sheet)
      if (unread.length > 0) terminal.print(`  Columnas que no se leen: ${unread.join(', ')}`)
    }
    if (faults.length > 0) throw new CommandError(faults.join('\n'))
    if (lists.length === 0)
      throw new CommandError(`En ${directory} no se encontró ningún archivo con artículos, precios o clientes`)
    for (const list of lists) printList(list, terminal)
    const fields = lists.flatMap((list) => list.fields)
    const answer = isAsking
      ? await terminal.ask('¿Usar estos archivos así? (s, n, o el nombre de un campo para cambiarlo)')
      : 's'
    // Nobody is at the console: all questions were answered by options.
    if (answer === null || /^s[ií]?$/i.test(answer)) return proposed.mapping
    if (/^n(o)?$/i.test(answer)) return undefined
    const field = fields.find(({ id }) => id.toLowerCase() === answer.toLowerCase())
    if (field) answers[field.id] = (await choose(fieldQuestion(field), terminal)) ?? field.column
    else terminal.note(`No hay un campo «${answer}». Los hay: ${fields.map(({ id }) => id).join(', ')}`)
  }
}

const fieldQuestion = ({ id, label, column, options }: ProposedField): MappingQuestion => ({
  id,
  text: `¿Qué columna es «${label}»?`,
  options,
  value: column,
  answered: false,
})

async function readAnswers(file: string): Promise<Record<string, string>> {
  try {
    const given: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (given !== null && typeof given === 'object' && Object.values(given).every((value) => typeof value === 'string'))
      return given as Record<string, string>
  } catch {
    // Told below, as what is no such object.
  }
  throw new CommandError(`${file} no se puede leer: debe ser un objeto JSON de textos`)
}

/**
 * Answers until no question is open: a person does, or with `isAsking` false what is proposed; an answer may bring other questions.
 * undefined: some are left, which are told.
 */
async function answerAll(folder: ExportFolder, answers: Record<string, string>, isAsking: boolean, terminal: Terminal) {
  for (;;) {
    const found = await proposeFor(folder, answers, looseKeys())
    const open = found.proposed.questions.filter(({ answered }) => !answered)
    const [first] = open
    if (!first) return found
    // One at a time: an answer may settle the questions after it.
    const question = isAsking ? first : (open.find((one) => proposedFor(one) !== null) ?? first)
    const answer = isAsking ? await choose(question, terminal) : proposedFor(question)
    if (answer === null) {
      const mayTake = open.every((one) => proposedFor(one) !== null) ? ', o tome lo propuesto con --yes' : ''
      terminal.note(`Quedan preguntas sin responder; conteste en una consola o con --answers${mayTake}:`)
      for (const { id, text, options, value } of open) {
        terminal.note(`- ${id}: ${text}`)
        for (const one of options)
          terminal.note(`    ${JSON.stringify(one.value)}${one.value === value ? ' (propuesta)' : ''}: ${one.label}`)
      }
      return undefined
    }
    answers[question.id] = answer
  }
}

/** The answer that is proposed; null: none is, and a person has to give it. */
const proposedFor = ({ options, value }: MappingQuestion): string | null =>
  options.some((option) => option.value === value) ? value : null

/** The value of the option that a person chooses by its number; nothing is the proposed one. null: there is no person. */
async function choose(question: MappingQuestion, terminal: Terminal): Promise<string | null> {
  const { text, options, value } = question
  const proposed = proposedFor(question)
  terminal.note(text)
  for (const [at, option] of options.entries())
    terminal.note(`  ${at + 1}) ${option.label}${option.value === value ? '  ← propuesta' : ''}`)
  for (;;) {
    const answer = await terminal.ask(proposed === null ? 'Número' : 'Número (Enter: la propuesta)')
    if (answer === null) return null
    if (answer === '' && proposed !== null) return proposed
    const chosen = options[Number(answer) - 1]
    if (chosen && /^\d+$/.test(answer)) return chosen.value
    terminal.note(`Escriba un número de 1 a ${options.length}.`)
  }
}

/** Characters of a cell that are shown. */
const WIDEST = 28

function printList(
  { list, title, file, rows, refused, faults, remarks, headings, sample, fields }: ShownList,
  terminal: Terminal,
): void {
  terminal.print()
  const bad = refused > 0 ? `, ${refused} ${refused === 1 ? 'rechazada' : 'rechazadas'}: el archivo no entraría` : ''
  terminal.print(`${title} (${list}), de ${file}: ${rowsText(rows)}${bad}`)
  for (const { id, label, column } of fields) if (column) terminal.print(`  ${label} ← ${column}  [${id}]`)
  for (const { place, message } of faults) terminal.print(`  MAL: ${message}${place ? ` (${place})` : ''}`)
  for (const remark of remarks) terminal.print(`  Aviso: ${remark}`)
  const cut = (text: string) => (text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text)
  const all = [headings, ...sample].map((row) => row.map(cut))
  const widths = headings.map((_, place) => Math.max(...all.map((row) => row[place]?.length ?? 0)))
  for (const row of all)
    terminal.print(
      `  ${row
        .map((cell, place) => cell.padEnd(widths[place] ?? 0))
        .join('  ')
        .trimEnd()}`,
    )
}
