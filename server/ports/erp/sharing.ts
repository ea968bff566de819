/** The rights on folders that shop and ERP both use: a group of the system has them when one is named. */
import { chmod, chown, mkdir } from 'node:fs/promises'

export interface Sharing {
  /** Makes a folder when it is missing, and lets the group use it. */
  folder(path: string): Promise<void>
  /** Lets the group use a file. */
  file(path: string): Promise<void>
}

/** Folders and files keep the rights that the process gives them by its umask. */
export const unshared: Sharing = {
  folder: async (path) => void (await mkdir(path, { recursive: true })),
  file: async () => {},
}

/** With the group's id on a folder (2770) its files belong to the group, whoever writes them. */
const FOLDER_MODE = 0o2770
const FILE_MODE = 0o660

/** Gives folders and files to a group, which may read, write and remove them. The process must be a member of it. */
export function sharedWith(groupId: number | undefined): Sharing {
  if (groupId === undefined) return unshared
  // The owner stays the process's user.
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
