/** Structured logs: one JSON line an event, never a secret. */
import pino from 'pino'

export type Logger = pino.Logger

/** Properties whose values are never written, even if somebody logs the object that carries them. */
const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'password_hash',
  'contra',
  'contraPropia',
  'ownPassword',
  'token',
  'accessToken',
]

/** Properties of a database error that repeat the row or the statement that failed: CUITs, mails, notes. */
const DATA = ['detail', 'where', 'hint', 'query', 'params', 'parameters', 'internalQuery', 'dataType'] as const

const withoutData = (error: Error): object => {
  const { aggregateErrors: _all, raw: _raw, ...facts } = pino.stdSerializers.err(error)
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !(DATA as readonly string[]).includes(name)))
}

/** The log of the process; `level` as in LOG_LEVEL. */
export const createLog = (level: string, destination?: pino.DestinationStream): Logger =>
  pino(
    {
      level,
      serializers: { err: withoutData },
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
    },
    destination,
  )
