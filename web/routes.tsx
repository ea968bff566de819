/** From the declared screens (contract/screens.ts) to routes. A screen's code is loaded when it is first needed. */
import type { ComponentType } from 'react'
import { addressesOfScreen, type Screen, type ScreenName, screens } from '../contract/screens.ts'
import type { PageLocation } from './lib/navigation.ts'
import type { Redirect, Route } from './lib/router.tsx'
import { storedUser } from './lib/stored-user.ts'
import type { PageName } from './pages.tsx'
import { isPublicPath, paths } from './paths.ts'
import type { AdminScreenName } from './shell/admin-screens.ts'
import { opensFor } from './shell/menu.ts'
import { gateOf } from './shell/page-gate.ts'
import { ShopLayout } from './shell/ShopLayout.tsx'

/** Without a user every other path leads to /login, and from there back to where they were going (R104). */
export const guard = ({ pathname, href }: PageLocation): Redirect | null =>
  storedUser() || isPublicPath(pathname) ? null : { to: paths.login, search: { volver: href } }

/** Opens a screen for some types of users only; others go to `otherwise` (R106). */
const gateFor = (screen: Screen, otherwise: string) => async (): Promise<Redirect | null> => {
  const user = storedUser()
  return user && opensFor(user.type, screen) ? null : { to: otherwise }
}

/** Where a screen's address leads those it is not for (R102). */
const otherwise: Partial<Record<Screen['who'], string>> = { staff: paths.catalogue, supervisor: '/404' }

/** The catalogue's code, or that of another screen: behind one door, so that the first cards need none of the list. */
const loadOf = (name: PageName | 'catalogue') => (): Promise<ComponentType> =>
  name === 'catalogue'
    ? import('./features/catalogue/search/CataloguePage.tsx').then((m) => m.CataloguePage)
    : import('./pages.tsx').then(({ pages }) => pages[name]())

/** The frame of public screens comes with the list of them: the first cards have no use for it. */
const publicFrame = () => import('./pages.tsx').then((m) => m.PublicLayout)

/** One door to all code of /admin, so that the shop loads nothing of it. */
const administration = () => import('./shell/admin-screens.ts')

const routeOf = (name: ScreenName): Route => {
  const screen: Screen = screens[name]
  const shared = { paths: addressesOfScreen(screen), title: screen.title }
  if (screen.path.startsWith(paths.admin)) {
    return {
      ...shared,
      frame: ShopLayout,
      innerFrame: () => administration().then((m) => m.AdminLayout),
      gate: () => administration().then((m) => m.adminGate()),
      load: () => administration().then((m) => m.adminPages[name as AdminScreenName]()),
    }
  }
  const elsewhere = otherwise[screen.who]
  return {
    ...shared,
    ...(screen.who === 'everyone' ? { innerFrame: publicFrame } : { frame: ShopLayout }),
    gate: screen.page ? gateOf(screen.page) : elsewhere === undefined ? undefined : gateFor(screen, elsewhere),
    load: loadOf(name as PageName | 'catalogue'),
    ownScroll: name === 'catalogue',
  }
}

export const routes: readonly Route[] = (Object.keys(screens) as ScreenName[]).map(routeOf)
