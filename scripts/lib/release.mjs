/** A release: a folder with all that a shop needs to run, and nothing that it is built with. */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from './prepare.mjs'

/** What a release has of the repository, besides the packages of production. */
const PARTS = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'dist',
  'deploy',
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
]

/**
 * Makes a release of a built checkout in FOLDER/VERSION-COMMIT. Until it is whole it has another name.
 * @param {string} folder For instance /opt/bulto/releases.
 * @param {{ from?: string, name?: string, packages: ((unfinished: string) => Promise<void>) | string }} options
 *   `from` is the checkout, `name` the folder's name where the build tells none; `packages` installs those of production, or is a
 *   folder of installed packages to lead to.
 * @returns {Promise<string>} The release's folder.
 * @throws when there is a release of that name
 */
export async function makeRelease(folder, { from = root, name = nameOf(from), packages }) {
  const target = join(resolve(folder), name)
  if (existsSync(target)) throw new Error(`${target} ya existe`)
  const unfinished = join(resolve(folder), `.${name}`)
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o755 })
  for (const part of PARTS)
    if (existsSync(join(from, part))) cpSync(join(from, part), join(unfinished, part), { recursive: true })
  if (typeof packages === 'string') symlinkSync(packages, join(unfinished, 'node_modules'))
  else await packages(unfinished)
  renameSync(unfinished, target)
  return target
}

/** @param {string} from */
function nameOf(from) {
  const { version, commit } = JSON.parse(readFileSync(join(from, 'dist', 'version.json'), 'utf8'))
  return `${version}-${commit}`
}
