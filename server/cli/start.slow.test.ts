/** `bulto start` in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { createLog } from '../log.ts'
import { startShop } from '../main.ts'
import { makeUser } from '../test/make.ts'
import { createDatabase } from '../test/test-database.ts'

const bulto = fileURLToPath(new URL('bulto.ts', import.meta.url))

/** A start that is expected to end by itself: its exit code and what it said. */
async function startThatEnds(settings: NodeJS.ProcessEnv) {
  const env = { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'silent', PORT: '0', ...settings }
  const child = spawn(process.execPath, ['--import', 'tsx', bulto, 'start'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    let noted = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      noted += text
      // The start was not refused; the test's expectation fails.
      if (noted.includes('La tienda atiende')) child.kill('SIGKILL')
    })
    const [code] = await once(child, 'close')
    return { code, noted }
  } finally {
    child.kill('SIGKILL')
  }
}

/** The process that holds the embedded database; undefined while nobody does. */
function lockOwner(dataDir: string): number | undefined {
  const lock = path.join(dataDir, 'db.lock')
  const last = Math.max(...fs.readdirSync(lock).map(Number).filter(Number.isFinite))
  const claim = fs.readFileSync(path.join(lock, String(last)), 'utf8')
  return claim === '' ? undefined : JSON.parse(claim).pid
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('ends with 1 and a plain word when the port is taken, before anything is made', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const place = await createDatabase('embedded')
  try {
    const { code, noted } = await startThatEnds({ DATA_DIR: place.dataDir, PORT: String(port) })
    expect(noted).toContain(`El puerto ${port} ya está en uso`)
    // Told before anything was made: filling the demo takes a minute.
    expect(fs.readdirSync(place.dataDir)).toEqual(['db'])
    expect(code).toBe(1)
  } finally {
    taken.close()
    await place.remove()
  }
})

it('says that it stops, and that it has, when it is told to', async () => {
  const place = await createDatabase('embedded')
  const child = spawn(process.execPath, ['--import', 'tsx', bulto, 'start'], {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'silent', PORT: '0', DATA_DIR: place.dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    let noted = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      const wasOpen = noted.includes('La tienda atiende')
      noted += text
      if (!wasOpen && noted.includes('La tienda atiende')) child.kill('SIGINT')
    })
    const [code] = await once(child, 'close')
    expect(noted).toMatch(/La tienda se detiene.*\n.*La tienda se detuvo/)
    expect(code).toBe(0)
  } finally {
    child.kill('SIGKILL')
    await place.remove()
  }
})

it('ends with 1 and the next step for an address that this machine does not have', async () => {
  const folder = path.join(os.tmpdir(), 'bulto-test-never-made')
  const { code, noted } = await startThatEnds({ DATA_DIR: folder, HOST: '203.0.113.7' })
  expect(noted).toContain('No se puede atender en HOST «203.0.113.7»: no es una dirección de este equipo')
  expect(noted).toContain('Use 127.0.0.1 para este equipo solo, o 0.0.0.0 para todas sus redes')
  expect(noted).not.toMatch(/^\s+at /m)
  expect(code).toBe(1)
  expect(fs.existsSync(folder)).toBe(false)
})

it('ends with 1 and the next step for a data folder that is a file', async () => {
  const { code, noted } = await startThatEnds({ DATA_DIR: bulto })
  expect(noted).toContain('es un archivo y no una carpeta. Elija con DATA_DIR una carpeta')
  expect(noted).not.toMatch(/^\s+at /m)
  expect(code).toBe(1)
})

describe('a start outside of production', () => {
  const configOf = (settings: NodeJS.ProcessEnv) =>
    readConfig({ NODE_ENV: 'development', PORT: '0', LOG_LEVEL: 'silent', ...settings })
  const log = createLog('silent')

  it('does not take a lost database for a new one', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-test-'))
    try {
      fs.mkdirSync(path.join(folder, 'files'))
      fs.mkdirSync(path.join(folder, 'mails'))
      await expect(startShop(configOf({ DATA_DIR: folder }), { log })).rejects.toThrow(
        `La carpeta de datos ${folder} es de una tienda que ya anduvo (tiene files, mails), pero falta su base de datos (db).`,
      )
      expect(fs.readdirSync(folder).sort()).toEqual(['files', 'mails'])
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })

  it.each(['0.0.0.0', '::', '192.0.2.10'])('does not fill the demo shop for HOST %s', async (host) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-test-'))
    const fillDemo = vi.fn()
    try {
      const starting = startShop(configOf({ DATA_DIR: folder, HOST: host }), { log, fillDemo })
      await expect(starting).rejects.toThrow(
        'la tienda de muestra, que tiene un administrador con una contraseña conocida, no se carga sola',
      )
      expect(fillDemo).not.toHaveBeenCalled()
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })

  it('does not fill the demo shop where a misspelt key may have meant another shop', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-test-'))
    const fillDemo = vi.fn()
    try {
      const starting = startShop(configOf({ DATA_DIR: folder, DATBASE_URL: 'postgres://x' }), { log, fillDemo })
      await expect(starting).rejects.toThrow('¿es DATABASE_URL? Corríjala')
      expect(fillDemo).not.toHaveBeenCalled()
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })

  it.each(['missing', 'empty'])('fills a shop whose database is %s, once, and serves it', async (state) => {
    const place = await createDatabase('embedded')
    if (state === 'missing') fs.rmSync(path.join(place.dataDir, 'db'), { recursive: true })
    const fillDemo = vi.fn(async () => {
      const db = await openDatabase(place.options)
      await migrate(db)
      await makeUser(db, 'admin')
      await db.close()
    })
    const start = () => startShop(configOf({ DATA_DIR: place.dataDir }), { log, fillDemo })
    try {
      const first = await start()
      expect(first.demo).toBe(true)
      expect((await fetch(`${first.url}/api/config/habilitado`)).status).toBe(200)
      await first.close()
      const second = await start()
      expect(second.demo).toBe(false)
      await second.close()
      expect(fillDemo).toHaveBeenCalledOnce()
    } finally {
      await place.remove()
    }
  })

  it('fills it in a process of its own, which ends with the start that asked for it', async () => {
    const place = await createDatabase('embedded')
    const env = { ...process.env, NODE_ENV: 'development', PORT: '0', DATA_DIR: place.dataDir }
    const starting = spawn(process.execPath, ['--import', 'tsx', bulto, 'start'], { env, stdio: 'ignore' })
    try {
      const pictures = path.join(place.dataDir, 'files')
      await vi.waitUntil(() => fs.existsSync(pictures), { timeout: 60_000, interval: 20 })
      const owner = (await vi.waitUntil(() => lockOwner(place.dataDir), { timeout: 5_000 })) as number
      expect(owner).not.toBe(starting.pid)
      starting.kill('SIGKILL')
      await vi.waitUntil(() => !isRunning(owner), { timeout: 30_000, interval: 20 })
    } finally {
      starting.kill('SIGKILL')
      await place.remove()
    }
  }, 90_000)
})
