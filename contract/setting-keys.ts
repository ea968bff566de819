/**
 * All settings (R19, R203): what the two texts of each hold, and its value until somebody sets it. A key that does not
 * stand here does not compile, in the code and in typed SQL.
 */

/** `switch` is '1' or '0'; `mails` are joined by ';'; `file` is the name of a stored one, `type` its content type. */
type Holds = 'text' | 'switch' | 'number' | 'mails' | 'token' | 'file' | 'type'

interface Kind {
  readonly value: Holds
  readonly aux?: Holds
  /** Its value until somebody sets it; absent: ''. */
  readonly unset?: string
}

export const settingKeys = {
  /** 'título;texto|colorTexto;colorFondo', shown when `aux` is on. */
  ANUNCIO: { value: 'text', aux: 'switch' },
  // Pages are open until an admin closes them.
  CATALOGO: { value: 'switch', unset: '1' },
  CARRITO: { value: 'switch', unset: '1' },
  /** Creating orders. */
  PEDIDOS: { value: 'switch', unset: '1' },
  // Banner and news are off until there is something to show.
  BANNER: { value: 'switch' },
  BANNER_IMAGEN: { value: 'file', aux: 'type' },
  /** The news: their title, and whether they are shown. */
  CAROUSEL: { value: 'text', aux: 'switch' },
  CONTACTO_MAIL: { value: 'text' },
  CONTACTO_TEL: { value: 'text' },
  /** Who gets new orders by mail. */
  NOTIF_PED: { value: 'mails' },
  /** The shop's own terms; empty shows ours (R28). */
  TERMINOS: { value: 'text' },
  /** Refuses orders of more than the ERP says there is (R39). */
  STOCK_OBLIGATORIO: { value: 'switch', unset: '0' },
  /** Minutes after which an unused session of a supervisor or admin ends; 0: never (R267). */
  INACTIVIDAD_MIN: { value: 'number', unset: '120' },
  /** The roles of the staff that need a second factor to sign in, joined by ';' (R264). */
  DOS_PASOS: { value: 'text' },
  /** The two public inventories (R18). */
  INVENTARIO_CON_PRECIO: { value: 'token' },
  INVENTARIO_SIN_PRECIO: { value: 'token' },
} as const satisfies Record<string, Kind>

export type SettingKey = keyof typeof settingKeys

/** What a setting's two texts hold. */
export const kindOf = (key: SettingKey): Kind => settingKeys[key]

export const isSettingKey = (text: string): text is SettingKey => Object.hasOwn(settingKeys, text)

/** A setting's value until somebody sets it. */
export const unsetValue = (key: SettingKey): string => kindOf(key).unset ?? ''
