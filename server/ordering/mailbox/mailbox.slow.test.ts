/** Three instances read one mailbox at the same time and are killed in the middle (R326). */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { type ImapServer, startImapServer } from '../../../testkit/imap-server.ts'
import { mailInForm } from '../../../testkit/mail-forms.ts'
import { diskFiles } from '../../ports/files/disk.ts'
import { imapMailbox } from '../../ports/mailbox/imap.ts'
import { openTestDatabase } from '../../test/test-database.ts'
import { mailboxHandler } from './take-mails.service.ts'

const isRelease = process.env.TEST_CASES === 'all'
const MAILS = isRelease ? 500 : 120
const KILLS = isRelease ? 30 : 6
const child = fileURLToPath(new URL('../../test/mailbox-child.ts', import.meta.url))

let server: ImapServer | undefined
const running = new Set<ChildProcess>()
afterEach(async () => {
  for (const instance of running) instance.kill('SIGKILL')
  await server?.stop()
})

test(`${MAILS} mails in 60 forms under ${KILLS} kills: each once, none lost`, { timeout: 600_000 }, async () => {
  const { db, place, close } = await openTestDatabase('server')
  server = await startImapServer()
  // A real server is kept when IMAP_URL names one that holds these mails.
  const url = process.env.IMAP_URL ?? server.url
  for (let number = 0; number < MAILS; number++) server.add(await mailInForm(number))
  const start = () => {
    const args = ['--import', 'tsx', child, url, String(place.options.url), place.dataDir]
    const instance = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    running.add(instance)
    instance.once('exit', () => running.delete(instance))
    return instance
  }
  const count = async () =>
    Number(
      (
        await db.kysely
          .selectFrom('received_mail')
          .select((of) => of.fn.countAll().as('count'))
          .executeTakeFirst()
      )?.count,
    )
  const instances = [start(), start(), start()]
  const killedAt: number[] = []
  // Spread over the mails: each kill waits until some more are in.
  while (killedAt.length < KILLS) {
    const wanted = Math.floor(((killedAt.length + 1) * MAILS) / (KILLS + 2))
    await expect.poll(count, { timeout: 120_000, interval: 5 }).toBeGreaterThanOrEqual(wanted)
    // A moment of the work on a mail, not its end.
    await delay(Math.random() * 60)
    const at = killedAt.length % 3
    const victim = instances[at] as ChildProcess
    const gone = once(victim, 'exit')
    victim.kill('SIGKILL')
    await gone
    killedAt.push(await count())
    instances[at] = start()
  }
  await expect.poll(count, { timeout: 300_000 }).toBe(MAILS)
  for (const instance of running) instance.kill('SIGKILL')
  // Numbered anew, all of them come once more.
  await db.kysely.updateTable('mailbox').set({ validity: 'before' }).execute()
  const look = mailboxHandler({
    ...{ db, files: diskFiles(`${place.dataDir}/files`), mailbox: imapMailbox(url), log: { warn: () => {} } },
  })
  const { signal } = new AbortController()
  await look({}, { id: 1, kind: 'mailbox', attempt: 1, createdAt: new Date().toISOString(), signal })
  const rows = await db.kysely.selectFrom('received_mail').select(['text', 'quoted', 'remarks', 'file']).execute()
  const names = rows.map(({ text, quoted }) => /pedido-\d+(?=\.)/.exec(`${text} ${quoted}`)?.[0] ?? 'none')
  expect(names.toSorted()).toEqual(Array.from({ length: MAILS }, (_, number) => `pedido-${number}`).toSorted())
  expect(rows.flatMap(({ remarks }) => remarks)).toEqual([])
  expect(new Set(killedAt.filter((taken) => taken < MAILS)).size).toBeGreaterThan(KILLS / 3)
  expect(server.changes).toEqual([])
  console.info(`killed after ${killedAt.join(', ')} mails`)
  await close()
})
