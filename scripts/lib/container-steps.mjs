// Does the steps of a Containerfile in ordinary folders, for machines without a container tool.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * `Image` is the last stage when all steps are done; its paths are those of this machine.
 * @typedef {{ root: string, workdir: string, env: Record<string, string>, user: string, command: string[], health: string[] }} Image
 * @typedef {{ name: string, root: string, workdir: string, env: Record<string, string>, user: string, entry: string[], cmd: string[], health: string[] }} Stage
 */

/**
 * @param {string} text
 * @returns {[name: string, rest: string][]} Instructions in order.
 */
function instructionsOf(text) {
  return text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map(
      (line) =>
        /** @type {[string, string]} */ ([line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1).trim()]),
    )
}

/**
 * Does the steps. Each stage is a folder below `folder`, and an absolute path in a step means a path inside that folder.
 * @throws for an instruction that is not known here, and for a RUN that fails
 * @param {{ file: string, context: string, folder: string, owner: string, say: (line: string) => void }} options
 *   `owner` is who the image's user is on this machine, as `uid:gid`.
 * @returns {Image}
 */
export function buildImage({ file, context, folder, owner, say }) {
  /** @type {Stage[]} */
  const stages = []
  for (const [name, rest] of instructionsOf(readFileSync(file, 'utf8'))) {
    if (name === 'FROM') {
      const root = join(folder, `stage-${stages.length}`)
      mkdirSync(root, { mode: 0o755 })
      const stageName = rest.split(/ AS /i)[1] ?? ''
      stages.push({
        name: stageName,
        root,
        workdir: '/',
        env: {},
        user: 'root',
        entry: [],
        cmd: [],
        health: [],
      })
      continue
    }
    const stage = stages.at(-1)
    if (!stage) throw new Error(`${name} before FROM`)
    say(`${name} ${rest.slice(0, 60)}`)
    step(stage, stages, { name, rest, context, owner })
  }
  const last = stages.at(-1)
  if (!last) throw new Error('no stage')
  const { root, workdir, env, user, health } = last
  return {
    root,
    workdir: join(root, workdir),
    env: inside(env, root),
    user,
    command: [...last.entry, ...last.cmd],
    health,
  }
}

/**
 * @param {Stage} stage
 * @param {Stage[]} stages
 * @param {{ name: string, rest: string, context: string, owner: string }} instruction
 */
function step(stage, stages, { name, rest, context, owner }) {
  switch (name) {
    case 'WORKDIR':
      stage.workdir = rest
      mkdirSync(join(stage.root, rest), { recursive: true })
      break
    case 'COPY':
      copy(stage, stages, rest, context)
      break
    case 'RUN': {
      const command = rest.replace(/ (?=\/(data|erp|backups)\b)/g, ` ${stage.root}`).replaceAll('node:node', owner)
      const done = spawnSync('sh', ['-c', command], {
        cwd: join(stage.root, stage.workdir),
        env: cleanEnv(),
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      if (done.status !== 0) throw new Error(`RUN ${rest} ended with ${done.status}`)
      break
    }
    case 'ENV':
      for (const pair of rest.split(' '))
        stage.env[pair.slice(0, pair.indexOf('='))] = pair.slice(pair.indexOf('=') + 1)
      break
    case 'USER':
      stage.user = rest
      break
    case 'ENTRYPOINT':
      stage.entry = JSON.parse(rest)
      break
    case 'CMD':
      stage.cmd = JSON.parse(rest)
      break
    case 'HEALTHCHECK':
      stage.health = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4))
      break
    // No argument is given here: each has the default that it names.
    case 'ARG':
    case 'VOLUME':
    case 'EXPOSE':
      break
    default:
      throw new Error(`unknown instruction ${name}`)
  }
}

/**
 * @param {Stage} stage
 * @param {Stage[]} stages
 * @param {string} rest
 * @param {string} context
 */
function copy(stage, stages, rest, context) {
  const from = /^--from=(\S+) /.exec(rest)?.[1]
  const names = rest.replace(/^--from=\S+ /, '').split(' ')
  const to = join(stage.root, stage.workdir, names.pop() ?? '')
  const source = from === undefined ? context : stages.find(({ name }) => name === from)?.root
  if (source === undefined) throw new Error(`COPY --from=${from}: no such stage`)
  const ignoredNames = from === undefined ? ignored(context) : new Set()
  for (const name of names) {
    const path = join(source, name)
    const isFolder = statSync(path).isDirectory()
    const filter = (/** @type {string} */ file) => !ignoredNames.has(file.slice(path.length + 1)) || !isFolder
    cpSync(path, isFolder ? to : join(to, basename(name)), {
      recursive: true,
      filter,
      verbatimSymlinks: true,
    })
  }
}

/** @param {string} context */
const ignored = (context) => new Set(readFileSync(join(context, '.dockerignore'), 'utf8').split('\n').filter(Boolean))

/**
 * @param {Record<string, string>} env
 * @param {string} root
 */
const inside = (env, root) =>
  Object.fromEntries(
    Object.entries(env).map(([key, value]) => [key, value.startsWith('/') ? join(root, value) : value]),
  )

/** The part of this environment that a step may see: PATH, HOME, proxies, certificates and npm's configuration. */
function cleanEnv() {
  const { PATH, HOME, ...others } = process.env
  const network = Object.entries(others).filter(([name]) => /proxy|^npm_config_|certs?$/i.test(name))
  return { ...Object.fromEntries(network), PATH, HOME }
}
