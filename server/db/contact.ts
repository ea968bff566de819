/** SQL for how the shop is reached. */
import type { SettingKey } from '../../contract/setting-keys.ts'
import type { Queryable } from './open.ts'

/** How the shop is reached, as mails say it; '' for what nobody has set. */
export async function findContact(db: Queryable): Promise<{ contactMail: string; contactPhone: string }> {
  const rows = await db
    .selectFrom('setting')
    .select(['key', 'value'])
    .where('key', 'in', ['CONTACTO_MAIL', 'CONTACTO_TEL'])
    .execute()
  const of = (wanted: SettingKey) => rows.find(({ key }) => key === wanted)?.value ?? ''
  return { contactMail: of('CONTACTO_MAIL'), contactPhone: of('CONTACTO_TEL') }
}
