/** The page's side of the catalogue on the device (R224): one worker for the signed-in user, and what it answers. */
import type { QueryKey } from '@tanstack/react-query'
import { categoryTree } from '../../../../contract/catalogue.ts'
import { roles } from '../../../../contract/roles.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import { takenArticles } from '../../../../contract/usual-order.ts'
import type { BranchCount } from '../../../../engine/index-data.ts'
import { countedRows } from '../../../../engine/tree.ts'
import { queryOf } from '../../../lib/query.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { onSessionChange, storedUser } from '../../../lib/stored-user.ts'
import type { Answer, Asked, AskedOfSearch, Fill, FromWorker, ToWorker } from './messages.ts'

interface Opened {
  readonly userId: number
  readonly clientId: number
  readonly worker: Worker
}
let opened: Opened | undefined
/** Whether the signed-in user is still `of`. One whose client has changed is shown other prices (R352). */
const isFor = (of: Pick<Opened, 'userId' | 'clientId'>): boolean => {
  const user = storedUser()
  return user?.id === of.userId && user.clientId === of.clientId
}
/** Gives fill.ts the function that asks the worker; with undefined, takes it back. */
let setFill: (fill: Fill | undefined) => void = () => undefined

/** Only Chromium has `connection`. */
interface Device {
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string }
}

/**
 * Whether the worker may fetch a whole catalogue, half a megabyte, unasked: not while data is saved, nor over 2g. A catalogue
 * that the device has already is kept up to date all the same.
 */
function mayTakeAll(): boolean {
  const { connection } = navigator as Device
  return !connection?.saveData && !connection?.effectiveType?.includes('2g')
}

/** Opens the signed-in user's catalogue, or brings it up to date: call it as often as there is a reason. */
export function openDeviceCatalogue(givesFill: typeof setFill = setFill): void {
  setFill = givesFill
  const user = storedUser()
  if (!user) return
  if (opened && isFor(opened)) {
    say(opened.worker, { type: 'update' })
    return
  }
  close()
  const owner = { userId: user.id, clientId: user.clientId }
  const start = () => {
    if (opened || !isFor(owner)) return
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    opened = { ...owner, worker }
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => hear(worker, data))
    worker.addEventListener('error', close)
    say(worker, {
      type: 'open',
      ...owner,
      token: user.token,
      mayTakeAll: mayTakeAll(),
      isStaff: roles[user.type].isStaff,
    })
  }
  if ('requestIdleCallback' in window && navigator.onLine) requestIdleCallback(start, { timeout: 10_000 })
  else start()
}

/** Ends the worker and forgets what it was asked: nobody else may see its answers (R37). */
function close(): void {
  opened?.worker.terminate()
  opened = undefined
  setFill(undefined)
  waiting.clear()
}

onSessionChange(() => {
  if (!opened || isFor(opened)) return
  const isSameUser = storedUser()?.id === opened.userId
  close()
  if (isSameUser) openDeviceCatalogue()
})
window.addEventListener('online', () => openDeviceCatalogue())

const say = (worker: Worker, message: ToWorker): void => worker.postMessage(message)

/** Query keys of the searches that the worker has not answered, by the search's id. */
const waiting = new Map<number, QueryKey>()
let lastAskId = 0

function hear(worker: Worker, message: FromWorker): void {
  if (message.type === 'answer') {
    const key = waiting.get(message.id)
    waiting.delete(message.id)
    if (key) void show(key, message)
    return
  }
  const fill: Fill = (key, asked) => {
    const id = ++lastAskId
    waiting.set(id, key)
    const ask = (told: Asked) => say(worker, { type: 'search', id, asked: told })
    if (!needsTaken(asked)) return ask(asked)
    // Without the articles that the client took the device does not answer; the server may.
    withTaken(asked).then(ask, () => waiting.delete(id))
  }
  setFill(fill)
  fillEmpty(fill)
}

const needsTaken = (asked: Asked): asked is AskedOfSearch =>
  asked.what !== 'article' && (asked.what === 'options' || asked.filter.taken !== undefined)

/** Adds the articles that the client took, as the server told them last: kept on the device, too (R366). */
async function withTaken(asked: AskedOfSearch): Promise<Asked> {
  const clientId = asked.filter.clientId ?? opened?.clientId ?? NO_CLIENT
  const isOfNobody = clientId === NO_CLIENT && roles[storedUser()?.type ?? 'cliente'].isStaff
  const taken = isOfNobody ? [] : await queryClient.ensureQueryData(queryOf(takenArticles, { query: { clientId } }))
  const takenIds = new Set(taken.map(({ articleId }) => articleId))
  return { ...asked, filter: { ...asked.filter, takenIds } } as AskedOfSearch
}

async function show(key: QueryKey, answer: Answer & { at: number }): Promise<void> {
  const shownTo = opened
  const data = answer.what === 'places' ? await countsOf(answer.data) : answer.data
  // The server may have answered first: its answer is at least as new.
  if (data && opened === shownTo && queryClient.getQueryData(key) === undefined)
    queryClient.setQueryData(key, data, { updatedAt: answer.at })
}

/** The rows of the tree with the counts of a search. The names come from the whole tree; undefined without that. */
const countsOf = (places: readonly BranchCount[]) =>
  queryClient.ensureQueryData(queryOf(categoryTree)).then(
    (tree) => countedRows(tree, places),
    () => undefined,
  )

/** Asks the device for each search on the screen that has no answer yet. */
function fillEmpty(fill: Fill): void {
  for (const { queryKey, state, meta } of queryClient.getQueryCache().findAll({ type: 'active' })) {
    const asked = meta?.fromDevice as Asked | undefined
    if (asked && state.data === undefined) fill(queryKey, asked)
  }
}
