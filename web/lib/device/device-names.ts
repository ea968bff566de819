/** Names under which the device keeps things: page, worker and service worker have to agree on them. */

/** The database of device-database.ts. */
export const DATABASE = 'bulto'
/** The service worker's cache of pictures that were seen. */
export const PICTURES = 'imagenes'
