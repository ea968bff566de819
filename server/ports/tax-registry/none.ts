/** No registry at all (PADRON_PROVIDER=none): registration goes on with typed data. */
import { type TaxRegistry, unavailable } from './port.ts'

export const noRegistry = (): TaxRegistry => ({
  isNone: true,
  lookUp: async () => unavailable('PADRON_PROVIDER is none'),
})
