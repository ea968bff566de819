/** The folders that shop and ERP both use, for a group of the system when one is named: else they are the shop's alone. */
import { chmod, chown, mkdir } from 'node:fs/promises'

export interface Sharing {
  /** Makes a folder when it is missing, and lets the others in. */
  folder(path: string): Promise<void>
  /** Lets the others have a file. */
  file(path: string): Promise<void>
}

/** As the process makes them: with its umask, for its user. */
export const unshared: Sharing = {
  folder: async (path) => void (await mkdir(path, { recursive: true })),
  file: async () => {},
}

/** With the group's id on a folder (2770) its files belong to the group, whoever writes them. */
const FOLDER_MODE = 0o2770
const FILE_MODE = 0o660

/** The group's own: it may read, write and take away. The process must be a member of it. */
export function sharedWith(groupId: number | undefined): Sharing {
  if (groupId === undefined) return unshared
  // The owner stays who it is.
  const give = (path: string, mode: number) =>
    chown(path, process.getuid?.() ?? -1, groupId).then(() => chmod(path, mode))
  return {
    async folder(path) {
      const made = await mkdir(path, { recursive: true })
      if (made !== undefined) await give(path, FOLDER_MODE)
    },
    file: (path) => give(path, FILE_MODE),
  }
}
