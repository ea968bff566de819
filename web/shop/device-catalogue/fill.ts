/** Where a search meets the catalogue on the device (R224), once that is there; all of it is loaded later. */
import type { QueryKey } from '@tanstack/react-query'
import type { CatalogueQuery } from '../../../contract/catalogue.ts'

/** Asked beside the server: puts the device's answer under the key unless the server's is there by then. */
type Fill = (key: QueryKey, asked: CatalogueQuery | { readonly code: string }) => void

let fill: Fill | undefined

export const fillFromDevice: Fill = (key, asked) => fill?.(key, asked)

/** Says who fills from now on. */
export function setFill(by: Fill | undefined): void {
  fill = by
}

/** After the first cards nothing of it may be in the way of what they still fetch, in milliseconds. */
const REST = 3_000

/** Opens the catalogue on the device some time after the first cards, without signal at once; answers how to give it up. */
export function openDeviceCatalogueSoon(): () => void {
  const open = () =>
    void import('./device-catalogue.ts').then((device) => device.openDeviceCatalogue()).catch(() => undefined)
  const timer = setTimeout(open, navigator.onLine ? REST : 0)
  return () => clearTimeout(timer)
}
