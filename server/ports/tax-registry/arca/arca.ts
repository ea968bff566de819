/** The tax authority's own registry (PADRON_PROVIDER=arca). */
import { createHash } from 'node:crypto'
import type { Log } from '../../../db/log.ts'
import type { Db } from '../../../db/open.ts'
import { untilAborted } from '../../../lib/time-limit.ts'
import { type RegistryAnswer, type TaxRegistry, unavailable } from '../port.ts'
import type { Credentials } from './cms.ts'
import { logIn, type Ticket } from './login.ts'
import { getPersona, SERVICE, TicketRefused } from './persona.ts'
import { keepTickets, type TicketOptions } from './tickets.ts'

export interface ArcaOptions extends Pick<TicketOptions, 'pollMs' | 'patienceMs' | 'pauseMs' | 'loginLimitMs'> {
  db: Db
  log: Log
  /** Eleven digits: the company on whose behalf the certificate asks. */
  cuit: string
  credentials: Credentials
  loginUrl: string
  registryUrl: string
  now?: () => Date
}

/** The registry behind the tax authority's SOAP services; its ticket is shared through the database. */
export function arcaRegistry(options: ArcaOptions): TaxRegistry {
  const { cuit: represented, credentials, loginUrl, registryUrl, now = () => new Date(), ...waiting } = options
  const fingerprint = createHash('sha256').update(credentials.certificate).digest('hex').slice(0, 16)
  const tickets = keepTickets({
    ...waiting,
    now,
    key: `${SERVICE} ${loginUrl} ${fingerprint}`,
    logIn: (signal) => logIn({ url: loginUrl, service: SERVICE, credentials, now: now(), signal }),
  })

  /** Asks once more with a new ticket when the registry does not take the first. */
  const ask = async (cuit: string, signal: AbortSignal): Promise<RegistryAnswer> => {
    const askWith = (ticket: Ticket) => getPersona({ url: registryUrl, ticket, represented, cuit, signal })
    const ticket = await untilAborted(tickets.current(), signal)
    try {
      return await askWith(ticket)
    } catch (error) {
      if (!(error instanceof TicketRefused)) throw error
      return askWith(await untilAborted(tickets.current(ticket), signal))
    }
  }

  return {
    async lookUp(cuit, signal = new AbortController().signal) {
      try {
        return await ask(cuit, signal)
      } catch (error) {
        return unavailable(error instanceof Error ? error.message : String(error))
      }
    },
  }
}
