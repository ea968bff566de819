/** The folder of the embedded database and the one it is made in; nothing here loads the engine. */
import fs from 'node:fs'

/** Whether there is nothing yet in the place of a database, and `initialise` is due. */
export function isMissing(folder: string): boolean {
  return !fs.existsSync(folder) || fs.readdirSync(folder).length === 0
}

/** Where the database is made; what lies here under this name was never finished. */
export const unfinishedFolder = (folder: string) => `${folder}.new`

/** Marks the folder as one whose first start began, so that it is told from one that lost its database. */
export function announce(folder: string): void {
  fs.mkdirSync(unfinishedFolder(folder), { recursive: true })
}
