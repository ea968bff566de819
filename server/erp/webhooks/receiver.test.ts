/** The receiver of docs/webhooks.md takes what the shop really sends, and refuses what was changed or is old. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebhook, renewWebhookSecret, tryWebhook, updateWebhook } from '../../../contract/webhooks.ts'
import { makeUser } from '../../test/make.ts'
import { deadUrl } from '../../test/stubs/http-stub.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabase } from '../../test/test-database.ts'
import { signedNotice } from './notice.ts'

const page = await readFile(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')
const example = /^```js receptor\.mjs\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? ''

withDatabase('embedded', (database) => {
  let app: TestApp
  let admin: TestCaller
  let folder: string
  const running: ChildProcess[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bulto-receiver-'))
    await writeFile(join(folder, 'receptor.mjs'), example)
    app = await openTestApp(database().db)
    admin = await app.as(await makeUser(database().db, 'admin'))
  })
  afterAll(async () => {
    for (const child of running) child.kill()
    await app.close()
    await rm(folder, { recursive: true })
  })

  /** The example, as a process of its own; answers its address and its lines. */
  async function startReceiver(secret: string) {
    const env = { ...process.env, SECRETO: secret, PUERTO: '0' }
    const child = spawn(process.execPath, [join(folder, 'receptor.mjs')], { env, stdio: 'pipe' })
    running.push(child)
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const { value: port } = await lines.next()
    return { url: `http://127.0.0.1:${port}/`, nextLine: async () => JSON.parse((await lines.next()).value) }
  }

  test('the example of the page is short', () => {
    expect(example.trim().split('\n').length).toBeLessThanOrEqual(30)
  })

  test('takes a real delivery, by the secret that was told once', async () => {
    const choice = { events: ['pedido.creado' as const] }
    const made = await admin.call(createWebhook, { body: { url: await deadUrl(), ...choice } })
    const { id, secret } = made.data
    const receiver = await startReceiver(secret)
    const body = { url: receiver.url, ...choice, active: true, version: undefined }
    expect((await admin.call(updateWebhook, { params: { id }, body })).status).toBe(200)
    const { data } = await admin.call(tryWebhook, { params: { id } })
    expect(data).toMatchObject({ accepted: true, status: 204, text: '' })
    expect(await receiver.nextLine()).toMatchObject({ evento: 'prueba', datos: {} })

    // Another secret: what the receiver knows is not right any more.
    await admin.call(renewWebhookSecret, { params: { id } })
    const refused = await admin.call(tryWebhook, { params: { id } })
    expect(refused.data).toMatchObject({ accepted: false, status: 401, text: 'Firma o fecha incorrecta' })
  })

  test('refuses a changed body, another key and an old time, and takes a notice once', async () => {
    const secret = `whsec_${Buffer.from('un secreto de prueba de 32 bytes').toString('base64')}`
    const receiver = await startReceiver(secret)
    const notice = { key: 'uno', event: 'pedido.creado', at: '2026-11-21T13:05:11.120Z', data: { n: 1 } }
    const { body, headers } = signedNotice(notice, secret, new Date())
    const send = async (more: { body?: string; headers?: object } = {}) =>
      (
        await fetch(receiver.url, {
          method: 'POST',
          body: more.body ?? body,
          headers: { ...headers, ...more.headers },
        })
      ).status
    expect(await send({ body: body.replace('"n":1', '"n":2') })).toBe(401)
    expect(await send({ headers: { 'webhook-id': 'otro' } })).toBe(401)
    const before = String(Number(headers['webhook-timestamp']) - 1)
    expect(await send({ headers: { 'webhook-timestamp': before } })).toBe(401)
    expect(await send({ headers: { 'webhook-signature': 'v1,' } })).toBe(401)
    const old = signedNotice(notice, secret, new Date(Date.now() - 600_000))
    expect(await send({ headers: old.headers })).toBe(401)
    expect(await send()).toBe(204)
    expect(await send()).toBe(204)
    const next = signedNotice({ ...notice, key: 'dos' }, secret, new Date())
    expect(await send(next)).toBe(204)
    expect((await receiver.nextLine()).datos).toEqual({ n: 1 })
    // The second line is the second notice, not the first one again.
    expect((await receiver.nextLine()).evento).toBe('pedido.creado')
  })
})
