/** An ERP with one list, which it answers by pages that a test has written (docs/erp.md). */
import { httpStub } from './http-stub.ts'

/** Rows of a page that is followed by another one; a page with fewer rows is the last. */
const FULL = 3

/**
 * @param path of the list; all others do not exist
 * @param first where a reading begins: '' for a list whose keys are texts, else '0'
 * @param pages rows by what the page begins after, at the first reading
 * @param later rows that a later reading is told
 * @returns `asked`: what each page that was asked for begins after
 */
export async function pagedList(
  path: string,
  { first, pages, later }: { first: '' | '0'; pages: Readonly<Record<string, object[]>>; later: readonly object[] },
) {
  const asked: string[] = []
  const stub = await httpStub(({ url }) => {
    const { pathname, searchParams } = new URL(url, 'http://erp')
    if (pathname !== path) return { status: 404, contentType: 'application/json', body: '{}' }
    const [desde, text] = [searchParams.get('desde'), searchParams.get('despues') ?? '']
    asked.push(text)
    const filas = (desde === '' || text !== first ? pages[text] : later) ?? []
    const despues = /^\d+$/.test(text) ? Number(text) : text
    const body = { desde, despues, cantidad: filas.length, hay_mas: filas.length === FULL, filas }
    return { contentType: 'application/json', body: JSON.stringify(body) }
  })
  return { ...stub, asked }
}
