/** A form over some of the settings: each section of the screen is one, saved by itself. */

import type { SettingKey } from '../../../contract/setting-keys.ts'
import { getAnnouncement, getCarouselText, getContact, getTerms } from '../../../contract/settings.ts'
import { listSettings, type StoredSetting, saveSettings } from '../../../contract/settings-admin.ts'
import { call } from '../../lib/api.ts'
import type { WireNames } from '../../lib/field-errors.ts'
import { type Form, useForm } from '../../lib/form.ts'
import type { Problems } from '../../lib/form-rules.ts'
import { queryOf } from '../../lib/query.ts'
import { queryClient } from '../../lib/query-client.ts'

/** What of the settings a section writes; `aux` absent stays as it is. */
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
  /** Which field of the form a refused setting is, by its key or `CLAVE.aux`. */
  names: WireNames
  success: string
}

type Versions = Readonly<Record<string, number>>
type Draft<Fields> = Fields & { versions: Versions }

/** What shows settings elsewhere: the header, the news, /mantenimiento, /terminos. */
const shownBy = [listSettings, getAnnouncement, getCarouselText, getContact, getTerms]

const versionsOf = (settings: readonly StoredSetting[]): Versions =>
  Object.fromEntries(settings.map(({ key, version }) => [key, version]))

export const settingOf = (settings: readonly StoredSetting[], key: SettingKey): StoredSetting =>
  settings.find((setting) => setting.key === key) ?? { key, value: '', aux: '', version: 0 }

/** What the server has just stored shows at once, wherever the screen has it. */
export function rememberSettings(stored: readonly StoredSetting[]): void {
  queryClient.setQueryData(queryOf(listSettings).queryKey, (all) =>
    all?.map((setting) => stored.find(({ key }) => key === setting.key) ?? setting),
  )
}

/** The form of a section; two people on one are told of each other (R41). */
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
  const same = (one: Fields, other: Fields) => JSON.stringify(textsOf(one)) === JSON.stringify(textsOf(other))
  const form: Form<Draft<Fields>> = useForm<Draft<Fields>, StoredSetting[]>({
    ...options,
    check: options.check as ((draft: Draft<Fields>) => Problems<Draft<Fields>>) | undefined,
    begin: draftOf(settings),
    save: (draft, begun) => {
      // Another section may have changed the other half of a setting since; what this one has of it is as it was.
      const now = queryClient.getQueryData(queryOf(listSettings).queryKey)
      const versions = now && same(fieldsOf(now), begun) ? versionsOf(now) : draft.versions
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
