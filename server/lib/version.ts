/** Which program this is. */
import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'

export const Build = z.object({ version: z.string(), commit: z.string() })
export type Build = z.output<typeof Build>

/**
 * The version in package.json, and the commit that dist was built from. A build writes both into dist/version.json, beside
 * dist/server; the sources themselves are no build of any commit.
 */
export const build: Build = readBuild()

/** Version and commit as one word, e.g. '0.1.0-7a347b9e1c2d': the name of a release's folder. */
export const nameOf = ({ version, commit }: Build): string => `${version}-${commit}`

function readBuild(): Build {
  const ofBuild = new URL('../version.json', import.meta.url)
  if (existsSync(ofBuild)) return z.parse(Build, readJson(ofBuild))
  const { version } = z.parse(
    z.object({ version: z.string() }),
    readJson(new URL('../../package.json', import.meta.url)),
  )
  return { version, commit: 'sources' }
}

function readJson(file: URL): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
