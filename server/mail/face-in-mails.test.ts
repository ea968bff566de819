/** Mails in the shop's face (R405). */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mainColours } from '../../contract/face.rules.ts'
import type { SettingKey } from '../../contract/setting-keys.ts'
import { accountMailHandlers } from '../people/accounts/accounts.mail.ts'
import { emlFolderMailer } from '../ports/mail/eml-folder.ts'
import { parseMail } from '../test/mail.ts'
import { makeUser } from '../test/make.ts'
import { withDatabases } from '../test/test-database.ts'

withDatabases('mails in the shop’s face', (database) => {
  let folder: string
  let userId: number
  let png: Buffer
  let number = 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bulto-mails-'))
    ;({ id: userId } = await makeUser(database().db, 'cliente', { email: 'duende@example.test' }))
    png = await sharp({ create: { width: 400, height: 80, channels: 4, background: '#d4002a' } })
      .png()
      .toBuffer()
  })
  afterAll(() => rm(folder, { recursive: true }))

  const face = async (settings: Partial<Record<SettingKey, [value: string, aux?: string]>>) => {
    const { db } = database()
    await db.kysely.deleteFrom('setting').execute()
    const rows = Object.entries(settings).map(([key, [value, aux = '']]) => ({ key: key as SettingKey, value, aux }))
    if (rows.length > 0) await db.kysely.insertInto('setting').values(rows).execute()
  }
  /** The mail of a reset code as a mail program reads it. */
  const sent = async (from = '"Bulto" <no-responder@tienda.example>') => {
    const { db } = database()
    const mailer = emlFolderMailer({ folder, from })
    const logo = async (file: string) => (file === 'gone.png' ? null : png)
    const handlers = accountMailHandlers({ db, mailer, shop: { name: 'Bulto' }, logo })
    const id = ++number
    const createdAt = '2026-11-24T15:00:00.000Z'
    await handlers.resetCodeMail(
      { userId },
      { id, kind: 'resetCodeMail', attempt: 1, createdAt, signal: new AbortController().signal },
    )
    const name = (await readdir(folder)).find((file) => file.includes(`resetCodeMail-${id}-`)) ?? ''
    return parseMail(await readFile(join(folder, name)))
  }

  test('without one a mail has three balls, the factory’s colours and no picture', async () => {
    await face({})
    const { from, html, attachments } = await sent()
    expect(from?.name).toBe('Bulto')
    expect(html?.match(/&#9679;|●/g)).toHaveLength(3)
    expect([html?.includes('<img'), attachments]).toEqual([false, []])
  })

  test('a mail comes under the shop’s name, in its colours, with its logo in it', async () => {
    await face({
      MARCA_NOMBRE: ['Mundo "Lúdico" & Cía'],
      MARCA_COLOR: ['#d4002a'],
      MARCA_CON_NOMBRE: ['0'],
      MARCA_LOGO: [`${'a'.repeat(40)}.png`, '400x80'],
    })
    const { from, subject, html, text, attachments } = await sent()
    expect(from).toMatchObject({ name: 'Mundo "Lúdico" & Cía', address: 'no-responder@tienda.example' })
    expect(subject).toContain('Mundo "Lúdico" & Cía')
    expect(text).toContain('Mundo "Lúdico" & Cía')
    expect(html).toContain(mainColours('#d4002a').navy)
    // With pictures blocked the name stands in the logo's place.
    expect(html).toMatch(/<img src="cid:logo@bulto" width="200" height="40" alt="Mundo &quot;Lúdico&quot; &amp; Cía"/)
    expect(html).not.toMatch(/src="http/)
    expect(attachments).toMatchObject([{ mimeType: 'image/png', disposition: 'inline', contentId: '<logo@bulto>' }])
  })

  test('a logo that is gone leaves the name; a sender that the office named stays', async () => {
    await face({ MARCA_NOMBRE: ['Mundo Lúdico'], MARCA_LOGO: ['gone.png', '400x80'] })
    const { from, html } = await sent('"Ventas" <ventas@tienda.example>')
    expect(from).toMatchObject({ name: 'Ventas', address: 'ventas@tienda.example' })
    expect([html?.includes('<img'), html?.includes('Mundo Lúdico')]).toEqual([false, true])
  })
})
