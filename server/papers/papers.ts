/** The face of this context: what other rooms of the server may call. See SPEC.md. */
export { type MadeFiles, openMadeFiles } from './made-files/made-files.service.ts'
export { clearDocuments, sharedDocuments } from './made-files/shared-documents.service.ts'
export { readPhoto } from './quotation/quotation-files.service.ts'
