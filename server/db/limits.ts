/** How much an instance may take of the server, and how long. */
export interface DatabaseLimits {
  readonly connections: number
  /** Seconds that one statement may take. */
  readonly statementSeconds: number
  /** Seconds that a transaction may wait between two statements. */
  readonly idleTransactionSeconds: number
}

export const defaultLimits: DatabaseLimits = {
  connections: 10,
  statementSeconds: 15,
  idleTransactionSeconds: 30,
}
