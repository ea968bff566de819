/** The look-up of the CUIT while the registration form is filled in. */
import { useEffect, useState } from 'react'
import { formatCuit, parseCuit } from '../../../../contract/cuit.ts'
import type { Form } from '../../../lib/form.ts'
import { cuitStateOf, useRegistry } from './accounts.api.ts'
import { type RegistrationDraft, withoutOtherCuit, withRegistry } from './registration-form.ts'

/** The state of the look-up. */
export interface RegistryLook {
  /** The CUIT whose entry is in the form. */
  filledFor: string | null
  asking: boolean
  /** Whether the CUIT is unfinished or wrong, or the registry refused it. */
  refused: boolean
  /** Why the registry did not answer, else null. The form goes on with typed data (R15). */
  failure: Error | null
  askAgain: () => void
  /** To be called when the CUIT's box is left: its text is then judged as it is. */
  leave: () => void
}

/** Asks the registry for the CUIT in the form, fills in what it says, and takes that back for another CUIT. */
export function useRegistryLook({ draft, set }: Form<RegistrationDraft>): RegistryLook {
  const [leftText, setLeftText] = useState('')
  const cuit = parseCuit(draft.cuit)
  const { data: entry, error, isFetching, refetch } = useRegistry(cuit)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for another CUIT, or when the registry has answered.
  useEffect(() => {
    if (withoutOtherCuit(draft) !== draft) set(withoutOtherCuit)
    if (entry) set((now) => (parseCuit(now.cuit) === entry.cuit ? withRegistry(now, entry) : now))
  }, [draft.cuit, entry])
  const isUnfinished = cuit === null && draft.cuit.trim() !== '' && leftText === draft.cuit
  const refused = isUnfinished || cuitStateOf(draft.cuit).refused
  return {
    filledFor: cuit !== null && draft.filled?.cuit === cuit ? cuit : null,
    asking: cuit !== null && isFetching,
    refused,
    failure: cuit === null || isFetching || refused ? null : error,
    askAgain: () => void refetch(),
    leave: () => {
      setLeftText(draft.cuit)
      if (cuit !== null) set({ cuit: formatCuit(cuit) })
    },
  }
}
