/** Divides the web app's code into the files that web/chunks.ts names. */

/** @typedef {Readonly<Record<string, readonly string[]>>} Chunks The modules of each file, by its name. */

/**
 * Whether a module of the build, by its id, is one that a list names. A name is a path without its ending, for a package the
 * end of such a path, or a folder that ends with '/'.
 * @param {string} id
 * @param {string} name
 */
const isNamed = (id, name) => id.replaceAll('\\', '/').includes(name.endsWith('/') ? `/${name}` : `/${name}.`)

/**
 * The chunks as the bundler's option wants them. All that comes before the first screen is one file, 'base'.
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
 * The modules that are not in the file for which they are named: they were renamed, or the first screen needs them by now.
 * @param {Chunks} chunks
 * @param {readonly { name: string, moduleIds: readonly string[] }[]} built
 * @returns {string[]} 'file: module'
 */
export const strays = (chunks, built) =>
  Object.entries(chunks).flatMap(([name, modules]) => {
    const held = built.filter((file) => file.name === name).flatMap(({ moduleIds }) => moduleIds)
    return modules.filter((module) => !held.some((id) => isNamed(id, module))).map((module) => `${name}: ${module}`)
  })

/**
 * Fails a build in which a named module is not in its file.
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
