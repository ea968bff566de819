/** The database cannot be used; the message is Spanish and meant for the console as it is. */
export class DatabaseOpenError extends Error {
  override readonly name = 'DatabaseOpenError'
}

/** Another living process holds the folder of the embedded database. */
export class DatabaseInUseError extends DatabaseOpenError {}

/** Whether a row was refused for a unique key that is taken. Of two rows at once the database decides which is first. */
export const isTwice = (error: unknown): boolean => errorCode(error) === '23505'

/** SQLSTATE of a database error, or the system's code of a connection error. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
