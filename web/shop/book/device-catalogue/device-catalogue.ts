/** The page's side of the catalogue on the device (R224): one worker for the signed-in user, and what it answers. */
import type { QueryKey } from '@tanstack/react-query'
import { categoryTree } from '../../../../contract/catalogue.ts'
import type { Place } from '../../../../engine/index-data.ts'
import { countedRows } from '../../../../engine/tree.ts'
import { queryOf } from '../../../lib/query.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { onSessionChange, storedUser } from '../../../lib/stored-user.ts'
import type { Answer, Asked, Fill, FromWorker, ToWorker } from './messages.ts'

interface Opened {
  readonly userId: number
  readonly worker: Worker
}
let opened: Opened | undefined
/** Where searches meet it. */
let setFill: (fill: Fill | undefined) => void = () => undefined

/** Safari knows neither; `connection` is Chromium's alone. */
interface Device {
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string }
}

/** Whoever pays for each kilobyte, or waits for it, is not sent half a megabyte unasked; what is kept is kept up to date. */
function mayTakeAll(): boolean {
  const { connection } = navigator as Device
  return !connection?.saveData && !connection?.effectiveType?.includes('2g')
}

/** Opens the signed-in user's catalogue, or brings it up to date: call it as often as there is a reason. */
export function openDeviceCatalogue(givesFill: typeof setFill = setFill): void {
  setFill = givesFill
  const user = storedUser()
  if (!user) return
  if (opened?.userId === user.id) {
    say(opened.worker, { type: 'update' })
    return
  }
  close()
  const userId = user.id
  const start = () => {
    if (opened || storedUser()?.id !== userId) return
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    opened = { userId, worker }
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => hear(worker, data))
    worker.addEventListener('error', close)
    say(worker, { type: 'open', userId, token: user.token, mayTakeAll: mayTakeAll() })
  }
  if ('requestIdleCallback' in window && navigator.onLine) requestIdleCallback(start, { timeout: 10_000 })
  else start()
}

/** What a user was shown is nobody else's (R37). */
function close(): void {
  opened?.worker.terminate()
  opened = undefined
  setFill(undefined)
  waiting.clear()
}

onSessionChange(() => {
  if (opened && storedUser()?.id !== opened.userId) close()
})
window.addEventListener('online', () => openDeviceCatalogue())

const say = (worker: Worker, message: ToWorker): void => worker.postMessage(message)

/** Keys of what was asked, until it is answered. */
const waiting = new Map<number, QueryKey>()
let asks = 0

function hear(worker: Worker, message: FromWorker): void {
  if (message.type === 'answer') {
    const key = waiting.get(message.id)
    waiting.delete(message.id)
    if (key) void show(key, message)
    return
  }
  const fill: Fill = (key, asked) => {
    waiting.set(++asks, key)
    say(worker, { type: 'search', id: asks, asked })
  }
  setFill(fill)
  fillEmpty(fill)
}

async function show(key: QueryKey, answer: Answer & { at: number }): Promise<void> {
  const shownTo = opened
  const data = 'rows' in answer ? answer.rows : await countsOf(answer.places)
  // The server may have been faster; what is there is as new at least.
  if (data && opened === shownTo && queryClient.getQueryData(key) === undefined)
    queryClient.setQueryData(key, data, { updatedAt: answer.at })
}

/** The tree's counts of a search; the names are the whole tree's, without which nothing counts. */
const countsOf = (places: readonly Place[]) =>
  queryClient.ensureQueryData(queryOf(categoryTree)).then(
    (tree) => countedRows(tree, places),
    () => undefined,
  )

/** What the screen asked for before, and has no answer to. */
function fillEmpty(fill: Fill): void {
  for (const { queryKey, state, meta } of queryClient.getQueryCache().findAll({ type: 'active' })) {
    const asked = meta?.fromDevice as Asked | undefined
    if (asked && state.data === undefined) fill(queryKey, asked)
  }
}
