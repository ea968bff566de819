/** What the browser is told to fetch while it still reads the page: the code and styles it would ask for later. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The parts that the browser is told of, each by its key in the build's list of files or by its name there. */
export const EARLY = {
  /** The screens whose first articles come with the page. */
  catalogue: 'catalogue',
  /** The rows of a catalogue with few pictures (R330). */
  rows: 'rows',
  inventory: 'features/catalogue/inventory/InventoryPage.tsx',
  /** The door to every screen but the catalogue. */
  pages: 'pages',
} as const

/** The build's list of its files, as far as it is read here. */
type Manifest = Record<string, { file: string; name?: string; imports?: string[]; css?: string[] } | undefined>

/**
 * Links to the files of some parts beyond those that every page names: without them the browser would learn of
 * them from the first script, one round trip later.
 *
 * @throws when the build has no such part: it was renamed, and the first cards would come late
 */
export async function earlyLinks(webDir: string, ...parts: (typeof EARLY)[keyof typeof EARLY][]): Promise<string> {
  const manifest: Manifest = JSON.parse(await readFile(join(webDir, '.vite', 'manifest.json'), 'utf8'))
  const named = new Map(Object.values(manifest).map((part) => [part?.name, part]))
  const known = new Set(['index.html'])
  const scripts: string[] = []
  const styles: string[] = []
  const add = (key: string) => {
    if (known.has(key)) return
    known.add(key)
    const part = manifest[key] ?? named.get(key)
    if (!part) throw new Error(`The built web app has no ${key}`)
    scripts.push(part.file)
    styles.push(...(part.css ?? []))
    for (const imported of part.imports ?? []) add(imported)
  }
  for (const part of parts) add(part)
  return [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('')
}
