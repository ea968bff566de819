import { expect, test } from 'vitest'
import { parseCuit } from '../../../contract/cuit.ts'
import { isProvince } from '../../../contract/provinces.ts'
import { noRegistry } from './none.ts'
import { offlineEntries, offlineRefused, offlineRegistry } from './offline.ts'

test('every CUIT of the offline registry has a right check digit and is there once', () => {
  const cuits = [...offlineEntries.map(({ cuit }) => cuit), ...Object.values(offlineRefused)]
  expect(cuits.map(parseCuit)).toEqual(cuits)
  expect(new Set(cuits).size).toBe(8)
})

test('every entry is found, with known provinces and at most one fiscal address', async () => {
  for (const entry of offlineEntries) {
    expect(await offlineRegistry().lookUp(entry.cuit)).toEqual({ status: 'found', entry })
    expect(entry.addresses.every(({ provinceId }) => provinceId !== null && isProvince(provinceId))).toBe(true)
    expect(entry.addresses.filter(({ kind }) => kind === 'FISCAL')).toHaveLength(entry.addresses.length ? 1 : 0)
  }
})

test('one CUIT is unknown, one out of use, any other one can not be told', async () => {
  const answers = [offlineRefused.unknown, offlineRefused.inactive, '30712345671'].map((cuit) =>
    offlineRegistry().lookUp(cuit),
  )
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(['unknown', 'inactive', 'unavailable'])
})

test('without a registry nothing can be told', async () => {
  expect(await noRegistry().lookUp('30712345671')).toMatchObject({ status: 'unavailable' })
})
