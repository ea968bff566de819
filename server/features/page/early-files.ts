/** What the browser is told to fetch while it still reads the page: the code and styles of a screen of articles. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The screens whose first articles come with the page, by their place in the build's list. */
export const EARLY_PAGES = {
  catalogue: 'features/catalogue/CataloguePage.tsx',
  inventory: 'features/inventory/InventoryPage.tsx',
} as const

/** The build's list of its files, as far as it is read here. */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] } | undefined>

/**
 * Links to a screen's files beyond those that every page names: without them the browser would learn of
 * them from the first script, one round trip later.
 *
 * @throws when the build has no such page: it was renamed, and the first cards would come late
 */
export async function earlyLinks(webDir: string, page: string): Promise<string> {
  const manifest: Manifest = JSON.parse(await readFile(join(webDir, '.vite', 'manifest.json'), 'utf8'))
  const known = new Set(['index.html'])
  const scripts: string[] = []
  const styles: string[] = []
  const add = (key: string) => {
    if (known.has(key)) return
    known.add(key)
    const part = manifest[key]
    if (!part) throw new Error(`The built web app has no ${key}`)
    scripts.push(part.file)
    styles.push(...(part.css ?? []))
    for (const imported of part.imports ?? []) add(imported)
  }
  add(page)
  return [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('')
}
