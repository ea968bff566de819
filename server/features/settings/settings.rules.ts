/** What stored settings mean. */
import { type Setting, type Switch, switches } from '../../../contract/settings.ts'

/** Settings by key, as stored. */
export type StoredSettings = ReadonlyMap<string, Setting>

export const settingValue = (settings: StoredSettings, key: string): string => settings.get(key)?.value ?? ''
export const settingAux = (settings: StoredSettings, key: string): string => settings.get(key)?.aux ?? ''

const isSwitch = (name: string): name is Switch => (switches as readonly string[]).includes(name)

/**
 * Whether a page is open or a part of the catalogue is shown (READINGS 19). Pages are open until an admin
 * closes them; banner and news are off until there is something to show. The news keep their title in
 * `value`, so their switch is `aux`. Names that are no switch are closed.
 */
export function isSwitchedOn(settings: StoredSettings, name: string): boolean {
  if (!isSwitch(name)) return false
  if (name === 'CAROUSEL') return settingAux(settings, name) === '1'
  if (name === 'BANNER') return settingValue(settings, name) === '1'
  const page = settings.get(name)
  return page === undefined || page.value === '1'
}

/** The announcement's text 'título;texto|colorTexto;colorFondo'; empty unless `aux` enables it (spec 2 section 3). */
export const announcementOf = (settings: StoredSettings): string =>
  settingAux(settings, 'ANUNCIO') === '1' ? settingValue(settings, 'ANUNCIO') : ''

/** Contact mail and telephone; empty where an admin has set none. */
export const contactOf = (settings: StoredSettings): Setting[] =>
  ['CONTACTO_MAIL', 'CONTACTO_TEL'].map((key) => settings.get(key) ?? { key, value: '', aux: '' })
