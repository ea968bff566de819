import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DataFolderError, explained, prepareDataDir, tracesOfLostDatabase } from './data-folder.ts'

let folder = ''
const log = { warn: vi.fn<(facts: object, message: string) => void>() }
const inside = (...names: string[]) => path.join(folder, ...names)
const make = (...names: string[]) => {
  fs.mkdirSync(path.dirname(inside(...names)), { recursive: true, mode: 0o755 })
  fs.writeFileSync(inside(...names), 'x', { mode: 0o644 })
}
const modeOf = (...names: string[]) => (fs.statSync(inside(...names)).mode & 0o777).toString(8)

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-test-'))
  fs.chmodSync(folder, 0o755)
  log.warn.mockClear()
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

describe.skipIf(process.platform === 'win32')('the data folder is closed to other users', () => {
  test('when it is made', () => {
    prepareDataDir(inside('shop', 'data'), log)
    expect(modeOf('shop', 'data')).toBe('700')
    expect(fs.readdirSync(inside('shop', 'data'))).toEqual([])
    expect(log.warn).not.toHaveBeenCalled()
  })

  test('when an older version left it open, with all that is in it, and the log says so once', () => {
    make('db', 'base', '5', '1259')
    make('files', 'ab', 'abc.webp')
    make('mails', 'one.eml')
    prepareDataDir(folder, log)
    for (const name of ['.', 'db', 'db/base', 'db/base/5', 'files', 'files/ab', 'mails'])
      expect(modeOf(name)).toBe('700')
    for (const name of ['db/base/5/1259', 'files/ab/abc.webp', 'mails/one.eml']) expect(modeOf(name)).toBe('600')
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      { dataDir: folder, closed: 10 },
      'the data folder was open to other users and was closed',
    )
    log.warn.mockClear()
    prepareDataDir(folder, log)
    expect(log.warn).not.toHaveBeenCalled()
  })

  test("but never what is not the shop's: a home stays as it was", () => {
    make('letters', 'private.txt')
    make('db', 'PG_VERSION')
    prepareDataDir(folder, log)
    expect([modeOf('.'), modeOf('letters'), modeOf('letters/private.txt')]).toEqual(['755', '755', '644'])
    expect([modeOf('db'), modeOf('db/PG_VERSION')]).toEqual(['700', '600'])
  })
})

describe('what is wrong with a data folder is said with the next step', () => {
  test('when it is a file, or lies in one', () => {
    make('data')
    for (const place of [inside('data'), inside('data', 'below')]) {
      expect(() => prepareDataDir(place, log)).toThrow(DataFolderError)
      expect(() => prepareDataDir(place, log)).toThrow('es un archivo y no una carpeta. Elija con DATA_DIR')
    }
  })

  test.each([
    ['EACCES', 'No se puede escribir en la carpeta de datos /x. Dele permiso al usuario que inicia la tienda'],
    ['EROFS', 'No se puede escribir en la carpeta de datos /x. Dele permiso al usuario que inicia la tienda'],
    ['ENOSPC', 'El disco de la carpeta de datos /x está lleno. Libere espacio'],
    ['EDQUOT', 'El disco de la carpeta de datos /x está lleno. Libere espacio'],
    ['ENOENT', 'No se puede crear la carpeta de datos /x. Elija con DATA_DIR'],
  ])('for %s', (code, message) => {
    const failure = Object.assign(new Error('in English'), { code })
    expect(explained('/x', failure)).toMatchObject({
      name: 'DataFolderError',
      message: expect.stringContaining(message),
      cause: failure,
    })
  })

  test('and a fault of the program stays one', () => {
    const fault = new TypeError('x is not a function')
    expect(explained('/x', fault)).toBe(fault)
  })
})

describe('a lost database leaves traces', () => {
  test.each([
    ['a folder that is not there', [], []],
    ['a first start that was cut', ['db.lock/1', 'db.new/base/1'], []],
    ['a whole shop', ['db/PG_VERSION', 'db.lock/1', 'files/ab/a.webp', 'mails/a.eml'], []],
    ['somebody else’s folder', ['letters/a.txt'], []],
    ['pictures and mails alone', ['files/ab/a.webp', 'mails/a.eml'], ['files', 'mails']],
    ['a lock alone', ['db.lock/3'], ['db.lock']],
    ['pictures beside a first start that was cut', ['db.lock/1', 'db.new/x', 'files/a'], ['files']],
  ])('told from %s', (_, files, traces) => {
    for (const file of files) make(file)
    const place = files.length === 0 ? inside('not-there') : folder
    expect(tracesOfLostDatabase(place)).toEqual(traces)
  })
})
