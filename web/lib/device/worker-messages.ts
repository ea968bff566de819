/** What pages and the service worker tell each other. */

/** To the worker: the new version takes over from the old one. */
export const TAKE_OVER = 'tomar-el-lugar'
/** To the worker: forget which pictures were seen. */
export const FORGET_PICTURES = 'olvidar-imagenes'
/** To the worker that waits: whether the page is of its version, by the address of the page's first script. */
export const CHECK = 'comparar'
/** To the page: it is of another version than the waiting worker. */
export const IS_NEW = 'version-nueva'

export interface Check {
  readonly kind: typeof CHECK
  readonly entry: string
}
