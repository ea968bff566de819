/** Mails as .eml files in a folder, for a shop without a mail server. Any mail program opens them. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { argentineClock } from '../../lib/argentine-clock.ts'
import { composeMail } from './compose.ts'
import type { Mailer, MailMessage } from './mail.ts'

/**
 * A mailer that writes each mail to `folder`, as '2026-07-29_10-15-02_nuevo-pedido-12_ID.eml'. A mail
 * that is there already is not written again. A power cut does not lose an accepted mail.
 */
export function emlFolderMailer({ folder, from }: { folder: string; from: string }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (message) => {
      // Mails hold personal data: nobody but the service's user reads them.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const ending = `_${message.id}.eml`
      const { message: content } = await transport.sendMail(composeMail(message, from))
      const storedNames = await readdir(folder)
      if (!storedNames.some((name) => name.endsWith(ending))) {
        await writeWhole(folder, `${localTime(message.date)}_${slug(message.subject)}${ending}`, content as Buffer)
      }
      return { accepted: [message.to] }
    },
  }
}

/** Writes a file that is either there in full or not at all, whenever the power goes. */
async function writeWhole(folder: string, name: string, content: Buffer): Promise<void> {
  const unfinished = join(folder, `.${randomUUID()}.tmp`)
  try {
    const file = await open(unfinished, 'w', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, join(folder, name))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  // Windows can't open a folder; its file system journals renames.
  if (process.platform === 'win32') return
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** '2026-07-29_10-15-02' */
const localTime = (date: Date): string => argentineClock(date).replace(' ', '_').replaceAll(':', '-')

/** 'Nuevo pedido N° 12' as 'nuevo-pedido-n-12', short enough for any file system. */
const slug = (subject: MailMessage['subject']): string =>
  subject
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '') || 'correo'
