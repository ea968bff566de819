/** The web app's files, divided as web/chunks.ts says. */

/** @typedef {Readonly<Record<string, readonly string[]>>} Chunks The modules of each file, by its name. */

/**
 * Whether a module of the build, by its id, is the one that a list names: by its path without ending, a package's by
 * the end of its path, or by its folder.
 * @param {string} id
 * @param {string} name
 */
const isNamed = (id, name) => id.replaceAll('\\', '/').includes(name.endsWith('/') ? `/${name}` : `/${name}.`)

/**
 * As the bundler takes it; what comes before the first screen is one file.
 * @param {Chunks} chunks
 */
export const chunkGroups = (chunks) => [
  { name: 'base', tags: /** @type {['$initial']} */ (['$initial']) },
  ...Object.entries(chunks).map(([name, modules]) => ({
    name,
    /** @param {string} id */
    test: (id) => modules.some((module) => isNamed(id, module)),
  })),
]

/**
 * What is named and does not come in the file of that name: it was renamed, or the first screen has come to need it.
 * @param {Chunks} chunks
 * @param {readonly { name: string, moduleIds: readonly string[] }[]} built
 * @returns {string[]} 'file: module'
 */
export const strays = (chunks, built) =>
  Object.entries(chunks).flatMap(([name, modules]) => {
    const held = built.filter((file) => file.name === name).flatMap(({ moduleIds }) => moduleIds)
    return modules
      .filter((module) => !held.some((id) => isNamed(id, module)))
      .map((module) => `${name}: ${module}`)
  })

/**
 * Fails a build whose files are not what is named.
 * @param {Chunks} chunks
 * @returns {import('vite').Plugin}
 */
export const namedChunks = (chunks) => ({
  name: 'named-chunks',
  apply: 'build',
  generateBundle(_options, bundle) {
    const built = Object.values(bundle).filter((file) => file.type === 'chunk')
    const lost = strays(chunks, built)
    if (lost.length > 0) this.error(`web/chunks.ts names what does not come in that file: ${lost.join(', ')}`)
  },
})
