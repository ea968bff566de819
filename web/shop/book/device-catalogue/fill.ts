/** Where a search meets the catalogue on the device (R224), once that is there; all of it is loaded later. */
import type { QueryKey } from '@tanstack/react-query'
import type { Asked, Fill } from './messages.ts'

let fill: Fill | undefined

export const fillFromDevice = (key: QueryKey, asked: Asked): void => fill?.(key, asked)

/** After the first cards nothing of it may be in the way of what they still fetch, in milliseconds. */
const REST = 3_000

const setFill = (by: Fill | undefined): void => {
  fill = by
}

/** Opens the catalogue on the device, or brings it up to date. */
export const openDeviceCatalogue = (): void =>
  void import('./device-catalogue.ts')
    .then((device) => device.openDeviceCatalogue(setFill))
    .catch(() => undefined)

/** Opens it some time after the first cards, without signal at once; answers how to give it up. */
export function openDeviceCatalogueSoon(): () => void {
  const timer = setTimeout(openDeviceCatalogue, navigator.onLine ? REST : 0)
  return () => clearTimeout(timer)
}
