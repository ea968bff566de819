/** Where the stored files are: in the data folder, or in a bucket when the settings name one. */
import { join } from 'node:path'
import type { S3Config } from '../../config-providers.ts'
import { diskFiles } from './disk.ts'
import type { Files } from './port.ts'
import { openS3Files } from './s3.ts'

/** @throws FilesOpenError when a bucket is named that cannot be used */
export async function openFiles(config: { dataDir: string; s3: S3Config | undefined }): Promise<Files> {
  return config.s3 ? openS3Files(config.s3) : diskFiles(join(config.dataDir, 'files'))
}
