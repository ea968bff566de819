import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/**
 * A part that loads by itself and that its screen can do without: when its code does not arrive (no signal), nothing
 * stands in its place until the next visit, where React's own `lazy` would take the whole screen down.
 */
export const optionalPart = <Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )
