/** The folders of the exchange with an ERP. */
import { join } from 'node:path'
import { PICTURES, PICTURES_IN } from './picture-folder.ts'
import type { Sharing } from './sharing.ts'
import { folders } from './watched-folder.ts'

export { sharedWith } from './sharing.ts'

/** Makes all folders of the exchange, so that an ERP finds each of them before its first file. */
export async function prepareShared(root: string, sharing: Sharing): Promise<void> {
  await sharing.folder(root)
  const watched = [folders.in, folders.work, folders.done, folders.refused]
  for (const name of [...watched, folders.waiting, folders.trial, 'salida', 'respuestas'])
    await sharing.folder(join(root, name))
  for (const name of watched) await sharing.folder(join(root, 'respuestas', name))
  await sharing.folder(join(root, ...PICTURES_IN))
  // The parent first: each folder is shared by itself.
  for (const name of ['', folders.work, folders.done, folders.refused]) await sharing.folder(join(root, PICTURES, name))
}
