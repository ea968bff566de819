/**
 * Orders of branches, saved move by move as optimistic updates (R33). An order is marked as pending until the server has
 * stored it. Moves made during a save go out together with the next save. A refused order is rolled back, and the user is told.
 */

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { categoryTree, listBrands } from '../../../../contract/catalogue.ts'
import {
  type BranchChanged,
  branchChanged,
  listNodes,
  type Node,
  orderBrands,
  orderCategories,
  orderSubcategories,
  type WantedPosition,
} from '../../../../contract/category-manager.ts'
import { movedTo } from '../../../../contract/order.ts'
import { ApiError, call, messageOf } from '../../../lib/api.ts'
import { outdate, queryOf } from '../../../lib/query.ts'
import { type Branch, branchKey, levelOf, nodeKey } from './tree.ts'

/** A move, by the node's id, to a position counted from 1. */
interface Move {
  readonly branch: Branch
  readonly id: number
  readonly name: string
  readonly position: number
}
interface WantedOrder {
  readonly ids: readonly number[]
  readonly last: Move
}

/** A move that was refused because somebody else had changed the branch. */
export interface OrderConflict {
  readonly move: Move
  readonly changed: BranchChanged
}
/** A move that the server refused for another reason. */
export interface OrderRefusal {
  readonly move: Move
  readonly message: string
}

/** The other change that a 409 about an order tells of; null for any other failure. */
export function branchChangedOf(error: unknown): BranchChanged | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const read = z.safeDecode(branchChanged, error.details[0] as never)
  return read.success ? read.data : null
}

function send(branch: Branch, body: WantedPosition[]): Promise<Node[]> {
  const level = levelOf(branch)
  if (level === 'brand') return call(orderBrands, { query: {}, body })
  return call(level === 'category' ? orderCategories : orderSubcategories, { body })
}

/** The orders under way, and `move`, which shows a move at once and saves it. */
export function useBranchOrders() {
  const cache = useQueryClient()
  const wanted = useRef(new Map<string, WantedOrder>())
  const [pending, setPending] = useState<ReadonlyMap<string, WantedOrder>>(new Map())
  const [saved, setSaved] = useState<string | null>(null)
  const [conflict, setConflict] = useState<OrderConflict | null>(null)
  const [refusal, setRefusal] = useState<OrderRefusal | null>(null)

  const key = queryOf(listNodes).queryKey
  const stored = (branch: Branch): Node[] =>
    (cache.getQueryData<Node[]>(key) ?? []).filter((node) => branchKey(node) === branchKey(branch))
  const setWanted = (branch: Branch, next: WantedOrder | null) => {
    if (next) wanted.current.set(branchKey(branch), next)
    else wanted.current.delete(branchKey(branch))
    setPending(new Map(wanted.current))
  }
  const store = (branch: Branch, answer: readonly Node[]) => {
    const others = (cache.getQueryData<Node[]>(key) ?? []).filter((node) => branchKey(node) !== branchKey(branch))
    cache.setQueryData<Node[]>(key, levelOf(branch) === 'brand' ? [...answer, ...others] : [...others, ...answer])
  }

  const save = async (branch: Branch): Promise<void> => {
    for (;;) {
      const sending = wanted.current.get(branchKey(branch))
      if (!sending) return
      const seenPositions = new Map(stored(branch).map(({ id, position }) => [id, position]))
      try {
        store(
          branch,
          await send(
            branch,
            sending.ids.map((id, at) => ({ id, position: at + 1, seen: seenPositions.get(id) })),
          ),
        )
        void outdate(categoryTree)
        void outdate(listBrands)
        if (wanted.current.get(branchKey(branch)) !== sending) continue
        setWanted(branch, null)
        setSaved(nodeKey({ id: sending.last.id, brandId: branch.brandId }))
      } catch (error) {
        const { last } = wanted.current.get(branchKey(branch)) ?? sending
        const changed = branchChangedOf(error)
        await outdate(listNodes)
        setWanted(branch, null)
        if (changed) setConflict({ move: last, changed })
        else setRefusal({ move: last, message: messageOf(error) })
      }
      return
    }
  }

  const move = (given: Move): void => {
    const { branch, id, position } = given
    const underWay = wanted.current.get(branchKey(branch))
    const ids = underWay?.ids ?? stored(branch).map((node) => node.id)
    const from = ids.indexOf(id)
    if (from < 0) return
    setConflict(null)
    setRefusal(null)
    setSaved(null)
    setWanted(branch, { ids: movedTo(ids, from, position), last: given })
    if (!underWay) void save(branch)
  }

  return {
    move,
    /** Orders that are shown and not stored yet, by `branchKey`. */
    pending,
    /** The node whose move was stored last, by `nodeKey`. */
    saved,
    conflict,
    refusal,
    dismiss: () => {
      setConflict(null)
      setRefusal(null)
    },
  }
}
export type BranchOrders = ReturnType<typeof useBranchOrders>
