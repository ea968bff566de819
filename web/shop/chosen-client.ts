/**
 * The client that carts and orders on the screen are for (R20, R100). A cliente has their own client. A member of the staff
 * chooses one: the choice belongs to this tab, survives a reload, and is where a new tab begins.
 */

import { useEffect, useSyncExternalStore } from 'react'
import { readId } from '../../contract/ids.ts'
import { roles } from '../../contract/roles.ts'
import { NO_CLIENT } from '../../contract/rules.ts'
import { currentLocation, navigate, onNavigation, type PageLocation } from '../lib/navigation.ts'
import { useLocation } from '../lib/router.tsx'
import { useSession, useUser } from '../lib/session.ts'
import { storedUser } from '../lib/stored-user.ts'
import { paths } from '../paths.ts'

const nameOf = (userId: number) => `cliente-elegido:${userId}`
const CONFIRM = paths.confirmOrderFor('')

/**
 * The client an address names: `?c=` of the catalogue and of an account, `?id=` of the cart, the last part when confirming.
 * Undefined when it names none, null when the text at that place is no id.
 */
export function clientInAddress({
  pathname,
  search,
}: Pick<PageLocation, 'pathname' | 'search'>): number | null | undefined {
  const text = clientText(pathname, search)
  return text ? (readId(text) ?? null) : undefined
}

function clientText(pathname: string, search: PageLocation['search']): string | undefined {
  if (pathname === paths.catalogue || pathname === paths.clientAccount) return search.c
  if (pathname === paths.cart) return search.id
  return pathname.startsWith(CONFIRM) ? pathname.slice(CONFIRM.length) : undefined
}

/** The same address for another client; null for screens whose address names none. */
export function addressFor(location: Pick<PageLocation, 'pathname' | 'search'>, clientId: number) {
  const { pathname, search } = location
  const id = clientId === NO_CLIENT ? undefined : clientId
  if (pathname === paths.catalogue || pathname === paths.clientAccount)
    return { path: pathname, search: { ...search, c: id } }
  if (pathname === paths.cart) return { path: pathname, search: { ...search, id } }
  if (pathname !== paths.confirmOrder && !pathname.startsWith(CONFIRM)) return null
  return { path: id === undefined ? paths.confirmOrder : paths.confirmOrderFor(id), search }
}

function keptClientId(userId: number): number {
  try {
    const text = sessionStorage.getItem(nameOf(userId)) ?? localStorage.getItem(nameOf(userId))
    return readId(text) ?? NO_CLIENT
  } catch {
    return NO_CLIENT
  }
}

interface Choice {
  readonly userId: number
  readonly clientId: number
  /** The address names a client that does not exist or is not the user's: nothing goes on until one is chosen. */
  readonly refused: boolean
}

let chosen: Choice | undefined
const listeners = new Set<() => void>()

function remember(userId: number, clientId: number, storages: readonly Storage[]): void {
  chosen = { userId, clientId, refused: false }
  try {
    for (const storage of storages) storage.setItem(nameOf(userId), String(clientId))
  } catch {
    // A browser that refuses storage keeps the choice until the page is closed.
  }
}

/** The user's choice; at first the address wins over what was kept. */
function choiceOf(userId: number): Choice {
  if (chosen?.userId === userId) return chosen
  const linked = clientInAddress(currentLocation())
  if (linked === null) return refuse(userId)
  const clientId = linked ?? keptClientId(userId)
  remember(userId, clientId, [sessionStorage, localStorage])
  return chosen ?? { userId, clientId, refused: false }
}

/** Drops this tab's earlier choice too: that client must not take the place of the one that the link meant. */
function refuse(userId: number): Choice {
  remember(userId, NO_CLIENT, [sessionStorage])
  chosen = { userId, clientId: NO_CLIENT, refused: true }
  return chosen
}

const tell = (): void => {
  for (const listener of listeners) listener()
}

/** Chooses the client a member of the staff acts for; −1 for none. */
export function chooseClient(userId: number, clientId: number): void {
  remember(userId, clientId, [sessionStorage, localStorage])
  tell()
}

/** The client of the address does not exist, or is not the user's. */
export function refuseClient(userId: number): void {
  refuse(userId)
  tell()
}

/**
 * From now on the client of a link becomes the chosen one. Back does not do that: it would swap the client under the hands of
 * a user who has chosen another since.
 */
export function followLinkedClients(): () => void {
  return onNavigation((move) => {
    const user = storedUser()
    const linked = clientInAddress(currentLocation())
    if (!user || linked === undefined) return
    if (linked === null) refuseClient(user.id)
    else if (move !== 'pop' && linked !== choiceOf(user.id).clientId) chooseClient(user.id, linked)
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The client's id in the ERP; −1 for none. */
export function useClientId(): number {
  const user = useSession()
  return useSyncExternalStore(subscribe, () => {
    if (!user) return NO_CLIENT
    return roles[user.type].isStaff ? choiceOf(user.id).clientId : user.clientId
  })
}

/** The client whose prices are asked for (R352): the one that the staff chose. The server knows a cliente's own. */
export function usePricedClient(): number | undefined {
  const clientId = useClientId()
  return useOnBehalf().isStaff && clientId !== NO_CLIENT ? clientId : undefined
}

/** The message of a screen whose address names a client that it cannot be for. */
export const linkRefused = 'El cliente del enlace no existe o no es válido'

/** Whether the address names a client that does not exist or is not the user's. A cliente has their own client alone. */
export function useLinkRefused(): boolean {
  const user = useUser()
  const location = useLocation()
  const refused = useSyncExternalStore(subscribe, () => roles[user.type].isStaff && choiceOf(user.id).refused)
  if (roles[user.type].isStaff) return refused
  const linked = clientInAddress(location)
  return linked !== undefined && linked !== user.clientId
}

/** Whether orders on the screen are made on behalf of a client, and whether one is chosen. */
export function useOnBehalf(): { isStaff: boolean; missing: boolean } {
  const { isStaff } = roles[useUser().type]
  const clientId = useClientId()
  return { isStaff, missing: isStaff && clientId === NO_CLIENT }
}

/** Keeps the chosen client in the address, so that a link to the screen works. For staff. */
export function useClientInAddress(): void {
  const clientId = useClientId()
  const refused = useLinkRefused()
  const location = useLocation()
  useEffect(() => {
    // A refused address stays, to be read. A screen that is being left does not change the next one's address.
    if (refused || location.key !== currentLocation().key) return
    if (clientInAddress(location) === (clientId === NO_CLIENT ? undefined : clientId)) return
    const address = addressFor(location, clientId)
    // What was told with the address of another client is about that one.
    const state = clientInAddress(location) === undefined ? location.state : undefined
    if (address) navigate(address.path, { search: address.search, state, replace: true })
  }, [clientId, refused, location])
}

/** What ordering controls say while no client is chosen. */
export const chooseFirst = 'Seleccione un cliente'
/** Id of the client box in the bar below the header. */
export const CLIENT_BOX = 'cliente-del-pedido'
let asked = false

/** Moves the focus to the client box and opens it, at once or as soon as the bar is there. */
export function askForClient(): void {
  const box = document.getElementById(CLIENT_BOX)
  asked = box === null
  box?.focus()
  box?.click()
}

/** For the bar: opens its client box if that was asked for before the bar's code was loaded. */
export function useAskedForClient(): void {
  useEffect(() => {
    if (asked) askForClient()
  }, [])
}
