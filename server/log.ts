/** Structured logs: one JSON line an event, never a secret. */
import pino from 'pino'

export type Logger = pino.Logger

/** What must not be written even if somebody logs the object that carries it. */
const SECRETS = ['authorization', 'cookie', 'password', 'password_hash', 'contra', 'token', 'accessToken']

/** The log of the process; `level` as in LOG_LEVEL. */
export const createLog = (level: string): Logger =>
  pino({
    level,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
  })
