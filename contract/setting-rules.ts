/** Which texts a setting may hold (R19, R28, R202, R203): the same rules in the browser and on the server. */
import { accountActions } from './client-account.ts'
import { parseCuit } from './cuit.ts'
import { isEmail } from './email.ts'
import { isColour } from './face.rules.ts'
import { isNotified, notifiedAlready, notifiedRefused } from './notified-mails.ts'
import { staffTypes } from './roles.ts'
import { kindOf, type SettingKey } from './setting-keys.ts'
import type { Announcement } from './settings.ts'

/** Colours of an announcement by their names in the setting; without a choice the background is white. */
export const TEXT_COLOURS = ['white', 'black'] as const
export const BACKGROUNDS = ['red', 'lightblue', 'yellow', 'white'] as const

export const SETTING_LENGTHS = { title: 80, text: 300, carousel: 120, fiscal: 120, name: 60, terms: 50_000 } as const

/** Minutes that the end of unused sessions may be set to, beside 0 for none (R267). */
export const IDLE_MINUTES = { least: 5, most: 1440 } as const

/** Percent that the guards of the ERP's feed may be set to (R297). */
export const GUARD_PERCENT = { least: 1, most: 900 } as const

/** The most minutes that an order may wait before ERP or depot take it (R331): a day. */
export const MOST_HAND_OVER_MINUTES = 1440
/** How long orders can be cancelled, as the setting says it: minutes (0: not at all), or until an hour of the day; null: unreadable. */
export function handOverDelay(value: string): { readonly minutes: number } | { readonly hour: string } | null {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) return { hour: value }
  const minutes = /^\d{1,4}$/.test(value) ? Number(value) : Number.NaN
  return minutes <= MOST_HAND_OVER_MINUTES ? { minutes } : null
}

/** The most days and pesos that the rule of overdue accounts may ask for. */
export const MOST_OVERDUE = { days: 3650, pesos: 999_999_999 } as const

export const settingTexts = {
  separators: 'No puede llevar punto y coma (;) ni barra (|): separan las partes del anuncio',
  words: 'Para mostrarlo, escriba un título o un texto',
  textColour: 'Elija texto blanco o negro',
  background: 'Elija un fondo rojo, celeste, amarillo o blanco',
  invisible: 'El texto blanco no se ve sobre un fondo blanco',
  announcement: 'El anuncio debe ser: título;texto|color del texto;color de fondo',
  onOff: 'Debe ser 1 o 0',
  long: 'Es demasiado largo',
  mail: 'Debe ingresar un email válido',
  phone: 'Debe ingresar un teléfono: de 6 a 15 números, con espacios, guiones o paréntesis, y + adelante',
  idle: `Debe ser 0, o un número de minutos de ${IDLE_MINUTES.least} a ${IDLE_MINUTES.most}`,
  cuit: 'El CUIT no es válido',
  days: 'Debe ser un número de días de 1 a 365',
  percent: `Debe ser un porcentaje entero, de ${GUARD_PERCENT.least} a 100`,
  move: `Debe ser un porcentaje entero, de ${GUARD_PERCENT.least} a ${GUARD_PERCENT.most}`,
  handOver: `Debe ser 0, minutos hasta ${MOST_HAND_OVER_MINUTES}, o una hora como 18:00`,
  overdueRule: `Debe ser no, ${accountActions.join(', ')}`,
  overdueDays: `Debe ser un número entero de días, de 1 a ${MOST_OVERDUE.days}`,
  overduePesos: `Debe ser un importe en pesos, sin centavos, de 0 a ${MOST_OVERDUE.pesos}`,
  incomplete: 'Debe ser base o consultar',
  list: 'Debe ser el número de una lista de precios',
  staffRoles: 'Deben ser tipos de usuario del personal, separados por punto y coma',
  colour: 'Debe ser un color como #2344c4: numeral y seis cifras o letras de la a a la f',
  name: 'El nombre va en un renglón, sin espacios al principio ni al final',
  fixed: 'Este dato no se cambia desde aquí',
  unused: 'Este dato no lleva un segundo valor',
} as const

/** Why parts of an announcement are refused, by part; empty when it can be stored. `shown`: whether it is enabled. */
export function announcementProblems(
  { title, text, textColour, backgroundColour }: Announcement,
  shown: boolean,
): Partial<Record<keyof Announcement, string>> {
  const problems: Partial<Record<keyof Announcement, string>> = {}
  const wordsProblem = (words: string, most: number) =>
    /[;|]/.test(words) ? settingTexts.separators : words.length > most ? settingTexts.long : undefined
  const titleProblem = wordsProblem(title, SETTING_LENGTHS.title)
  const textProblem = wordsProblem(text, SETTING_LENGTHS.text)
  if (titleProblem) problems.title = titleProblem
  else if (shown && title.trim() === '' && text.trim() === '') problems.title = settingTexts.words
  if (textProblem) problems.text = textProblem
  if (!isOneOf(TEXT_COLOURS, textColour)) problems.textColour = settingTexts.textColour
  if (!isOneOf(BACKGROUNDS, backgroundColour)) problems.backgroundColour = settingTexts.background
  else if (textColour === 'white' && backgroundColour === 'white') problems.textColour = settingTexts.invisible
  return problems
}

/** The setting's one text for an announcement: 'title;text|textColour;backgroundColour'. */
export const announcementValue = ({ title, text, textColour, backgroundColour }: Announcement): string =>
  `${title.trim()};${text.trim()}|${textColour};${backgroundColour}`

/** Why a setting's two texts are refused; undefined for a text that can be stored. */
export interface SettingProblems {
  value?: string
  aux?: string
}

/** Checks a setting that somebody wants to store; empty when it can be stored. */
export function settingProblems(key: SettingKey, value: string, aux: string): SettingProblems {
  const problems: SettingProblems = {}
  const valueProblem = ruleOf[key](value, aux)
  if (valueProblem) problems.value = valueProblem
  const auxKind = kindOf(key).aux
  if (auxKind === 'switch' && !isSwitchValue(aux)) problems.aux = settingTexts.onOff
  if (auxKind === undefined && aux !== '') problems.aux = settingTexts.unused
  return problems
}

type Rule = (value: string, aux: string) => string | undefined

const isSwitchValue = (value: string): boolean => value === '1' || value === '0'
const onOff: Rule = (value) => (isSwitchValue(value) ? undefined : settingTexts.onOff)
/** Set by an upload, or once at the first start. */
const fixed: Rule = () => settingTexts.fixed
const atMost =
  (most: number): Rule =>
  (value) =>
    value.length > most ? settingTexts.long : undefined

/** A whole percent up to `most`. A move of ten times always waits, so a larger limit would mean nothing. */
function percent(most: number, refusal: string): Rule {
  return (value) =>
    /^\d{1,3}$/.test(value) && Number(value) >= GUARD_PERCENT.least && Number(value) <= most ? undefined : refusal
}

const ruleOf: Record<SettingKey, Rule> = {
  ANUNCIO: announcementProblem,
  CATALOGO: onOff,
  CARRITO: onOff,
  PEDIDOS: onOff,
  BANNER: onOff,
  BANNER_IMAGEN: fixed,
  CAROUSEL: atMost(SETTING_LENGTHS.carousel),
  CONTACTO_MAIL: (value) => (value === '' || isEmail(value) ? undefined : settingTexts.mail),
  CONTACTO_TEL: (value) => (value === '' || isPhone(value) ? undefined : settingTexts.phone),
  FISCAL_RAZON: atMost(SETTING_LENGTHS.fiscal),
  FISCAL_CUIT: (value) => (value === '' || parseCuit(value) ? undefined : settingTexts.cuit),
  FISCAL_IVA: atMost(SETTING_LENGTHS.fiscal),
  FISCAL_DOMICILIO: atMost(SETTING_LENGTHS.fiscal),
  COTIZACION_DIAS: quotationDays,
  COTIZACION_TEXTO: atMost(SETTING_LENGTHS.text),
  NO_ES_FACTURA: onOff,
  NOTIF_PED: mailsProblem,
  TERMINOS: atMost(SETTING_LENGTHS.terms),
  STOCK_OBLIGATORIO: onOff,
  LIMITE_OBLIGATORIO: onOff,
  LIMITE_RETIENE: onOff,
  VENCIDO_REGLA: (value) => (value === 'no' || isOneOf(accountActions, value) ? undefined : settingTexts.overdueRule),
  VENCIDO_DIAS: (value) =>
    /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= MOST_OVERDUE.days
      ? undefined
      : settingTexts.overdueDays,
  VENCIDO_IMPORTE: (value) => (/^\d{1,9}$/.test(value) ? undefined : settingTexts.overduePesos),
  LIBERA_VENDEDOR: onOff,
  MAIL_ACEPTADO: onOff,
  MAIL_DESPACHADO: onOff,
  MAIL_FALTANTES: onOff,
  INACTIVIDAD_MIN: idleMinutes,
  DOS_PASOS: staffRoles,
  ERP_PRECIOS_PARTE: percent(100, settingTexts.percent),
  ERP_PRECIOS_CAMBIO: percent(GUARD_PERCENT.most, settingTexts.move),
  ERP_ARCHIVO_CORTO: percent(100, settingTexts.percent),
  ENTREGA_PEDIDOS: (value) => (handOverDelay(value) ? undefined : settingTexts.handOver),
  PRECIOS_CON_IVA: onOff,
  BONIF_EN_PRECIOS: onOff,
  PRECIOS_PROXIMOS: onOff,
  LISTA_INCOMPLETA: (value) => (value === 'base' || value === 'consultar' ? undefined : settingTexts.incomplete),
  LISTA_SIN_CLIENTE: listOrBase,
  LISTA_INVENTARIOS: listOrBase,
  MARCA_NOMBRE: shopName,
  MARCA_COLOR: colourOrFactory,
  MARCA_ACENTO: colourOrFactory,
  MARCA_CON_NOMBRE: onOff,
  MARCA_LOGO: fixed,
  MARCA_LOGO_OSCURO: fixed,
  MARCA_ICONO: fixed,
  INVENTARIO_CON_PRECIO: fixed,
  INVENTARIO_SIN_PRECIO: fixed,
}

function announcementProblem(value: string, aux: string): string | undefined {
  if (value === '') return aux === '1' ? settingTexts.words : undefined
  const [, title, text, textColour, backgroundColour] = /^([^;|]*);([^;|]*)\|([^;|]*);([^;|]*)$/.exec(value) ?? []
  if (title === undefined || text === undefined) return settingTexts.announcement
  const parts = {
    title,
    text,
    textColour: textColour ?? '',
    // Without a background it is white (R103).
    backgroundColour: backgroundColour || 'white',
  }
  return Object.values(announcementProblems(parts, aux === '1'))[0]
}

/** A name of its own; '' for SHOP_NAME. It stands in titles and in headers of mails. */
function shopName(value: string): string | undefined {
  if (value.length > SETTING_LENGTHS.name) return settingTexts.long
  return value === value.trim() && !/[\p{Cc}\u2028\u2029]/u.test(value) ? undefined : settingTexts.name
}

function colourOrFactory(value: string): string | undefined {
  return value === '' || isColour(value) ? undefined : settingTexts.colour
}

/** The id of a list of prices; '' for the base list. */
function listOrBase(value: string): string | undefined {
  return /^\d{0,9}$/.test(value) ? undefined : settingTexts.list
}

function idleMinutes(value: string): string | undefined {
  const minutes = /^\d{1,4}$/.test(value) ? Number(value) : Number.NaN
  const isAllowed = minutes === 0 || (minutes >= IDLE_MINUTES.least && minutes <= IDLE_MINUTES.most)
  return isAllowed ? undefined : settingTexts.idle
}

function quotationDays(value: string): string | undefined {
  const days = /^\d{1,3}$/.test(value) ? Number(value) : 0
  return days >= 1 && days <= 365 ? undefined : settingTexts.days
}

function mailsProblem(value: string): string | undefined {
  const mails = value.split(';').filter((mail) => mail !== '')
  if (!mails.every(isEmail)) return notifiedRefused
  const twice = mails.some((mail, at) => isNotified(mails.slice(0, at).join(';'), mail))
  return twice ? notifiedAlready : undefined
}

function staffRoles(value: string): string | undefined {
  const named = value === '' ? [] : value.split(';')
  const isRight = new Set(named).size === named.length && named.every((type) => isOneOf(staffTypes, type))
  return isRight ? undefined : settingTexts.staffRoles
}

/** Whether a text can be dialled. */
export const isPhone = (text: string): boolean =>
  /^\+?[\d ()./-]+$/.test(text) && /^\d{6,15}$/.test(text.replace(/\D/g, ''))

const isOneOf = (words: readonly string[], word: string): boolean => words.includes(word)
