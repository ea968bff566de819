import { useEffect } from 'react'
import type { Form } from '../../../lib/form.ts'

/** Takes the chosen carrier back once it is known that the shop has none by that number: the default one, or an old draft's. */
export function useOfferedCarrier<Draft extends { carrierId: string }>(
  { draft, take }: Form<Draft>,
  carriers: readonly { id: number }[] | undefined,
): void {
  const isOffered = carriers?.some(({ id }) => String(id) === draft.carrierId) ?? true
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the carriers have come; a later choice is one of them.
  useEffect(() => {
    if (!isOffered) take({ carrierId: '' } as Partial<Draft>)
  }, [isOffered])
}
