/** The database cannot be used; the message is Spanish and meant for the console as it is. */
export class DatabaseOpenError extends Error {
  override readonly name = 'DatabaseOpenError'
}

/** Another living process holds the folder of the embedded database. */
export class DatabaseInUseError extends DatabaseOpenError {}

/** SQLSTATE of a database error, or the system's code of a connection error. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
