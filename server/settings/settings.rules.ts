/** What stored settings mean. */
import { type SettingKey, settingKeys, unsetValue } from '../../contract/setting-keys.ts'
import { type Setting, type Switch, switches } from '../../contract/settings.ts'

/** Settings by key, as stored. */
export type StoredSettings = ReadonlyMap<SettingKey, Setting>

export const settingValue = (settings: StoredSettings, key: SettingKey): string =>
  settings.get(key)?.value ?? unsetValue(key)
export const settingAux = (settings: StoredSettings, key: SettingKey): string => settings.get(key)?.aux ?? ''

const isSwitch = (name: string): name is Switch => (switches as readonly string[]).includes(name)

/**
 * Whether a page is open or a part of the catalogue is shown (R19). The switch is the value, or `aux` where the value
 * holds a text. Names that are no switch are closed.
 */
export function isSwitchedOn(settings: StoredSettings, name: string): boolean {
  if (!isSwitch(name)) return false
  const isValue = settingKeys[name].value === 'switch'
  return (isValue ? settingValue(settings, name) : settingAux(settings, name)) === '1'
}

/** The announcement's text 'título;texto|colorTexto;colorFondo'; empty unless `aux` enables it (R203). */
export const announcementOf = (settings: StoredSettings): string =>
  settingAux(settings, 'ANUNCIO') === '1' ? settingValue(settings, 'ANUNCIO') : ''

/** Contact mail and telephone; empty where an admin has set none. */
export const contactOf = (settings: StoredSettings): Setting[] =>
  (['CONTACTO_MAIL', 'CONTACTO_TEL'] as const).map((key) => settings.get(key) ?? { key, value: '', aux: '' })
