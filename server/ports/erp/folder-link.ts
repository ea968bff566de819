/** Orders and clients as files in `salida`, and answers as files in `respuestas/entrada`. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../../lib/whole-file.ts'
import { readSheet } from './folder.ts'
import type { FileFormat } from './formats.ts'
import { answerFormats, clientCsv, clientOnWire, orderCsv, orderOnWire } from './link-wire.ts'
import type { Answers, ErpLink } from './port.ts'
import { readFormat } from './read-records.ts'
import { unshared } from './sharing.ts'
import { type WatchOptions, watchFolder } from './watched-folder.ts'

const FILE = /^respuestas(_clientes)?.*\.csv$/i

/** The link of an ERP that shares a folder; `format` is what orders and clients are written as. */
export function folderLink(root: string, format: 'json' | 'csv', options: WatchOptions = {}): ErpLink {
  const { sharing = unshared } = options
  const watched = watchFolder(join(root, 'respuestas'), { ...options, takes: (name) => FILE.test(name) })

  /**
   * Writes a file to `salida`. Its name holds an id, so sending again writes the same file. The file has its name only
   * once it is whole and on the disk.
   */
  async function put(name: string, text: string): Promise<void> {
    const path = join(root, 'salida', name)
    await sharing.folder(join(root, 'salida'))
    await writeWhole(path, `${path}.tmp`, text, sharing.file)
  }
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

  return {
    async sendOrder(order) {
      await put(`pedido-${order.id}.${format}`, format === 'csv' ? orderCsv(order) : json(orderOnWire(order)))
      return { orderId: order.id, state: 'exported', number: null, reason: '' }
    },
    async sendClient(client) {
      const text = format === 'csv' ? clientCsv(client) : json(clientOnWire(client))
      await put(`alta-${client.id}.${format}`, text)
      return { clientId: client.id, state: 'exported', erpId: null, reason: '' }
    },
    async readAnswers(take) {
      const batch = await watched.take()
      if (!batch) return ''
      const refused = new Map<string, 'refused'>()
      let report = ''
      for (const name of (await readdir(batch.directory)).sort()) {
        const kind = /^respuestas_clientes/i.test(name) ? 'clients' : 'orders'
        const sheet = await readSheet(join(batch.directory, name))
        const { rows, problems } = await readFormat(answerFormats[kind] as unknown as FileFormat, name, sheet)
        // Good answers are taken even beside bad ones: each is about one order or client, and waits for no other.
        const answers = rows.map(({ record }) => record)
        const noAnswers: Answers = { orders: [], clients: [] }
        await take({ ...noAnswers, [kind]: answers })
        if (problems.length > 0) refused.set(name, 'refused')
        report += problems
          .map(({ row, column, message }) => `${name}, fila ${row ?? '—'}, ${column ?? 'archivo'}: ${message}\r\n`)
          .join('')
      }
      const text = report || 'Todas las respuestas se tomaron.\r\n'
      await batch.finish(refused, { text, json: { COMPLETO: report ? 0 : 1, MOTIVO: text } })
      return report
    },
  }
}
