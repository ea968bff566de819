/** The face of this context: what other rooms of the server may call. See SPEC.md. */
export { currentFace } from './face.service.ts'
export { makeInventoryTokens, renewInventoryToken } from './inventory-tokens.service.ts'
export { findOfficeMails } from './settings.queries.ts'
export { createSettings, type Settings } from './settings.service.ts'
