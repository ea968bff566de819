/** The settings in memory: every request reads some, and an admin seldom changes one. */
import type { SettingKey } from '../../contract/setting-keys.ts'
import type { Setting } from '../../contract/settings.ts'
import type { Db, Log } from '../db/open.ts'
import { listSettings } from './settings.queries.ts'
import {
  announcementOf,
  contactOf,
  isSwitchedOn,
  type StoredSettings,
  settingAux,
  settingValue,
} from './settings.rules.ts'

export interface Settings {
  /** A setting's value; its default (contract/setting-keys.ts) when it is not set. */
  value(key: SettingKey): string
  /** A setting's second value; '' when it is not set. */
  aux(key: SettingKey): string
  /** Whether a page is open or a part of the catalogue is on; false for names that are no switch. */
  isOpen(name: string): boolean
  announcement(): string
  contact(): Setting[]
  /** Reads all settings again; a use case that changed one awaits this, so that the next call shows the change. */
  refresh(): Promise<void>
  /** Stops hearing changes. */
  close(): void
}

const RETRY_MS = 1_000

/** Reads the settings and keeps them as they are in the database, also when another instance changes them. */
export async function createSettings(db: Db, log: Pick<Log, 'warn'>): Promise<Settings> {
  let stored: StoredSettings = new Map()
  let last: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined

  const read = async () => {
    stored = new Map((await listSettings(db.kysely)).map((setting) => [setting.key, setting]))
  }
  // Reads run one after the other: an older answer must not replace a newer one.
  const refresh = (): Promise<void> => {
    const next = last.catch(() => {}).then(read)
    last = next
    return next
  }
  const refreshUntilDone = () => {
    clearTimeout(retry)
    refresh().catch((error: unknown) => {
      log.warn({ err: error }, 'settings could not be read again')
      retry = setTimeout(refreshUntilDone, RETRY_MS).unref()
    })
  }

  const stopHearing = db.on('settings', refreshUntilDone)
  await refresh()
  return {
    value: (key) => settingValue(stored, key),
    aux: (key) => settingAux(stored, key),
    isOpen: (name) => isSwitchedOn(stored, name),
    announcement: () => announcementOf(stored),
    contact: () => contactOf(stored),
    refresh,
    close: () => {
      stopHearing()
      clearTimeout(retry)
    },
  }
}
