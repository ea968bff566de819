/** What the database tells the service's log; pino's logger is one. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }
