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
import { titleOf } from './shop.ts'

/** Where to go instead. */
export interface Redirect {
  readonly to: string
  readonly search?: NavigateOptions['search']
}

type Frame = ComponentType<{ children: ReactNode }>

/** One screen: its addresses (`:name` is any one part), the frames around it, and how its code is loaded. */
export interface Route {
  readonly paths: readonly string[]
  /** In the browser's tab. */
  readonly title: string
  readonly frame?: Frame
  /** A frame that is loaded with the screen, inside the other; it stays between two screens that share it. */
  readonly innerFrame?: () => Promise<Frame>
  readonly load: () => Promise<ComponentType>
  /** Decides before the screen opens, while its code is loading. */
  readonly gate?: () => Promise<Redirect | null>
  /** The screen finds its own scroll position again. */
  readonly ownScroll?: boolean
}

/** Whether a path is one of a pattern: the same parts, any in place of `:name`. */
export function matchesPath(pattern: string, pathname: string): boolean {
  const wanted = pattern.split('/')
  const given = pathname.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  )
}

/** A screen's code. */
interface Loaded {
  readonly Screen: ComponentType
  readonly Inner: Frame | null
}

interface Shown {
  readonly location: PageLocation
  readonly move: Move
  readonly route: Route | null
  readonly code: Loaded
}

const ShownContext = createContext<Pick<Shown, 'location' | 'route'> | null>(null)

function useShown() {
  const shown = use(ShownContext)
  if (!shown) throw new Error('There is no <Router> around this component')
  return shown
}

/** The location of the screen that is shown; the address bar may already be at the next one. */
export const useLocation = (): PageLocation => useShown().location

/** The title of the screen that is shown; undefined at an address without a screen. */
export const useScreenTitle = (): string | undefined => useShown().route?.title

interface RouterProps {
  routes: readonly Route[]
  /** Before anything is loaded: null goes on. */
  guard: (location: PageLocation) => Redirect | null
  /** Loads what is shown for every other path, with its frame. */
  notFound: () => Promise<ComponentType>
  /** Shown when a screen's code cannot be loaded, or its gate could not be asked. */
  failed: ComponentType<{ error: unknown }>
  /** Called once, when the first screen is shown. */
  onFirst?: () => void
}

const loaded = new WeakMap<Route, Loaded>()
let table: readonly Route[] = []
let shownKey: string | undefined

const find = (routes: readonly Route[], pathname: string): Route | undefined =>
  routes.find(({ paths }) => paths.some((path) => matchesPath(path, pathname)))

async function loadScreen(route: Route): Promise<Loaded> {
  const known = loaded.get(route)
  if (known) return known
  const [Screen, Inner] = await Promise.all([route.load(), route.innerFrame?.() ?? null])
  loaded.set(route, { Screen, Inner })
  return { Screen, Inner }
}

/** Fetches a screen's code before it is asked for. Not offline: a browser never asks again for code that failed. */
function preload(path: string): void {
  const route = find(table, path)
  if (route && navigator.onLine && !loaded.has(route)) loadScreen(route).catch(() => undefined)
}

/** Shows the screen of the present address. The old one stays until the new one's code is there. */
export function Router({ routes, guard, notFound, failed: Failed, onFirst }: RouterProps) {
  const [shown, setShown] = useState<Shown | null>(null)

  useEffect(() => {
    table = routes
    nameFirstEntry()
    let turn = 0
    let open: Route | null = null
    const show = async (move: Move) => {
      turn += 1
      const ownTurn = turn
      const location = currentLocation()
      const refusal = guard(location)
      if (refusal) return navigate(refusal.to, { search: refusal.search, replace: true })
      const route = find(routes, location.pathname)
      const commit = (code: Loaded) => {
        open = route ?? null
        setShown({ location, move, route: open, code })
      }
      const ready = route && loaded.get(route)
      if (ready && (route === open || !route.gate)) return commit(ready)
      const load = async () => (route ? loadScreen(route) : { Screen: await notFound(), Inner: null })
      try {
        const [code, redirect] = await Promise.all([load(), route?.gate?.() ?? null])
        if (ownTurn !== turn) return
        if (redirect) navigate(redirect.to, { search: redirect.search, replace: true })
        else commit(code)
      } catch (error) {
        // A frame that is loaded with its screen may come although the screen does not.
        const Inner = route?.frame ? null : await route?.innerFrame?.().catch(() => null)
        if (ownTurn !== turn) return
        commit({ Screen: () => <Failed error={error} />, Inner: Inner ?? null })
      }
    }
    const stop = onNavigation((move) => void show(move))
    void show('start')
    return () => {
      turn += 1
      stop()
    }
  }, [routes, guard, notFound, Failed])

  const hasScreen = shown !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    if (hasScreen) onFirst?.()
  }, [hasScreen])
  useScroll(shown)
  if (!shown) return null
  const { route } = shown
  const { Screen, Inner } = shown.code
  const screen = Inner ? (
    <Inner>
      <Screen />
    </Inner>
  ) : (
    <Screen />
  )
  return (
    <ShownContext value={shown}>
      {route && <title>{titleOf(route.title)}</title>}
      {route?.frame ? <route.frame>{screen}</route.frame> : screen}
    </ShownContext>
  )
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
    const isForBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (event.defaultPrevented || isForBrowser || rest.target) return
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
