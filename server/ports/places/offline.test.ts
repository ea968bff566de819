import { describe, expect, test } from 'vitest'
import { PROVINCES } from '../../../contract/provinces.ts'
import { leastOf, processorTime } from '../../../testkit/processor-time.ts'
import { localities, localitiesOf } from './localities.ts'
import { provinceIdOf } from './normalise.ts'
import { offlinePlaces } from './offline.ts'
import { populationOf } from './populations.ts'

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

  test('have figures of inhabitants under the names that they are shipped with', () => {
    const counted = localities.filter(({ provinceId, name }) => populationOf(provinceId, name) > 0)
    // As many as there are figures: one under another name would be nobody's.
    expect(counted).toHaveLength(259)
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
    expect((await suggest('CORDOBA')).slice(0, 2)).toEqual(['Córdoba, Córdoba', 'Córdoba (provincia)'])
    expect((await suggest('rosario')).slice(0, 2)).toEqual(['Rosario, Santa Fe', 'Rosario de la Frontera, Salta'])
  })

  test('look at what stands after the street', async () => {
    expect(await suggest('San Martín 1234, bariloche')).toEqual(['San Carlos de Bariloche, Río Negro'])
    expect(await suggest('San Martín 1234, ')).toEqual([])
  })

  test.each([
    ['Belgrano 20 Cordoba', 'Belgrano 20', 'Córdoba, Córdoba'],
    ['Calle 7 1234 La Plata', 'Calle 7 1234', 'La Plata, Buenos Aires'],
    ['Corrientes 348 rosario', 'Corrientes 348', 'Rosario, Santa Fe'],
    ['Av. 25 de Mayo 300 tandil', 'Av. 25 de Mayo 300', 'Tandil, Buenos Aires'],
    ['9 de Julio 1200 mar del pla', '9 de Julio 1200', 'Mar del Plata, Buenos Aires'],
    ['Mitre S/N Salta', 'Mitre S/N', 'Salta, Salta'],
    ['Ruta 9 km 12 Zarate', 'Ruta 9 km 12', 'Zárate, Buenos Aires'],
    ['Mitre 250 piso 2 depto B Rosario', 'Mitre 250 piso 2 depto B', 'Rosario, Santa Fe'],
    ['San Martín 1234 bariloche', 'San Martín 1234', 'San Carlos de Bariloche, Río Negro'],
    ['San Martin 1250, Rosario, Santa Fe', 'San Martin 1250', 'Rosario, Santa Fe'],
    ['Mitre 250 Rosario, Santa Fe', 'Mitre 250', 'Rosario, Santa Fe'],
    ['Mitre 250, piso 2, Rosario', 'Mitre 250, piso 2', 'Rosario, Santa Fe'],
    ['Mitre 250 San Martín Mendoza', 'Mitre 250', 'San Martín, Mendoza'],
    ['Corrientes 348 capital federal', 'Corrientes 348', 'Ciudad Autónoma de Buenos Aires'],
    ['Av. Corrientes 348, CABA', 'Av. Corrientes 348', 'Ciudad Autónoma de Buenos Aires'],
    ['rosario', '', 'Rosario, Santa Fe'],
  ])('%s is the line «%s» in %s', async (text, line, label) => {
    const [first] = await offlinePlaces().suggest({ text, session: '' }, signal)
    expect(first).toMatchObject({ line, label })
  })

  test.each([
    'Mitre 250',
    'San Martin 1250',
    'Av. Santa Fe 1200',
    'Av. 25 de Mayo',
    '9 de Julio',
    'Av. San Martín',
    'Juan B. Justo',
    'Ruta 9 km 12',
    'Mitre S/N',
    'Mitre 250 piso 2',
  ])('%s names no place: nothing is suggested while a street is typed', async (text) => {
    expect(await suggest(text)).toEqual([])
  })

  test('offer the larger place first, and a province after the towns', async () => {
    expect((await suggest('San Martin 1250, Rosa'))[0]).toBe('Rosario, Santa Fe')
    expect((await suggest('avellaneda')).slice(0, 2)).toEqual(['Avellaneda, Buenos Aires', 'Avellaneda, Santa Fe'])
    expect((await suggest('san migu'))[0]).toBe('San Miguel de Tucumán, Tucumán')
    for (const text of ['caba', 'capital federal', 'ciudad autonoma'])
      expect((await suggest(text))[0]).toBe('Ciudad Autónoma de Buenos Aires')
    expect((await suggest('CABA')).join()).not.toContain('provincia')
  })

  test('are quick for a text that is no address', async () => {
    for (const text of ['1 a '.repeat(100_000), ', a'.repeat(100_000), ' '.repeat(300_000), '9'.repeat(300_000)]) {
      expect(await suggest(text)).toEqual([])
      expect(await leastOf(500, () => processorTime(() => suggest(text)))).toBeLessThan(500)
    }
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
      for (const { id, label } of await offlinePlaces().suggest({ text: name, provinceId, session: '' }, signal)) {
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
