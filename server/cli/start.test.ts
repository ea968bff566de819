/** `bulto start` in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { startShop } from '../main.ts'
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
      // It was not refused; the test will say so.
      if (noted.includes('La tienda atiende')) child.kill('SIGKILL')
    })
    const [code] = await once(child, 'close')
    return { code, noted }
  } finally {
    child.kill('SIGKILL')
  }
}

const openToOthers = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => (fs.statSync(path.join(folder, name)).mode & 0o077) !== 0)

it('ends with 1 and a plain word when the port is taken, and leaves nothing that others may read', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const place = await createDatabase('embedded')
  try {
    const { code, noted } = await startThatEnds({ DATA_DIR: place.dataDir, PORT: String(port) })
    expect(noted).toContain(`El puerto ${port} ya está en uso`)
    expect(code).toBe(1)
    expect(fs.readdirSync(path.join(place.dataDir, 'db.lock'))).toEqual(['1'])
    expect(process.platform === 'win32' ? [] : openToOthers(place.dataDir)).toEqual([])
  } finally {
    taken.close()
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
    const place = await createDatabase('embedded')
    try {
      const starting = startShop(configOf({ DATA_DIR: place.dataDir, HOST: host }), { log })
      await expect(starting).rejects.toThrow(
        'la tienda de muestra, que tiene un administrador con una contraseña conocida, no se carga sola',
      )
      expect(fs.existsSync(path.join(place.dataDir, 'files'))).toBe(false)
    } finally {
      await place.remove()
    }
  })
})
