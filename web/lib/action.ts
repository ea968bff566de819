/** One change at the server and what follows from it. Apart from query.ts, because the first cards change nothing. */
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Endpoint } from '../../contract/endpoint.ts'
import { messageOf } from './api.ts'
import { whenNotBusy } from './busy-shop.ts'
import type { WireNames } from './field-errors.ts'
import { outdate } from './query.ts'
import { isPassing } from './query-client.ts'
import { type Refusal, refusalOf } from './refusal.ts'
import { showToast } from './toast.ts'

export interface ActionOptions<Values, Answer> {
  /** The calls whose answers it puts out of date; also where its own answer is lost, because the change may stand. */
  readonly outdates?: readonly Endpoint[]
  /** The message once it is done. */
  readonly success?: string | ((answer: Answer, values: Values) => string)
  readonly onDone?: (answer: Answer, values: Values) => void
  /** The wire object that refused fields belong to, usually the endpoint's body. */
  readonly names?: WireNames
  /** The message of a failure, where it is not the server's. */
  readonly wordsOf?: (error: unknown) => string
  /** Shows why it was refused; without it a message does. */
  readonly onRefused?: (refusal: Refusal) => void
}

export interface Action<Values> {
  /** Makes the change; false when it was refused, or one is still under way. It throws only what `onDone` throws. */
  readonly run: (values: Values) => Promise<boolean>
  readonly busy: boolean
  /** The values of the change that is under way; null when none is. */
  readonly busyWith: Values | null
}

/**
 * One change at the server: `const enable = useAction((user: User) => call(updateUser, { body: user }), { outdates:
 * [filterUsers], success: 'Usuario habilitado' })`, then `enable.run(user)`.
 */
export function useAction<Values = void, Answer = unknown>(
  make: (values: Values) => Promise<Answer>,
  { outdates = [], success, onDone, names, wordsOf = messageOf, onRefused }: ActionOptions<Values, Answer> = {},
): Action<Values> {
  const mutation = useMutation({ mutationFn: (values: Values) => whenNotBusy(() => make(values)) })
  // Two clicks come faster than a render.
  const underWay = useRef(false)
  const outdateAll = () => {
    for (const endpoint of outdates) void outdate(endpoint)
  }
  const run = async (values: Values): Promise<boolean> => {
    if (underWay.current) return false
    underWay.current = true
    let answer: Answer
    try {
      answer = await mutation.mutateAsync(values)
    } catch (error) {
      if (isPassing(error)) outdateAll()
      const refusal = { ...refusalOf(error, names), message: wordsOf(error) }
      if (onRefused) onRefused(refusal)
      else showToast('failure', refusal.message)
      return false
    } finally {
      underWay.current = false
    }
    // Outside of the try: a mistake in what follows the change is no refusal of it.
    outdateAll()
    if (success) showToast('success', typeof success === 'string' ? success : success(answer, values))
    onDone?.(answer, values)
    return true
  }
  return { run, busy: mutation.isPending, busyWith: mutation.isPending ? mutation.variables : null }
}
