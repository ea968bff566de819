/** The folder of the embedded database and the one it is made in; nothing here loads the engine. */
import fs from 'node:fs'

/** Whether a database's folder is not there or empty, so that `initialise` is due. */
export function isMissing(folder: string): boolean {
  return !fs.existsSync(folder) || fs.readdirSync(folder).length === 0
}

/** The folder in which a database is made; a folder with this name was never finished. */
export const unfinishedFolder = (folder: string) => `${folder}.new`

/** Marks the folder as one whose first start began, so that it is told from one that lost its database. */
export function announce(folder: string): void {
  fs.mkdirSync(unfinishedFolder(folder), { recursive: true })
}
