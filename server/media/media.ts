/** The face of this context: what other rooms of the server may call. See SPEC.md. */
export { clearFilesHandler, filesInUse, holdFiles, planClearing } from './files/file-use.service.ts'
export { importPhotos } from './files/import-photos.service.ts'
export { documentVariant, type StoredMedia, storeDrawing, storeMedia } from './files/media.service.ts'
export { MEDIA_UPLOAD, takeUpload } from './files/upload.service.ts'
