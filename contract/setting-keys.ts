/**
 * All settings (R19, R203): what the two texts of each hold, and its value until somebody sets it. A key that does not
 * stand here does not compile, in the code and in typed SQL.
 */

/** `switch` is '1' or '0'; `mails` are joined by ';'; `file` is the name of a stored one, `type` its content type, `size` its pixels. */
type Holds = 'text' | 'switch' | 'number' | 'mails' | 'token' | 'file' | 'type' | 'size'

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
  /** The shop as its papers name it: legal name, CUIT with or without dashes, VAT condition in words, address (R310). */
  FISCAL_RAZON: { value: 'text' },
  FISCAL_CUIT: { value: 'text' },
  FISCAL_IVA: { value: 'text' },
  FISCAL_DOMICILIO: { value: 'text' },
  /** Days for which a quotation is valid, and the sentence below it, e.g. about VAT (R312). */
  COTIZACION_DIAS: { value: 'number', unset: '15' },
  COTIZACION_TEXTO: { value: 'text' },
  /** Whether papers with the shop's tax data say that they are no invoice (R310). */
  NO_ES_FACTURA: { value: 'switch', unset: '1' },
  /** Who gets new orders by mail. */
  NOTIF_PED: { value: 'mails' },
  /** The shop's own terms; empty shows ours (R28). */
  TERMINOS: { value: 'text' },
  /** Refuses orders of more than the ERP says there is (R39). */
  STOCK_OBLIGATORIO: { value: 'switch', unset: '0' },
  /** Refuses orders beyond the client's limit; else it is only said (R306). */
  LIMITE_OBLIGATORIO: { value: 'switch', unset: '0' },
  /** With LIMITE_OBLIGATORIO: such orders are held instead of refused (R390). */
  LIMITE_RETIENE: { value: 'switch', unset: '0' },
  /** What happens to orders of a client that is overdue (R389): 'no', or what `accountActions` names. */
  VENCIDO_REGLA: { value: 'text', unset: 'no' },
  /** From how many days and how many pesos on a client counts as overdue (R389). */
  VENCIDO_DIAS: { value: 'number', unset: '1' },
  VENCIDO_IMPORTE: { value: 'number', unset: '0' },
  /** Whether a seller lets held orders of the own clients go (R391). */
  LIBERA_VENDEDOR: { value: 'switch', unset: '0' },
  // Mails to the client about what became of an order (R307).
  MAIL_ACEPTADO: { value: 'switch', unset: '1' },
  MAIL_DESPACHADO: { value: 'switch', unset: '1' },
  MAIL_FALTANTES: { value: 'switch', unset: '1' },
  /** Minutes after which an unused session of a supervisor or admin ends; 0: never (R267). */
  INACTIVIDAD_MIN: { value: 'number', unset: '120' },
  /** The roles of the staff that need a second factor to sign in, joined by ';' (R264). */
  DOS_PASOS: { value: 'text' },
  /** Percent of the prices that an ERP's feed may move by more than ERP_PRECIOS_CAMBIO percent without a person (R297). */
  ERP_PRECIOS_PARTE: { value: 'number', unset: '20' },
  ERP_PRECIOS_CAMBIO: { value: 'number', unset: '50' },
  /** Percent by which a file of the ERP may be shorter than the last one of its kind (R297). */
  ERP_ARCHIVO_CORTO: { value: 'number', unset: '10' },
  /** How long an order can be cancelled before ERP or depot take it: minutes, or an hour of the day, 'HH:MM'; 0: not (R331). */
  ENTREGA_PEDIDOS: { value: 'text', unset: '0' },
  /** Whether list prices hold the VAT: totals show it so (R357), and the ERP is told with each order (R299). */
  PRECIOS_CON_IVA: { value: 'switch', unset: '0' },
  /** Whether a client's bonus is taken off the prices that it is shown and pays (R352). */
  BONIF_EN_PRECIOS: { value: 'switch', unset: '0' },
  /** What an article costs that a client's list lacks: 'base', the base list's price, or 'consultar', none (R352). */
  LISTA_INCOMPLETA: { value: 'text', unset: 'base' },
  /** Whether buyers are shown the price that an article will have from a day on (R360). */
  PRECIOS_PROXIMOS: { value: 'switch', unset: '0' },
  /** The lists, by id, of users without a client and of the public inventories; empty: the base list (R352). */
  LISTA_SIN_CLIENTE: { value: 'text' },
  LISTA_INVENTARIOS: { value: 'text' },
  /** The shop's face (R402): its name where that is not SHOP_NAME, and its two colours as '#rrggbb', '' for the factory's. */
  MARCA_NOMBRE: { value: 'text' },
  MARCA_COLOR: { value: 'text' },
  MARCA_ACENTO: { value: 'text' },
  /** Whether the name stands beside the logo. */
  MARCA_CON_NOMBRE: { value: 'switch', unset: '1' },
  MARCA_LOGO: { value: 'file', aux: 'size' },
  MARCA_LOGO_OSCURO: { value: 'file', aux: 'size' },
  MARCA_ICONO: { value: 'file', aux: 'size' },
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
