/** Keys with which the ERP's own program calls the shop (R293, R42): made and withdrawn by an admin. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idText } from './ids.ts'
import { type KeyRight, keyRights } from './key-rights.ts'
import { instant, int, wireObject } from './wire.ts'

/** Every key begins so: whoever finds one knows what it is. */
export const KEY_PREFIX = 'bulto_'
/** The most keys that a shop may have. */
export const MOST_KEYS = 20
export const LONGEST_KEY_NAME = 60
/** Calls of one key in a minute. */
export const KEY_CALLS_A_MINUTE = 600

export const keyTexts = {
  name: 'Póngale un nombre a la clave',
  rights: 'Elija al menos un permiso',
  changeNeedsWrite: 'Para cambiar lo que ya está, la clave también debe poder escribir',
  tooMany: `Se admiten hasta ${MOST_KEYS} claves`,
  gone: 'Esa clave ya no existe',
  /** A 401 of a call by key. */
  unknown: 'La clave no existe o fue retirada',
  /** A 401 of a call by key that came without one. */
  needed: 'Falta la clave de ERP: Authorization: Bearer bulto_…',
  /** A 403: which right the key lacks follows. */
  lacksRight: 'La clave no tiene el permiso',
} as const

/** A key without itself: the shop stores its hash alone. */
export const erpKey = wireObject({
  id: ['id', int],
  name: ['nombre', z.string()],
  rights: ['permisos', z.array(z.enum(keyRights as [KeyRight, ...KeyRight[]]))],
  createdAt: ['creada', instant],
  /** At most a minute late; null: never. */
  lastUsedAt: ['ultimoUso', z.nullable(instant)],
})
export type ErpKey = z.output<typeof erpKey>

export const listErpKeys = endpoint({
  method: 'GET',
  path: '/api/config/claves-erp',
  access: { who: 'admin' },
  summary: 'Las claves con que el ERP llama a la tienda: nombre, permisos y último uso. Nunca la clave.',
  response: z.array(erpKey),
})

const toldKey = wireObject({ id: ['id', int], key: ['clave', z.string()] })
/** A new key: the only time that it leaves the shop. */
export type ToldKey = z.output<typeof toldKey>

export const createErpKey = endpoint({
  method: 'POST',
  path: '/api/config/claves-erp',
  access: { who: 'admin' },
  refusals: ['CONFLICT'],
  summary: 'Crea una clave para el ERP y la responde, por única vez. Pide la contraseña otra vez.',
  body: wireObject({
    name: ['nombre', z.string().check(z.maxLength(LONGEST_KEY_NAME))],
    rights: ['permisos', erpKey.fields.rights[1].check(z.maxLength(keyRights.length))],
    /** Of whoever asks, typed again. */
    password: ['contra', z.string().check(z.maxLength(200))],
  }),
  response: toldKey,
})
export const deleteErpKey = endpoint({
  method: 'DELETE',
  path: '/api/config/claves-erp/:id',
  access: { who: 'admin' },
  summary: 'Retira una clave: desde ese momento no abre nada.',
  params: wireObject({ id: ['id', idText] }),
  response: z.boolean(),
})
