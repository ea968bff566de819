/** Records that two people may edit (R41): the answer to a write that comes after somebody else's. */
import * as z from 'zod/mini'
import { instant, int, wireObject } from './wire.ts'

/** The first of the `details` of a 409: who changed the record since it was read, and when. */
export const changedSince = wireObject({
  /** Name of the person; '' when the program did it by itself. */
  by: ['usuario', z.string()],
  at: ['fecha', instant],
  /** The version that is stored now. */
  version: ['version', int],
})
export type ChangedSince = z.output<typeof changedSince>
