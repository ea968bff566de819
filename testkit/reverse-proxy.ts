/** HAProxy in front of several instances: the machine's own, or Debian's packages, which are unpacked and not installed. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ReverseProxy {
  readonly url: string
  /** e.g. 'HAProxy version 2.6.12'. */
  readonly name: string
  stop(): Promise<void>
}

interface Program {
  readonly path: string
  readonly env: NodeJS.ProcessEnv
}

const INSTALLED = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/opt/homebrew/sbin/haproxy']
const PACKAGES = ['haproxy', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1']

/** The program; null where it is not installed and Debian's packages can't be downloaded. */
function findProxy(folder: string): Program | null {
  const installed = INSTALLED.find((path) => existsSync(path))
  if (installed) return { path: installed, env: process.env }
  try {
    const unpacked = join(folder, 'haproxy')
    if (!existsSync(unpacked)) unpack(unpacked)
    const libraries = join(unpacked, 'usr', 'lib')
    const paths = [libraries, ...readdirSync(libraries).map((name) => join(libraries, name))].join(':')
    const program = {
      path: join(unpacked, 'usr', 'sbin', 'haproxy'),
      env: { ...process.env, LD_LIBRARY_PATH: paths },
    }
    execFileSync(program.path, ['-v'], { env: program.env, stdio: 'ignore' })
    return program
  } catch {
    return null
  }
}

function unpack(folder: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('apt-get', ['download', ...PACKAGES], { cwd: folder, stdio: 'ignore' })
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.deb')))
    execFileSync('dpkg', ['-x', name, folder], { cwd: folder, stdio: 'ignore' })
}

/**
 * HAProxy asks each instance three times a second whether it is ready. Its timeouts are long, because a migration holds up all
 * instances. It tries another instance only when there was no connection: a request that was never sent can't be done twice.
 */
const config = (port: number, instances: readonly number[]) => `
global
  maxconn 1000
defaults
  mode http
  option forwardfor
  option redispatch 1
  retries 5
  retry-on conn-failure
  timeout connect 2s
  timeout check 5s
  timeout client 60s
  timeout server 60s
frontend shop
  bind 127.0.0.1:${port}
  default_backend instances
backend instances
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 300 fall 2 rise 1
${instances.map((instancePort, at) => `  server instance${at + 1} 127.0.0.1:${instancePort}`).join('\n')}
`

/** Starts a proxy on `port` for instances on these ports; null where no HAProxy can be had. */
export async function startProxy(
  folder: string,
  port: number,
  instances: readonly number[],
): Promise<ReverseProxy | null> {
  const program = findProxy(folder)
  if (!program) return null
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, config(port, instances))
  const name = execFileSync(program.path, ['-v'], { env: program.env, encoding: 'utf8' })
  const child = spawn(program.path, ['-db', '-q', '-f', file], { env: program.env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  return {
    url: `http://127.0.0.1:${port}`,
    name: name.split('-')[0]?.trim() ?? 'HAProxy',
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
