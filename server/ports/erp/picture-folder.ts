/** Pictures that the ERP puts into `entrada/fotos`, taken in batches by the rules of the folder that brings its lists. */
import { constants } from 'node:fs'
import { access, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureFolder } from './port.ts'
import { type WatchOptions, watchFolder } from './watched-folder.ts'

/** Where pictures arrive, below the folder shared with the ERP. */
export const PICTURES_IN = ['entrada', 'fotos'] as const
/** Where batches of them are worked on and put away. */
export const PICTURES = 'fotos'
/** Pictures of one batch: between two batches the shop looks at the lists. */
const MOST = 200

export function pictureFolder(
  root: string,
  isPicture: (name: string) => boolean,
  options: WatchOptions = {},
): PictureFolder {
  const watched = watchFolder(join(root, PICTURES), {
    ...options,
    inbox: join(root, ...PICTURES_IN),
    most: MOST,
    takes: isPicture,
  })
  return {
    async look(take) {
      const batch = await watched.take()
      if (!batch) return undefined
      const refused = new Map<string, string>()
      const names = (await readdir(batch.directory)).sort()
      for (const name of names) {
        const path = join(batch.directory, name)
        const unread = await access(path, constants.R_OK).then(
          () => null,
          ({ code }: NodeJS.ErrnoException) => `No se puede leer (${code})`,
        )
        const reason =
          unread ??
          (await take(name, async ({ bytes, tooLarge }) => {
            if ((await stat(path)).size > bytes) throw tooLarge()
            return readFile(path)
          }))
        if (reason !== null) refused.set(name, reason)
      }
      const taken = names.length - refused.size
      const text = [
        `Fotos tomadas: ${taken}. Rechazadas: ${refused.size}.`,
        ...[...refused].map(([name, reason]) => `${name}: ${reason}`),
      ]
        .map((line) => `${line}\r\n`)
        .join('')
      const json = {
        COMPLETO: refused.size > 0 ? 0 : 1,
        TOMADAS: taken,
        RECHAZADAS: [...refused].map(([ARCHIVO, MOTIVO]) => ({ ARCHIVO, MOTIVO })),
      }
      const outcome = new Map([...refused.keys()].map((name) => [name, 'refused'] as const))
      await batch.finish(outcome, { text, json })
      return { name: batch.name, taken, refused: refused.size, text }
    },
  }
}
