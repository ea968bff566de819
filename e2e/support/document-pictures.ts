/** Takes pictures of pages of the demo shop's documents, for docs/documents.md. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Row {
  IDART_IO: number
}
interface Client {
  ID_CLI: number
}
interface Order {
  IDCON_PED: number
}

const SEARCH = '/api/pedidos/productos/filtros?p=pd&index='
const CATALOGUE = '/api/pedidos/productos/catalogo?logo=1&img=1&prc=1&m=1'
/** Lines of the cart. */
const LINES = 26

/** A document, and its most telling page, counted from 1; a negative number counts from the end. */
interface Pictured {
  name: string
  page: number
  /** 'xlsx' is printed by LibreOffice first. */
  kind?: 'pdf' | 'xlsx'
  made: () => Promise<Response>
}

/**
 * Yields one page of each document as PNG; `user` is a signed-in admin. Needs `pdftoppm` (Debian: poppler-utils) and, for the
 * workbooks, `soffice` (Debian: libreoffice-calc).
 * @throws when a document is refused
 */
export async function* photographDocuments(
  url: string,
  user: { id: number; accessToken: string },
): AsyncGenerator<{ name: string; shot: Buffer }> {
  const headers = { authorization: `Bearer ${user.accessToken}` }
  const json = { ...headers, 'content-type': 'application/json' }
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(url + path, { headers, ...init })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer
  }
  const rows: Row[] = []
  for (const page of [0, 2, 4]) rows.push(...(await (await ask(SEARCH + page)).json()))
  const clients: Client[] = await (await ask('/api/usuarios/clientes/all')).json()
  const idcli = clients[0]?.ID_CLI ?? 0
  for (const [nth, { IDART_IO }] of rows.slice(0, LINES).entries()) {
    const obs = nth % 5 === 2 ? 'Surtir los colores por partes iguales' : ''
    const line = { id: null, idart: IDART_IO, cantidad: 12 * (1 + (nth % 4)), obs, idcli }
    await ask('/api/pedidos/itemsCarrito', { method: 'POST', headers: json, body: JSON.stringify(line) })
  }
  const cart = `/api/pedidos/productos/catalogo-custom?idusu=${user.id}&idcli=${idcli}`
  const chosen = rows.map(({ IDART_IO }) => IDART_IO).join(',')
  const orders: Order[] = await (await ask('/api/pedidos/productos/pedidos/historicos?index=0')).json()
  const order = `/api/pedidos/productos/pedidos/${orders[0]?.IDCON_PED ?? 0}`
  const onPages = (perPage: number) => () => ask(`${CATALOGUE}&porPagina=${perPage}`)
  const documents: Pictured[] = [
    { name: 'cover', page: 1, made: () => ask(CATALOGUE) },
    { name: 'index', page: 2, made: () => ask(CATALOGUE) },
    { name: 'catalogue', page: 4, made: onPages(12) },
    { name: 'catalogue-6', page: 4, made: onPages(6) },
    { name: 'catalogue-20', page: 4, made: onPages(20) },
    { name: 'codes', page: -2, made: () => ask(CATALOGUE) },
    { name: 'how-to-order', page: -1, made: () => ask(CATALOGUE) },
    { name: 'without-photos', page: 4, made: () => ask(CATALOGUE.replace('img=1', 'img=0')) },
    { name: 'without-prices', page: 4, made: () => ask(CATALOGUE.replace('prc=1', 'prc=0')) },
    {
      name: 'quotation',
      page: 1,
      made: () =>
        ask('/api/pedidos/itemsCarrito/catalogo-quotation', {
          method: 'POST',
          headers: { ...headers, 'content-type': 'text/plain' },
          body: chosen,
        }),
    },
    { name: 'cart', page: 1, made: () => ask(`${cart}&prc=1`) },
    { name: 'cart-end', page: -1, made: () => ask(`${cart}&prc=1`) },
    { name: 'order', page: 1, made: () => ask(`${order}/pdf`) },
    { name: 'packing-list', page: 1, made: () => ask(`${order}/preparacion`) },
    { name: 'certificates', page: 1, made: () => ask(`${order}/certificados`) },
    { name: 'order-sheet', page: 1, kind: 'xlsx', made: () => ask(`${order}/excel`) },
    {
      name: 'cart-sheet',
      page: 1,
      kind: 'xlsx',
      made: () => ask(`/api/pedidos/itemsCarrito/carrito-excel?idusu=${user.id}&idcli=${idcli}&prc=1`),
    },
    { name: 'price-list-sheet', page: 1, kind: 'xlsx', made: () => ask('/api/pedidos/productos/lista-precios') },
    {
      name: 'catalogue-sheet',
      page: 1,
      kind: 'xlsx',
      made: () => ask('/api/pedidos/productos/excel?logo=1&img=1&prc=1&m=1'),
    },
  ]
  const folder = mkdtempSync(join(tmpdir(), 'bulto-pages-'))
  try {
    for (const { name, page, kind = 'pdf', made } of documents) {
      const file = join(folder, `${name}.pdf`)
      writeFileSync(join(folder, `${name}.${kind}`), Buffer.from(await (await made()).arrayBuffer()))
      if (kind === 'xlsx') printWorkbook(join(folder, `${name}.xlsx`), folder)
      execFileSync('pdftoppm', ['-r', '80', '-png', file, join(folder, name)])
      const pages = readdirSync(folder)
        .filter((image) => image.startsWith(`${name}-`) && /-\d+\.png$/.test(image))
        .sort()
      yield { name, shot: readFileSync(join(folder, pages.at(page > 0 ? page - 1 : page) ?? '')) }
      for (const image of pages) rmSync(join(folder, image))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Prints a workbook to a PDF of the same name into a folder, as a person's LibreOffice would. */
function printWorkbook(file: string, folder: string): void {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  execFileSync('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, file], {
    stdio: 'ignore',
  })
}
