/** To whom the mails about an account go, once their jobs are done (R268, R269). */
import { expect, test } from 'vitest'
import type { JobInfo } from '../../jobs/kinds.ts'
import type { MailMessage } from '../../ports/mail/mail.ts'
import { makeUser } from '../../test/make.ts'
import { withDatabases } from '../../test/test-database.ts'
import { accountMailHandlers } from './accounts.mail.ts'

withDatabases('mails of an account', (database) => {
  test('each tells how to reach the shop and is answered there; the office answers the prospect', async () => {
    const { db } = database()
    await db.kysely
      .insertInto('setting')
      .values([
        { key: 'CONTACTO_MAIL', value: 'hola@tienda.example' },
        { key: 'CONTACTO_TEL', value: '011 4444-5555' },
      ])
      .execute()
    const { id: userId } = await makeUser(db, 'cliente', {
      email: 'duende@example.test',
      business_name: 'El Duende',
      verified: false,
      enabled: false,
    })
    const sent: MailMessage[] = []
    const mailer = { send: async (mail: MailMessage) => ({ accepted: [String(sent.push(mail))] }) }
    const handlers = accountMailHandlers({ db, mailer, shop: { name: 'Bulto' } })
    const job: JobInfo = {
      id: 1,
      kind: 'receivedMail',
      attempt: 1,
      createdAt: '2026-11-24T15:00:00.000Z',
      signal: new AbortController().signal,
    }
    await handlers.receivedMail({ userId }, job)
    await handlers.enabledMail({ userId }, job)
    await handlers.resetCodeMail({ userId }, job)
    for (const { text, replyTo } of sent) {
      expect(text).toContain('hola@tienda.example · 011 4444-5555')
      expect(replyTo).toBe('hola@tienda.example')
    }
    // Nobody verified the name: it may be any text, sent to anybody's address.
    expect(sent[0]?.text).not.toContain('El Duende')
    await handlers.registrationMail({ userId, to: 'ventas@tienda.example' }, job)
    expect(sent[3]).toMatchObject({
      to: 'ventas@tienda.example',
      replyTo: 'duende@example.test',
      text: expect.stringContaining('El Duende se registró'),
    })
  })

  test('a changed address goes to both, neither naming the other; a new browser to the present one', async () => {
    const { db } = database()
    const { id: userId } = await makeUser(db, 'vendedor', { email: 'nueva@example.test', first_name: 'Vera' })
    const sent: MailMessage[] = []
    const mailer = {
      send: async (mail: MailMessage) => {
        sent.push(mail)
        return { accepted: [mail.to] }
      },
    }
    const { emailChangedMail, newBrowserMail } = accountMailHandlers({ db, mailer, shop: { name: 'Bulto' } })
    const job = (id: number): JobInfo => ({
      id,
      kind: 'emailChangedMail',
      attempt: 1,
      createdAt: '2026-11-24T15:00:00.000Z',
      signal: new AbortController().signal,
    })
    await emailChangedMail({ userId, to: 'vieja@example.test', isNew: false }, job(1))
    await emailChangedMail({ userId, to: 'nueva@example.test', isNew: true }, job(2))
    await newBrowserMail({ userId, device: 'Chrome en Android' }, job(3))
    expect(sent.map(({ to }) => to)).toEqual(['vieja@example.test', 'nueva@example.test', 'nueva@example.test'])
    const [toOld, toNew, ofBrowser] = sent.map(({ text }) => text)
    expect(toOld).toContain('ya no llegarán a esta')
    expect(toNew).toContain('Esta es desde ahora la dirección')
    for (const text of [toOld, toNew]) expect(text).not.toMatch(/nueva@|vieja@/)
    expect(ofBrowser).toContain('24/11/2026 12:00')
    expect(ofBrowser).toContain('Chrome en Android')
  })
})
