/** Which screen an address opens. A small router of our own: the code before the first cards has a budget. */
import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createContext,
  type MouseEvent,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import {
  currentLocation,
  hrefOf,
  keepScrollPositions,
  leavePlace,
  type Move,
  type NavigateOptions,
  nameFirstEntry,
  navigate,
  onNavigation,
  type PageLocation,
  scrollWhenTall,
} from './navigation.ts'

/** Where to go instead. */
export interface Redirect {
  readonly to: string
  readonly search?: NavigateOptions['search']
}

/** One screen: its path with `:name` parameters, the frame around it, and how its code is loaded. */
export interface Route {
  readonly path: string
  readonly frame: ComponentType<{ children: ReactNode }>
  readonly load: () => Promise<ComponentType>
  /** Decides before the screen opens, while its code is loading. */
  readonly gate?: () => Promise<Redirect | null>
  /** The screen finds its own scroll position again. */
  readonly ownScroll?: boolean
}

export type Params = Readonly<Record<string, string>>

/** The values of a pattern's parameters in a path; null when it does not match. */
export function matchPath(pattern: string, pathname: string): Params | null {
  const wanted = pattern.split('/')
  const given = pathname.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? ''
    if (part.startsWith(':') && value) params[part.slice(1)] = safeDecode(value)
    else if (part !== value) return null
  }
  return params
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

interface Shown {
  readonly location: PageLocation
  readonly params: Params
  readonly move: Move
  readonly route: Route | null
  readonly Screen: ComponentType
}

const ShownContext = createContext<Pick<Shown, 'location' | 'params'> | null>(null)

function useShown() {
  const shown = use(ShownContext)
  if (!shown) throw new Error('There is no <Router> around this component')
  return shown
}

/** Where the screen that is shown stands. */
export const useLocation = (): PageLocation => useShown().location
/** The parameters of its path. */
export const useParams = (): Params => useShown().params

interface RouterProps {
  routes: readonly Route[]
  /** Before anything is loaded: null goes on. */
  guard: (location: PageLocation) => Redirect | null
  /** Shown for every other path, with its frame. */
  notFound: ComponentType
  /** Shown when a screen's code cannot be loaded. */
  failed: ComponentType
}

const loaded = new WeakMap<Route, ComponentType>()
let table: readonly Route[] = []
let shownKey: string | undefined

function find(routes: readonly Route[], pathname: string): { route: Route; params: Params } | null {
  for (const route of routes) {
    const params = matchPath(route.path, pathname)
    if (params) return { route, params }
  }
  return null
}

async function loadScreen(route: Route): Promise<ComponentType> {
  const Screen = loaded.get(route) ?? (await route.load())
  loaded.set(route, Screen)
  return Screen
}

/** Fetches a screen's code before it is asked for. */
function preload(path: string): void {
  const match = find(table, path)
  if (match && !loaded.has(match.route)) loadScreen(match.route).catch(() => undefined)
}

/** Shows the screen of the present address. The old one stays until the new one's code is there. */
export function Router({ routes, guard, notFound, failed }: RouterProps) {
  const [shown, setShown] = useState<Shown | null>(null)

  useEffect(() => {
    table = routes
    nameFirstEntry()
    let turn = 0
    let open: Route | null = null
    const show = async (move: Move) => {
      turn += 1
      const mine = turn
      const location = currentLocation()
      const elsewhere = guard(location)
      if (elsewhere) return navigate(elsewhere.to, { search: elsewhere.search, replace: true })
      const match = find(routes, location.pathname)
      const commit = (Screen: ComponentType) => {
        open = match?.route ?? null
        setShown({ location, params: match?.params ?? {}, move, route: open, Screen })
      }
      if (!match) return commit(notFound)
      const { route } = match
      const Ready = loaded.get(route)
      if (Ready && (route === open || !route.gate)) return commit(Ready)
      try {
        const [Screen, redirect] = await Promise.all([loadScreen(route), route.gate?.() ?? null])
        if (mine !== turn) return
        if (redirect) navigate(redirect.to, { search: redirect.search, replace: true })
        else commit(Screen)
      } catch {
        if (mine === turn) commit(failed)
      }
    }
    const stop = onNavigation((move) => void show(move))
    void show('start')
    return () => {
      turn += 1
      stop()
    }
  }, [routes, guard, notFound, failed])

  useScroll(shown)
  if (!shown) return null
  const { Screen, route } = shown
  const screen = <Screen />
  return <ShownContext value={shown}>{route ? <route.frame>{screen}</route.frame> : screen}</ShownContext>
}

let positionOf: ((key: string) => number) | undefined

/** A new screen begins at its top; Back and a reload find the place that was left (R102). */
function useScroll(shown: Shown | null): void {
  const [path, setPath] = useState<string>()
  useLayoutEffect(() => {
    if (!shown) return
    positionOf ??= keepScrollPositions(() => shownKey)
    const { location, move, route } = shown
    shownKey = location.key
    setPath(location.pathname)
    if (location.pathname === path || (route?.ownScroll && move !== 'push')) return
    if (move === 'push' || move === 'replace') window.scrollTo({ top: 0, behavior: 'instant' })
    else scrollWhenTall(positionOf(location.key))
  }, [shown, path])
}

/** Goes elsewhere as soon as it is shown. */
export function Navigate({ to, search }: Redirect) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; by the next render the address is another one.
  useEffect(() => navigate(to, { search, replace: true }), [])
  return null
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  Omit<NavigateOptions, 'replace'> & { to: string }

/** A link within the app: a real address for the browser, and the screen's code fetched when a click is likely. */
export function Link({ to, search, state, onClick, ...rest }: LinkProps) {
  const { pathname } = useLocation()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (event.defaultPrevented || elsewhere || rest.target) return
    event.preventDefault()
    leavePlace(() => navigate(to, { search, state }))
  }
  return (
    <a
      aria-current={pathname === to ? 'page' : undefined}
      {...rest}
      href={hrefOf(to, search)}
      onClick={follow}
      onPointerEnter={() => preload(to)}
      onFocus={() => preload(to)}
    />
  )
}
