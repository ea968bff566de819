import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeWhole } from './whole-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bulto-whole-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

test('a file is on the disk before it has its name, and its name after', async () => {
  const path = join(folder, 'pedido-1.json')
  const handle = await open(folder, 'r')
  const prototype = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  const hadItsName: boolean[] = []
  vi.spyOn(prototype, 'sync').mockImplementation(async () => void hadItsName.push(existsSync(path)))
  await writeWhole(path, `${path}.tmp`, 'todo')
  expect(hadItsName).toEqual(process.platform === 'win32' ? [false] : [false, true])
  expect(readFileSync(path, 'utf8')).toBe('todo')
  expect(readdirSync(folder)).toEqual(['pedido-1.json'])
})

test('one that cannot be brought to the disk is not there', async () => {
  const path = join(folder, 'pedido-1.json')
  const handle = await open(folder, 'r')
  vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync').mockRejectedValue(new Error('no room'))
  await handle.close()
  await expect(writeWhole(path, `${path}.tmp`, 'todo')).rejects.toThrow('no room')
  expect(readdirSync(folder)).toEqual([])
})
