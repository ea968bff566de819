/** Reading and changing the settings as an admin does (R202). */
import type { FieldError } from '../../contract/errors.ts'
import { isSettingKey, type SettingKey, settingKeys, unsetValue } from '../../contract/setting-keys.ts'
import { settingProblems, settingTexts } from '../../contract/setting-rules.ts'
import type { Setting } from '../../contract/settings.ts'
import type { SettingChange, StoredSetting } from '../../contract/settings-admin.ts'
import { audit, auditedUpdate, refuseStale } from '../audit/audit.ts'
import type { Caller } from '../caller.ts'
import { raiseCatalogueVersion } from '../db/catalogue-version.ts'
import type { Db, Queryable } from '../db/open.ts'
import { enqueue } from '../jobs/outbox.ts'
import { refuseProblems } from '../refusal.ts'
import { insertMissing, listIds, listSettings, lockSettings } from './settings.queries.ts'

/** What prices follow from (R352): a snapshot of the catalogue shows them. */
const PRICE_KEYS: readonly SettingKey[] = [
  'BONIF_EN_PRECIOS',
  'LISTA_INCOMPLETA',
  'LISTA_SIN_CLIENTE',
  'LISTA_INVENTARIOS',
]
/** Those of them that name a list. */
const LIST_KEYS: readonly SettingKey[] = ['LISTA_SIN_CLIENTE', 'LISTA_INVENTARIOS']

/** What held orders wait for (R390): once one of these changes, they are judged anew. */
const ACCOUNT_KEYS: readonly SettingKey[] = [
  ...(['LIMITE_OBLIGATORIO', 'LIMITE_RETIENE', 'VENCIDO_REGLA', 'VENCIDO_DIAS', 'VENCIDO_IMPORTE'] as const),
]

/** Every setting by key, also those that nobody has set. */
export async function allSettings(db: Queryable): Promise<StoredSetting[]> {
  const stored = await storedByKey(db)
  return (Object.keys(settingKeys) as SettingKey[]).toSorted().map((key) => settingOf(stored, key))
}

/**
 * Changes some settings, all or none, each audited; every instance is told. A setting whose given value equals the stored
 * one is left alone, so that a form may send the whole list.
 * @returns the given settings, as they are stored then
 * @throws Refusal 400 with every refused setting, 409 for a setting that somebody else changed meanwhile
 */
export async function changeSettings(
  db: Db,
  caller: Caller,
  given: readonly SettingChange[],
): Promise<StoredSetting[]> {
  return db.tx(async (t, publish) => {
    await lockSettings(t)
    const stored = await storedByKey(t)
    const { changes, problems } = judge(given, stored)
    refuseProblems(problems.length > 0 ? problems : await unknownLists(t, changes))
    for (const { before, version } of changes)
      await refuseStale(t, {
        entity: 'setting',
        entityId: before.key,
        stored: before.version,
        given: version,
      })
    for (const { before, after } of changes.filter((change) => change.differs)) {
      const record = { userId: caller.userId, entity: 'setting', entityId: after.key } as const
      const texts = { value: after.value, aux: after.aux }
      if (before.version > 0) await auditedUpdate(t, { ...record, before, changes: texts })
      else {
        await insertMissing(t, [after])
        await audit(t, { ...record, action: 'create', after: texts })
      }
    }
    publish('settings')
    if (changes.some(({ after, differs }) => differs && PRICE_KEYS.includes(after.key)))
      await raiseCatalogueVersion(t, publish)
    if (changes.some(({ after, differs }) => differs && ACCOUNT_KEYS.includes(after.key))) {
      await enqueue(t, { kind: 'heldOrders', payload: {} })
      publish('job')
    }
    const now = await storedByKey(t)
    return changes.map(({ after }) => settingOf(now, after.key))
  })
}

interface Change {
  before: StoredSetting & { key: SettingKey }
  after: Setting
  version: number | undefined
  differs: boolean
}

function judge(given: readonly SettingChange[], stored: StoredByKey) {
  const changes: Change[] = []
  const problems: FieldError[] = []
  for (const { key, value, aux, version } of given) {
    if (!isSettingKey(key)) problems.push({ field: key, message: `No existe la clave ${key}` })
    else if (changes.some(({ after }) => after.key === key))
      problems.push({ field: key, message: `La clave ${key} está dos veces` })
    else {
      const before = settingOf(stored, key)
      const after = { key, value, aux: aux ?? before.aux }
      const differs = after.value !== before.value || after.aux !== before.aux
      changes.push({ before, after, version, differs })
      const wrong = differs ? settingProblems(key, after.value, after.aux) : {}
      if (wrong.value) problems.push({ field: key, message: wrong.value })
      if (wrong.aux) problems.push({ field: `${key}.aux`, message: wrong.aux })
    }
  }
  return { changes, problems }
}

/** The settings that would name a list that there is not. */
async function unknownLists(t: Queryable, changes: readonly Change[]): Promise<FieldError[]> {
  const named = changes.filter(({ after, differs }) => differs && LIST_KEYS.includes(after.key) && after.value !== '')
  const known = new Set(named.length > 0 ? await listIds(t) : [])
  return named.flatMap(({ after: { key, value } }) =>
    known.has(Number(value)) ? [] : [{ field: key, message: settingTexts.list }],
  )
}

type StoredByKey = ReadonlyMap<SettingKey, Setting & { version: number }>

const storedByKey = async (db: Queryable): Promise<StoredByKey> =>
  new Map((await listSettings(db)).map((setting) => [setting.key, setting]))

const settingOf = (stored: StoredByKey, key: SettingKey) =>
  stored.get(key) ?? { key, value: unsetValue(key), aux: '', version: 0 }
