/** The shops that browser tests run against, and their users. */
export type ShopKind = 'grande' | 'muestra' | 'propia' | 'larga' | 'cerrada'

/** Articles of the shop 'grande'. */
export const ARTICLES = 10_000
/**
 * Client users of each shop beside the demo's own; each test takes one that no other has used. With fewer, a worker would have
 * to start its shop anew on the way.
 */
export const CLIENTS = 240
/** ID_CLI of the first of them; the others follow. */
export const FIRST_CLIENT = 5_001
export const PASSWORD = 'una-clave-larga'

/** The environment variable with the folder of the templates. */
export const TEMPLATES = 'BULTO_E2E_TEMPLATES'

/** The file of a template with the answers to its client users' sign-ins, by CUIT. */
export const SESSIONS = 'sessions.json'

/** CUIT of a client user, as `fillClients` makes it. */
export const cuitOf = (clientId: number): string => `30${String(clientId).padStart(8, '0')}0`
