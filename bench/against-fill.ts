/**
 * Fills a shop for `bench -- against`. It runs inside the repository that is compared and uses that state's own filling code.
 * Arguments: the data folder; the address of a database, empty for the embedded one; how many clients get a cart; how many get
 * none. Prints the clients with their sessions, some articles and the password as JSON.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/open.ts'

/** The state's module that fills a shop: in testkit/, or in bench/ where the state is older than testkit/. */
const filling = ['../testkit/fill-shop.ts', './fill-shop.ts']
  .map((path) => new URL(path, import.meta.url))
  .find(existsSync)
if (!filling) throw new Error('This state has nothing that fills a shop')
const { fillCatalogue, fillClients, shopCatalogue } = (await import(
  filling.href
)) as typeof import('../testkit/fill-shop.ts')

const ARTICLES = 10_000
const ORDER_LINES = 30
const PASSWORD = 'una-clave-larga'

const [dataDir = '', url, ordering = '0', others = '0'] = process.argv.slice(2)
const db = await openDatabase({ dataDir, ...(url && { url }) })
await migrate(db)
const items = shopCatalogue(ARTICLES)
await fillCatalogue(db, items, { withMedia: true })
const count = Number(ordering) + Number(others)
const clients = await fillClients(db, { count, password: PASSWORD })
const sessions = clients.map(({ userId }) => ({ userId, token: randomBytes(32).toString('base64url') }))
for (const { userId, token } of sessions)
  await db.kysely
    .insertInto('session')
    .values({
      token_hash: createHash('sha256').update(token).digest(),
      user_id: userId,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute()
const priced = items.filter(({ listPrice }) => listPrice > 0)
for (const [at, client] of clients.slice(0, Number(ordering)).entries()) {
  const lines = Array.from({ length: ORDER_LINES }, (_, line) => {
    const item = priced[(at * ORDER_LINES + line) % priced.length]!
    return {
      user_id: client.userId,
      client_id: client.clientId,
      article_id: item.articleId,
      quantity: item.multiple,
      channel: 'web' as const,
      created_by: client.userId,
    }
  })
  await db.kysely.insertInto('cart_line').values(lines).execute()
}
await db.close()
const articles = priced.slice(0, 1_000).map(({ articleId, multiple }) => ({ articleId, multiple }))
const signedIn = clients.map((client, at) => ({ ...client, token: sessions[at]?.token ?? '' }))
console.log(JSON.stringify({ clients: signedIn, articles, password: PASSWORD }))
