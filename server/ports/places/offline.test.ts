import { describe, expect, test } from 'vitest'
import { PROVINCES } from '../../../contract/provinces.ts'
import { localities, localitiesOf } from './localities.ts'
import { provinceIdOf } from './normalise.ts'
import { offlinePlaces } from './offline.ts'

const { signal } = new AbortController()
const suggest = async (text: string, provinceId?: number) =>
  (await offlinePlaces().suggest({ text, provinceId, session: '' }, signal)).map(({ label }) => label)

describe('the shipped localities', () => {
  test('are many, in each province, each there once with a name and four digits or none', () => {
    expect(localities.length).toBeGreaterThan(600)
    for (const [id] of PROVINCES) {
      const names = localitiesOf(id)
      expect(names.length).toBeGreaterThan(0)
      expect(new Set(names).size).toBe(names.length)
      expect(names.filter((name) => name === '' || /\d/.test(name))).toEqual([])
    }
    expect(localities.filter(({ postalCode }) => !/^(\d{4})?$/.test(postalCode))).toEqual([])
  })

  test('stand in alphabetical order as Argentines sort', () => {
    expect(localitiesOf(24)).toEqual(['Río Grande', 'Tolhuin', 'Ushuaia'])
    expect(localitiesOf(0).slice(0, 3)).toEqual(['Agronomía', 'Almagro', 'Balvanera'])
  })

  test('are none in a province that does not exist', () => {
    expect(localitiesOf(15)).toEqual([])
  })
})

describe('the offline suggestions', () => {
  test('find localities by their beginning, without accents and case, the same name first', async () => {
    expect(await suggest('bahia')).toEqual(['Bahía Blanca, Buenos Aires'])
    expect((await suggest('CORDOBA')).slice(0, 2)).toEqual(['Córdoba (provincia)', 'Córdoba, Córdoba'])
    expect((await suggest('rosario')).slice(0, 2)).toEqual([
      'Rosario, Santa Fe',
      'Rosario de la Frontera, Salta',
    ])
  })

  test('look at what stands after the street', async () => {
    expect(await suggest('San Martín 1234, bariloche')).toEqual(['San Carlos de Bariloche, Río Negro'])
    expect(await suggest('San Martín 1234, ')).toEqual([])
  })

  test('stay in the chosen province', async () => {
    expect(await suggest('san mart', 7)).toEqual(['San Martín, Mendoza'])
    expect(await suggest('rosario', 23)).toEqual([])
  })

  test('wait for three letters and are never more than six', async () => {
    expect(await suggest('sa')).toEqual([])
    expect(await suggest('san')).toHaveLength(6)
  })

  test('have parts: the locality, its province, a postal code where it is certain, no street', async () => {
    const places = offlinePlaces()
    const [rosario] = await places.suggest({ text: 'Rosario', session: '' }, signal)
    expect(await places.find(rosario!.id, '', signal)).toEqual({
      street: '',
      number: '',
      crossing: '',
      postalCode: '2000',
      city: 'Rosario',
      provinceId: 12,
      country: 'Argentina',
    })
    expect(await places.find('22', '', signal)).toMatchObject({ city: '', provinceId: 22 })
    expect(await places.find('nowhere', '', signal)).toBeNull()
  })

  test('give each suggestion an id of its own', async () => {
    const labels = new Map<string, string>()
    for (const { name, provinceId } of localities) {
      for (const { id, label } of await offlinePlaces().suggest(
        { text: name, provinceId, session: '' },
        signal,
      )) {
        expect(labels.get(id) ?? label).toBe(label)
        labels.set(id, label)
      }
    }
    expect(labels.size).toBeGreaterThan(600)
  })
})

test.each([
  ['Río Negro', 22],
  ['rio negro', 22],
  ['Provincia de La Pampa', 21],
  ['Provincia del Chaco', 16],
  ['Buenos Aires', 1],
  ['Provincia de Buenos Aires', 1],
  ['Ciudad Autónoma de Buenos Aires', 0],
  ['CABA', 0],
  ['Tierra del Fuego, Antártida e Islas del Atlántico Sur', 24],
  ['Montevideo', null],
])('the province %s has the id %s', (name, id) => {
  expect(provinceIdOf(name)).toBe(id)
})
