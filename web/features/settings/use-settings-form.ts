/** A form of some of the settings. Each section of the screen is such a form, and is saved on its own. */

import { getArticlePrices } from '../../../contract/price-lists.ts'
import type { SettingKey } from '../../../contract/setting-keys.ts'
import { getAnnouncement, getCarouselText, getContact, getTerms } from '../../../contract/settings.ts'
import { listSettings, type StoredSetting, saveSettings } from '../../../contract/settings-admin.ts'
import { call } from '../../lib/api.ts'
import type { WireNames } from '../../lib/field-errors.ts'
import { type Form, useForm } from '../../lib/form.ts'
import type { Problems } from '../../lib/form-rules.ts'
import { queryOf } from '../../lib/query.ts'
import { queryClient } from '../../lib/query-client.ts'

/** A setting that a section writes. Without `aux` the stored one stays. */
export interface Texts {
  key: SettingKey
  value: string
  aux?: string
}

interface SettingsFormOptions<Fields extends object> {
  settings: readonly StoredSetting[]
  fieldsOf: (settings: readonly StoredSetting[]) => Fields
  textsOf: (fields: Fields) => readonly Texts[]
  check?: (fields: Fields) => Problems<Fields>
  /** The form's field for each setting that may be refused, by the setting's key or `CLAVE.aux`. */
  names: WireNames
  success: string
}

type Versions = Readonly<Record<string, number>>
type Draft<Fields> = Fields & { versions: Versions }

/** The queries that show settings, also those of the header, the news, /mantenimiento, /terminos and the lists of prices. */
const shownBy = [listSettings, getAnnouncement, getCarouselText, getContact, getTerms, getArticlePrices]

const versionsOf = (settings: readonly StoredSetting[]): Versions =>
  Object.fromEntries(settings.map(({ key, version }) => [key, version]))

/** The stored setting of a key; an empty one of version 0 where none is stored. */
export const settingOf = (settings: readonly StoredSetting[], key: SettingKey): StoredSetting =>
  settings.find((setting) => setting.key === key) ?? { key, value: '', aux: '', version: 0 }

/** Puts the settings that the server has just stored into the cache, so that the whole screen shows them at once. */
export function rememberSettings(stored: readonly StoredSetting[]): void {
  queryClient.setQueryData(queryOf(listSettings).queryKey, (all) =>
    all?.map((setting) => stored.find(({ key }) => key === setting.key) ?? setting),
  )
}

/** The form of a section. Two people who change the same section are told of each other (R41). */
export function useSettingsForm<Fields extends object>({
  settings,
  fieldsOf,
  textsOf,
  ...options
}: SettingsFormOptions<Fields>): Form<Draft<Fields>> {
  const draftOf = (all: readonly StoredSetting[]): Draft<Fields> => ({
    ...fieldsOf(all),
    versions: versionsOf(all),
  })
  const isSame = (a: Fields, b: Fields) => JSON.stringify(textsOf(a)) === JSON.stringify(textsOf(b))
  const form: Form<Draft<Fields>> = useForm<Draft<Fields>, StoredSetting[]>({
    ...options,
    check: options.check as ((draft: Draft<Fields>) => Problems<Draft<Fields>>) | undefined,
    begin: draftOf(settings),
    save: (draft, begun) => {
      // Another section may have changed the other half of a setting since. Where this section's own half is unchanged, the new
      // version is the right one.
      const stored = queryClient.getQueryData(queryOf(listSettings).queryKey)
      const versions = stored && isSame(fieldsOf(stored), begun) ? versionsOf(stored) : draft.versions
      const body = textsOf(draft).map((texts) => ({ ...texts, version: versions[texts.key] }))
      return call(saveSettings, { body })
    },
    onDone: (stored) => {
      rememberSettings(stored)
      const versions = { ...form.draft.versions, ...versionsOf(stored) }
      form.take({ versions } as Partial<Draft<Fields>>)
    },
    reread: async () => draftOf(await call(listSettings)),
    outdates: shownBy,
  })
  return form
}
