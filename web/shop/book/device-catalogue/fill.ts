/** Lets searches ask the catalogue on the device (R224) once it is open; its own code is loaded later. */
import type { QueryKey } from '@tanstack/react-query'
import type { Asked, Fill } from './messages.ts'

let fill: Fill | undefined

/** Asks the device's catalogue for an answer; does nothing while it is not open. */
export const fillFromDevice = (key: QueryKey, asked: Asked): void => fill?.(key, asked)

/** Milliseconds after the first cards: until then the catalogue may not be in the way of what they still fetch. */
const REST = 3_000

const setFill = (newFill: Fill | undefined): void => {
  fill = newFill
}

/** Opens the catalogue on the device, or brings it up to date. */
export const openDeviceCatalogue = (): void =>
  void import('./device-catalogue.ts').then((device) => device.openDeviceCatalogue(setFill)).catch(() => undefined)

/** Opens the device's catalogue some time after the first cards, or at once without signal; returns how to cancel that. */
export function openDeviceCatalogueSoon(): () => void {
  const timer = setTimeout(openDeviceCatalogue, navigator.onLine ? REST : 0)
  return () => clearTimeout(timer)
}
