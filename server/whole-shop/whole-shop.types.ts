/** The JSON in the stream of a whole shop: everything besides rows and bytes. */

/** The first frame of the stream. */
export interface Header {
  readonly app: 'bulto'
  readonly form: 1
  /** Names of the migrations that made the tables, in order. */
  readonly migrations: readonly string[]
  /** ISO 8601: the instant whose state the stream shows. */
  readonly at: string
}

/** The table of the rows that follow; `columns` are those that the database does not compute. */
export interface TableStart {
  readonly name: string
  readonly columns: readonly string[]
}

/** The file of the data that follows. */
export interface FileStart {
  readonly name: string
  /** Bytes. */
  readonly size: number
}

/** A table in short: equal if and only if its rows are, whatever their order. */
export interface Fingerprint {
  readonly rows: number
  /** Sum of the rows' hashes, 16 hexadecimal digits. */
  readonly sum: string
}

/** The last frame of the stream. */
export interface Summary {
  readonly tables: Readonly<Record<string, Fingerprint>>
  /** Where each sequence stands. */
  readonly sequences: Readonly<Record<string, { readonly last: number; readonly called: boolean }>>
  readonly files: number
  readonly fileBytes: number
  /** Files that a row names and the store did not have. */
  readonly missing: readonly string[]
}
