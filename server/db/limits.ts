/** How many connections of the server an instance may use, and for how long. */
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
