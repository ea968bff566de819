/**
 * Whether the database answers. A frozen server keeps its connections and says nothing, and every statement would wait for the limit
 * of statements, fifteen seconds and more. So a connection of its own is asked every moment; where it gets no answer, what waits for
 * the database fails at once, and nothing further is begun until it answers again (R4).
 */

/** Milliseconds between two questions, and for an answer: what met the silence fails within two seconds. */
const ASK_EVERY = 400
const PATIENCE = 1_200

/** A database that does not answer; PostgreSQL's own code of a lost connection. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent'
  readonly code = '08006'
  constructor() {
    super('the database does not answer')
  }
}

export interface Silence {
  /**
   * Waits for a connection, but not for one that a silent database keeps.
   * @param giveBack Called with a connection that came too late.
   * @throws DatabaseSilent
   */
  unlessSilent<T>(connect: () => Promise<T>, giveBack: (late: T) => void): Promise<T>
  stop(): void
}

/**
 * Asks until it is stopped.
 * @param ask A question that a database answers at once. One that fails begins no silence, since whoever meets the failure is told
 *   at once, and ends none.
 * @param begins Called when the silence begins. It must end the connection of `ask`: its server may be gone without a word.
 */
export function watchForSilence(ask: () => Promise<unknown>, begins: () => void): Silence {
  let isSilent = false
  let isStopped = false
  let timer: NodeJS.Timeout
  const waiting = new Set<(reason: Error) => void>()

  const askAgain = () => {
    let isOver = false
    const askLater = () => {
      isOver = true
      clearTimeout(timer)
      if (!isStopped) timer = setTimeout(askAgain, ASK_EVERY).unref()
    }
    ask().then(() => {
      isSilent = false
      askLater()
    }, askLater)
    timer = setTimeout(() => {
      // Where this process itself was busy, the answer may be there and not read yet.
      setImmediate(() => {
        if (isOver || isSilent || isStopped) return
        isSilent = true
        const silent = new DatabaseSilent()
        for (const refuse of waiting) refuse(silent)
        begins()
      })
    }, PATIENCE).unref()
  }
  timer = setTimeout(askAgain, ASK_EVERY).unref()
  return {
    unlessSilent(connect, giveBack) {
      if (isSilent) return Promise.reject(new DatabaseSilent())
      return new Promise((resolve, reject) => {
        let isLate = false
        const refuse = (reason: Error) => {
          isLate = true
          reject(reason)
        }
        waiting.add(refuse)
        connect().then(
          (connection) => {
            waiting.delete(refuse)
            if (isLate) giveBack(connection)
            else resolve(connection)
          },
          (error) => {
            waiting.delete(refuse)
            reject(error)
          },
        )
      })
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
