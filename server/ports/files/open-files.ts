/** Where the stored files are: in the data folder, or in a bucket when the settings name one. */
import { join } from 'node:path'
import type { S3Config } from '../../config-providers.ts'
import { diskFiles } from './disk.ts'
import type { DocumentStore, Files } from './port.ts'
import { openBucket } from './s3.ts'

interface StoreOptions {
  dataDir: string
  s3: S3Config | undefined
}

/** @throws FilesOpenError when a bucket is named that cannot be used */
export async function openFiles(place: StoreOptions): Promise<Files> {
  return (await openStores(place)).files
}

/**
 * The stored files, and where instances leave the documents that they made for each other: none without a bucket.
 *
 * @throws FilesOpenError as above
 */
export async function openStores(place: StoreOptions): Promise<{ files: Files; documents: DocumentStore | undefined }> {
  if (place.s3) return openBucket(place.s3)
  return { files: diskFiles(join(place.dataDir, 'files')), documents: undefined }
}
