/**
 * The JSON in the stream of a whole shop: everything besides rows and bytes. As schemas, because a backup may have been forged:
 * what does not fit is refused before anything of it is used.
 */
import * as z from 'zod/mini'

/** The first frame of the stream. */
export const headerFrame = z.object({
  app: z.string(),
  form: z.number(),
  /** Names of the migrations that made the tables, in order. */
  migrations: z.array(z.string()),
  /** ISO 8601: the instant whose state the stream shows. */
  at: z.string(),
})
export type Header = z.output<typeof headerFrame>

/** The table of the rows that follow; `columns` are those that the database does not compute. */
export const tableFrame = z.object({ name: z.string(), columns: z.array(z.string()) })
export type TableStart = z.output<typeof tableFrame>

/** The file of the data that follows; `size` in bytes. */
export const fileFrame = z.object({ name: z.string(), size: z.int().check(z.nonnegative()) })
export type FileStart = z.output<typeof fileFrame>

/** A table in short: equal if and only if its rows are, whatever their order. */
export const fingerprint = z.object({
  rows: z.int(),
  /** Sum of the rows' hashes, 16 hexadecimal digits. */
  sum: z.string(),
})
export type Fingerprint = z.output<typeof fingerprint>

/** The last frame of the stream. */
export const endFrame = z.object({
  tables: z.record(z.string(), fingerprint),
  /** Where each sequence stands. */
  sequences: z.record(z.string(), z.object({ last: z.int(), called: z.boolean() })),
  files: z.int(),
  fileBytes: z.int(),
  /** Files that a row names and the store did not have. */
  missing: z.array(z.string()),
})
export type Summary = z.output<typeof endFrame>

/** The last frame of an export: rows by file, and files that a row names and the store did not have. */
export const exportEndFrame = z.object({
  rows: z.record(z.string(), z.int()),
  files: z.int(),
  missing: z.array(z.string()),
})
export type ExportSummary = z.output<typeof exportEndFrame>
