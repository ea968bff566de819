/** Addresses that articles had in the shop before this one, as they are compared (R414). Pure. */
import { isScreen, screens } from '../../contract/screens.ts'

/** Characters of a path; a longer one is nobody's. */
const LONGEST = 500

/**
 * The path of an address in the form that is stored and looked up: without host, query and last slash, decoded, in lower case.
 * Null for what is no path of a page.
 */
export function comparedPath(address: string): string | null {
  const [, afterHost] = /^https?:\/\/[^/?#\\]+(.*)$/is.exec(address) ?? []
  const [written = ''] = (afterHost ?? address).split(/[?#]/)
  if (!written.startsWith('/') || written.length > LONGEST * 3) return null
  let decoded: string
  try {
    decoded = decodeURIComponent(written)
  } catch {
    return null
  }
  const path = decoded
    .normalize('NFC')
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
  return path === '' || path.length > LONGEST || /[\p{Cc}\\]/u.test(path) ? null : path
}

/** Where a shop keeps the pages of its articles, below any other folder. */
const ARTICLE_FOLDERS = ['/products/', '/productos/', '/producto/', '/product/'] as const

/**
 * The stored paths that an asked path may stand for, the most exact one first: itself; what begins at the folder of articles
 * ('/collections/x/products/y' is '/products/y'); its last part, and that with any words after its number
 * ('/muñecas/12-bebe.html' is '/12-bebe.html' and '/12-*.html').
 */
export function storedPathsFor(asked: string): string[] {
  const path = comparedPath(asked)
  if (path === null) return []
  const found = [path]
  for (const folder of ARTICLE_FOLDERS) {
    const at = path.lastIndexOf(folder)
    if (at > 0) found.push(path.slice(at))
  }
  const last = path.slice(path.lastIndexOf('/'))
  const [, number] = /^\/(\d{1,12})-[^/]*\.html$/.exec(last) ?? []
  if (number !== undefined) found.push(last, `/${number}-*.html`)
  return [...new Set(found)]
}

/** Why the shop can't lead on from a path, in Spanish; undefined: it can. The shop's own pages stay what they are. */
export function pathProblem(address: string, path: string | null): string | undefined {
  if (path === null) return 'No es la dirección de una página: debe empezar con / o con http'
  const isOwn = Object.values(screens).some((screen) => screen.path.toLowerCase() === path)
  if (isOwn || isScreen(path) || isScreen(address) || /^\/(api|assets|icons|redirect|inventario)(\/|$)/.test(path))
    return 'Es una dirección de esta tienda, que ya tiene su página'
  return undefined
}
