/** How the files that an ERP exports become the lists of the feed (R406): the mapping file, and an admin's calls about it. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { flag, int, wireObject } from './wire.ts'

/** The version of the mapping file's form. */
export const MAPPING_VERSION = 1

const LONG = 'Es demasiado largo'
const text = z.string('Debe ser un texto').check(z.maxLength(300, LONG))
const texts = z.array(text).check(z.maxLength(100, LONG))
/**
 * An object whose keys are names of the file's own. Not by `z.record`: nothing else on screens needs its code, which would be in the
 * first JavaScript of each.
 */
const named = <T extends z.core.$ZodType>(value: T) =>
  z.catchall(z.object({}), value).check(z.refine((given) => !Array.isArray(given), 'Debe ser un objeto'))

/** A table of values may name all brands or provinces of a shop. */
const valueTable = named(text).check(z.refine((table) => Object.keys(table).length <= 2000, LONG))

/** The encodings that a text file may declare; without one it is recognised. */
export const encodings = ['utf-8', 'windows-1252', 'cp850', 'utf-16le'] as const
export const separators = [';', ',', '\t', '|'] as const

/** A file of the export, or one sheet of it. */
const mappedFile = wireObject({
  /** Its name; one `*` stands for what changes, e.g. a date. */
  name: ['archivo', text],
  sheet: ['hoja', z.optional(text)],
  encoding: ['codificacion', z.optional(z.enum(encodings, `Debe ser ${encodings.join(', ')}`))],
  separator: ['separador', z.optional(z.enum(separators, 'Debe ser ; , | o una tabulación'))],
  /** The decimal sign of its texts; numbers of a workbook need none. */
  decimal: ['decimal', z.optional(z.enum([',', '.'], 'Debe ser , o .'))],
  /** Whether it has no headings: its columns are then called 1, 2, 3, … */
  bare: ['sinTitulos', z.optional(z.boolean())],
  /** Whether its last row may end without a line break. */
  openEnd: ['sinSaltoFinal', z.optional(z.boolean())],
})
export type MappedFile = z.output<typeof mappedFile>

/** Where a column of the feed comes from: a column of a file, a constant, or a number that the shop gives a key. */
const mappedColumn = wireObject({
  /** The heading in the file; 'Precio (2)' is the second one called 'Precio'. */
  column: ['columna', z.optional(text)],
  /** The joined file that has the column; without it the list's own. */
  file: ['de', z.optional(text)],
  constant: ['constante', z.optional(text)],
  /** Headings whose texts together are the record's key: the shop keeps a number for each. */
  key: ['clave', z.optional(texts)],
  /** The moment at which the file was written. */
  moment: ['fecha', z.optional(z.literal('archivo'))],
  /** What a text means; one that is not named is refused, unless `otherwise` says what it means. */
  values: ['valores', z.optional(valueTable)],
  otherwise: ['otros', z.optional(text)],
  /** What an empty cell means. */
  blank: ['vacio', z.optional(text)],
  /** Codes that stand as numbers get zeros in front up to so many digits; 0: they have none. */
  zeros: ['ceros', z.optional(int.check(z.minimum(0), z.maximum(40)))],
  /** Amounts with more than two decimals are rounded. */
  rounds: ['redondear', z.optional(z.boolean())],
  /** A cell that the column cannot hold counts as an empty one, and is told. */
  leavesOut: ['ilegibles', z.optional(z.literal('vacio'))],
})
export type MappedColumn = z.output<typeof mappedColumn>

/** A file whose rows complete those of a list. */
const mappedJoin = wireObject({
  file: ['archivo', text],
  /** The heading in that file, and the one in the list's own file that holds the same. */
  column: ['columna', text],
  with: ['con', text],
  /** What several rows of the same key mean; without it they are a fault. */
  several: ['varias', z.optional(z.enum(['primera', 'suma']))],
  /** Digits of keys that stand as numbers, as in a column. */
  zeros: ['ceros', z.optional(int.check(z.minimum(0), z.maximum(40)))],
})
export type MappedJoin = z.output<typeof mappedJoin>

const mappedList = wireObject({
  /** The list of the feed, as its own file is called: articulos, precios, … */
  list: ['lista', text],
  file: ['archivo', text],
  joins: ['unir', z.optional(z.array(mappedJoin).check(z.maxLength(5, LONG)))],
  /** Rows are taken whose column holds one of the values. */
  only: ['solo', z.optional(z.array(wireObject({ column: ['columna', text], values: ['valores', texts] })))],
  /** Rows are left out, and counted, in which one of these columns is empty: titles of groups, totals. */
  needs: ['saltarSinDato', z.optional(texts)],
  /** Rows of the same record are one: sellers that stand in each row of their clients. */
  once: ['repetidas', z.optional(z.literal('una'))],
  /** A list of prices for each of these columns. */
  priceColumns: ['precios', z.optional(z.array(wireObject({ name: ['nombre', text], column: ['columna', text] })))],
  /** By the feed's heading. */
  columns: ['columnas', named(mappedColumn)],
})
export type MappedList = z.output<typeof mappedList>

export const feedMapping = wireObject({
  version: ['version', z.literal(MAPPING_VERSION, `Debe ser ${MAPPING_VERSION}`)],
  /** The program that exports, in words. */
  program: ['programa', z.optional(text)],
  files: ['archivos', named(mappedFile)],
  lists: ['listas', z.array(mappedList).check(z.maxLength(40, LONG))],
})
export type FeedMapping = z.output<typeof feedMapping>

/** The longest mapping file that is read, in bytes. */
export const LONGEST_MAPPING = 512 * 1024

// ---- the calls -----------------------------------------------------------------------------------

const option = wireObject({ value: ['valor', z.string()], label: ['texto', z.string()] })
/** A question about the files whose answer nobody can read out of them. */
const mappingQuestion = wireObject({
  id: ['id', z.string()],
  text: ['pregunta', z.string()],
  options: ['opciones', z.array(option)],
  /** What is proposed, or was answered; '' for nothing. */
  value: ['valor', z.string()],
  answered: ['respondida', flag],
})
export type MappingQuestion = z.output<typeof mappingQuestion>

const proposedField = wireObject({
  /** The id under which another column is chosen. */
  id: ['id', z.string()],
  /** The feed's heading, and what it is in words. */
  heading: ['campo', z.string()],
  label: ['nombre', z.string()],
  /** The chosen column of the file; '' for none. */
  column: ['columna', z.string()],
  /** The columns that may be chosen. */
  options: ['opciones', z.array(option)],
  /** Whether heading and contents both say so. */
  sure: ['seguro', flag],
})
export type ProposedField = z.output<typeof proposedField>

const shownList = wireObject({
  list: ['lista', z.string()],
  title: ['titulo', z.string()],
  file: ['archivo', z.string()],
  fields: ['campos', z.array(proposedField)],
  /** Rows that would be taken, that are refused, and that are left out. */
  rows: ['filas', int],
  refused: ['rechazadas', int],
  faults: ['faltas', z.array(wireObject({ place: ['lugar', z.string()], message: ['motivo', z.string()] }))],
  remarks: ['avisos', z.array(z.string())],
  /** Headings, and the first ten rows as the shop reads them. */
  headings: ['titulos', z.array(z.string())],
  sample: ['muestra', z.array(z.array(z.string()))],
})
export type ShownList = z.output<typeof shownList>

const mappingProposal = wireObject({
  /** Why nothing is proposed; '' otherwise. */
  problem: ['problema', z.string()],
  files: [
    'archivos',
    z.array(
      wireObject({
        name: ['archivo', z.string()],
        what: ['contenido', z.string()],
        rows: ['filas', int],
        problem: ['problema', z.string()],
        /** Headings of columns that no field takes, in a file that is read. */
        unread: ['sinLeer', z.array(z.string())],
      }),
    ),
  ],
  questions: ['preguntas', z.array(mappingQuestion)],
  lists: ['listas', z.array(shownList)],
  /** Whether a mapping is kept, and its text. */
  kept: ['guardado', z.nullable(z.string())],
  /** The proposed mapping as a file. */
  mapping: ['mapeo', z.string()],
})
export type MappingProposal = z.output<typeof mappingProposal>

const answers = named(text).check(z.refine((given) => Object.keys(given).length <= 500, LONG))

export const noExportFolder = 'Los archivos se buscan en ERP_FOLDER, que esta tienda no tiene configurada'
export const openQuestions = 'Quedan preguntas sin responder'
export const nothingMapped = 'No hay archivos de los que leer algo'

export const proposeMapping = endpoint({
  method: 'POST',
  path: '/api/erp/mapeo/propuesta',
  access: { who: 'admin' },
  summary:
    'Propone cómo leer los archivos que hay en ERP_FOLDER, con las respuestas dadas: qué es cada columna, diez filas y lo que se rechazaría. No cambia nada.',
  body: wireObject({ answers: ['respuestas', answers] }),
  response: mappingProposal,
})
export const keepMapping = endpoint({
  method: 'PUT',
  path: '/api/erp/mapeo',
  access: { who: 'admin' },
  refusals: ['CONFLICT'],
  summary: 'Guarda cómo leer los archivos del ERP, con esas respuestas; desde entonces se leen así.',
  body: wireObject({ answers: ['respuestas', answers] }),
  response: z.boolean(),
})
/** Names of the spreadsheets in `entrada` that neither the feed nor the mapping reads. */
export const listUnreadFiles = endpoint({
  method: 'GET',
  path: '/api/erp/sin-leer',
  access: { who: 'admin' },
  summary: 'Planillas de la carpeta entrada que nadie lee: ni la tienda ni el mapeo usan ese nombre.',
  response: z.array(z.string()),
})

export const dropMapping = endpoint({
  method: 'DELETE',
  path: '/api/erp/mapeo',
  access: { who: 'admin' },
  summary: 'Deja de usar el mapeo: los archivos vuelven a leerse con los nombres y títulos de la tienda.',
  response: z.boolean(),
})
