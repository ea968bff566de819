/** The face of this context: what other rooms of the server may call. See SPEC.md. */
export { storePdf } from './certificates/certificates.service.ts'
export { readFacePart } from './face/face-pictures.rules.ts'
export { faceRendition, mailLogo, storeFacePicture } from './face/face-pictures.service.ts'
export {
  clearFilesHandler,
  filesInUse,
  holdFiles,
  picturePrintsHandler,
  planClearing,
} from './files/file-use.service.ts'
export { importListedPhotos } from './files/import-listed-photos.service.ts'
export { importPhotos } from './files/import-photos.service.ts'
export { familyOf, isLeftBehind, originalOf } from './files/media.rules.ts'
export {
  documentVariant,
  keptPagePhoto,
  type StoredMedia,
  storeDrawing,
  storeMedia,
} from './files/media.service.ts'
export { fillArticleSlot, placeOfPicture } from './files/product-media.service.ts'
export { readStored } from './files/read-stored.ts'
export { MEDIA_UPLOAD, takeStored, takeUpload } from './files/upload.service.ts'
