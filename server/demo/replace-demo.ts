/** From the demo shop to an empty one of one's own (R233): nothing stays that the demo made, nor what was added to it. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { raiseCatalogueVersion } from '../db/catalogue-version.ts'
import type { Db, Queryable } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { topics } from '../db/topics.ts'
import type { DocumentStore, Files } from '../ports/files/port.ts'
import { tablesOf } from '../whole-shop/whole-shop.queries.ts'
import { makeArticles } from './catalogue.ts'
import { accounts, makeClients, preparer } from './clients.ts'
import { makeOrders } from './orders.ts'
import { type AddedToDemo, emptyTables, findAdded } from './replace-demo.queries.ts'

/** The data that people and ERPs added to the demo shop, and that is removed with it. */
export async function addedToDemo(db: Queryable): Promise<AddedToDemo> {
  const articles = makeArticles()
  const clients = makeClients()
  return findAdded(db, {
    cuits: accounts.map(({ cuit }) => cuit),
    emails: [preparer.email],
    articleIds: articles.map(({ id }) => id),
    clientIds: clients.map(({ id }) => id),
    erpNumbers: makeOrders(articles, clients).map(({ erpNumber }) => erpNumber),
  })
}

/** Whether nothing was added to the demo shop. */
export const nothingAdded = ({ users, orderNumbers, articles, clients, changes }: AddedToDemo): boolean =>
  users.length + orderNumbers.length + articles + clients + changes === 0

/** How many names one line holds. */
const MOST_NAMED = 10

/** The data that was added, in Spanish, one line for each kind. */
export function addedLines({ users, orderNumbers, articles, clients, changes }: AddedToDemo): string[] {
  const counted = (count: number, singular: string, plural: string) => `${count} ${count === 1 ? singular : plural}`
  const named = (names: readonly (string | number)[]) =>
    `${names.slice(0, MOST_NAMED).join(', ')}${names.length > MOST_NAMED ? '…' : ''}`
  return [
    users.length > 0 &&
      `${counted(users.length, 'usuario', 'usuarios')}: ${named(users.map(({ name, cuit }) => `${name} (${cuit})`))}`,
    orderNumbers.length > 0 && `${counted(orderNumbers.length, 'pedido', 'pedidos')}: ${named(orderNumbers)}`,
    articles > 0 && counted(articles, 'artículo', 'artículos'),
    clients > 0 && counted(clients, 'cliente', 'clientes'),
    changes > 0 && counted(changes, 'cambio de la auditoría', 'cambios de la auditoría'),
  ].filter((line) => line !== false)
}

export interface ReplaceOptions {
  readonly db: Db
  readonly files: Files
  readonly documents: DocumentStore | undefined
  readonly dataDir: string
}

/**
 * Empties the whole shop and lets `begin` store the first data of the new one, in the same transaction. So there is no
 * moment in which the demo's accounts open the new shop, and none in which it has no account. Files are removed
 * afterwards. If that is cut short, the daily clearing removes them, because no row names them any more.
 */
export async function replaceDemo<T>(
  { db, files, documents, dataDir }: ReplaceOptions,
  begin: (t: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const result = await db.tx(async (t, publish) => {
    const tables = await tablesOf(t)
    await emptyTables(
      t,
      tables.map(({ name }) => name).filter((name) => name !== 'catalogue_version'),
    )
    // Devices ask what changed since a version, so the version must never fall.
    await raiseCatalogueVersion(t, publish)
    const begun = await begin(t)
    for (const topic of topics) publish(topic)
    return begun
  })
  for await (const { name } of files.list()) await files.remove(name)
  if (documents) for await (const { name } of documents.list()) await documents.remove(name)
  await removeFromFolder(dataDir)
  return result
}

/** Removes made documents, mails that were never sent, and the note of the demo's last backup. */
async function removeFromFolder(dataDir: string): Promise<void> {
  for (const name of ['documents', 'backup.json']) await rm(join(dataDir, name), { recursive: true, force: true })
  const mails = join(dataDir, 'mails')
  for (const name of await readdir(mails).catch(() => []))
    if (name.endsWith('.eml')) await rm(join(mails, name), { force: true })
}
