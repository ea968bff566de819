/** The face of this context: what other rooms of the server may call. See SPEC.md. */

export { readPhoto } from './drawing/stored-pictures.ts'
export { type MadeFiles, openMadeFiles } from './made-files/made-files.service.ts'
export { clearDocuments, sharedDocuments } from './made-files/shared-documents.service.ts'
export { orderPdfMaker } from './order-documents/order-documents.service.ts'
