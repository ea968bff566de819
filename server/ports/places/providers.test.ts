import { afterEach, describe, expect, test } from 'vitest'
import { PROVINCES } from '../../../contract/provinces.ts'
import { deadUrl, type HttpStub, httpStub, type Respond } from '../../test/stubs/http-stub.ts'
import { georefPlaces } from './georef.ts'
import { googlePlaces } from './google.ts'

const { signal } = new AbortController()
let stub: HttpStub
const serve = async (respond: Respond) => {
  stub = await httpStub(respond)
  return stub.url
}
const json = (value: unknown) => ({ contentType: 'application/json', body: JSON.stringify(value) })
afterEach(() => stub.close())

/** An answer of the state's service as it writes it. */
const georefAnswer = (provinceId: string) =>
  json({
    cantidad: 1,
    direcciones: [
      {
        altura: { unidad: null, valor: 2900 },
        calle: { categoria: 'CALLE', id: '8208404003865', nombre: '9 DE JULIO' },
        calle_cruce_1: { categoria: null, id: null, nombre: null },
        calle_cruce_2: { categoria: null, id: null, nombre: null },
        departamento: { id: '82084', nombre: 'Rosario' },
        localidad_censal: { id: '82084270', nombre: 'Rosario' },
        nomenclatura: '9 DE JULIO 2900, Rosario, Santa Fe',
        piso: null,
        provincia: { id: provinceId, nombre: 'Santa Fe' },
        ubicacion: { lat: -32.94, lon: -60.66 },
      },
    ],
    inicio: 0,
    parametros: { direccion: {}, max: 6 },
    total: 1,
  })
const emptyGeoref = json({ cantidad: 0, direcciones: [], inicio: 0, parametros: {}, total: 0 })

describe('the state address service', () => {
  test('suggests whole addresses, whose parts travel in the id', async () => {
    const places = georefPlaces(await serve(() => georefAnswer('82')))
    const [suggestion] = await places.suggest({ text: '9 de julio 2900', provinceId: 12, session: '' }, signal)
    expect(suggestion?.label).toBe('9 DE JULIO 2900, Rosario, Santa Fe')
    expect(await places.find(suggestion!.id, '', signal)).toEqual({
      street: '9 DE JULIO',
      number: '2900',
      crossing: '',
      postalCode: '',
      city: 'Rosario',
      provinceId: 12,
      country: 'Argentina',
    })
    expect(stub.requests.map(({ url }) => url)).toEqual(['/direcciones?direccion=9+de+julio+2900&max=6&provincia=82'])
  })

  test('asks with the ids of the statistics institute and answers with those of the tax authority', async () => {
    const asked: string[] = []
    const places = georefPlaces(
      await serve(({ url }) => {
        const indec = new URL(url, 'http://x').searchParams.get('provincia') ?? ''
        asked.push(indec)
        return georefAnswer(indec)
      }),
    )
    for (const [provinceId] of PROVINCES) {
      const [suggestion] = await places.suggest({ text: 'mitre 100', provinceId, session: '' }, signal)
      expect((await places.find(suggestion!.id, '', signal))?.provinceId).toBe(provinceId)
    }
    expect(new Set(asked).size).toBe(24)
    // La Pampa, Río Negro and the city are where the two lists differ most visibly.
    const indecOf = (id: number) => asked[PROVINCES.findIndex(([province]) => province === id)]
    expect([indecOf(21), indecOf(22), indecOf(0), indecOf(1)]).toEqual(['42', '62', '02', '06'])
  })

  test('is asked from four letters and a number on', async () => {
    const places = georefPlaces(await serve(() => emptyGeoref))
    const texts = ['', 'mitre', 'mit 100', '1234', 'mitr 1', '9 de julio 2']
    for (const text of texts) expect(await places.suggest({ text, session: '' }, signal)).toEqual([])
    expect(stub.requests.map(({ url }) => url)).toEqual([
      '/direcciones?direccion=mitr+1&max=6',
      '/direcciones?direccion=9+de+julio+2&max=6',
    ])
  })

  test('an id that it did not give is no place', async () => {
    const places = georefPlaces(await serve(() => emptyGeoref))
    const ids = ['', 'x', Buffer.from('{"a":1}').toString('base64url'), Buffer.from('[1]').toString('base64url')]
    expect(await Promise.all(ids.map((id) => places.find(id, '', signal)))).toEqual([null, null, null, null])
    const unknownProvince = Buffer.from('["MITRE","1","","Rosario",15]').toString('base64url')
    expect(await places.find(unknownProvince, '', signal)).toMatchObject({
      street: 'MITRE',
      provinceId: null,
    })
  })

  test.each([
    ['a status of 500', { status: 500, body: '{}' }, /answered 500/],
    ['an error page', { contentType: 'text/html', body: '<h1>Mantenimiento</h1>' }, /no JSON/],
    ['something else', json({ errores: [] }), /direcciones/],
  ])('%s is an outage', async (_, answer, message) => {
    const places = georefPlaces(await serve(() => answer))
    await expect(places.suggest({ text: 'mitre 100', session: '' }, signal)).rejects.toThrow(message)
  })

  test('nobody there is an outage', async () => {
    await serve(() => 'silence')
    const places = georefPlaces(await deadUrl())
    await expect(places.suggest({ text: 'mitre 100', session: '' }, signal)).rejects.toThrow()
  })

  test('silence ends with the signal', async () => {
    const places = georefPlaces(await serve(() => 'silence'))
    const stop = new AbortController()
    const waiting = places.suggest({ text: 'mitre 100', session: '' }, stop.signal)
    await expect.poll(() => stub.requests.length).toBe(1)
    stop.abort(new Error('two seconds are over'))
    await expect(waiting).rejects.toThrow('two seconds are over')
  })
})

describe('Google Places', () => {
  const prediction = {
    placePrediction: { placeId: 'ChIJ_x-1', text: { text: 'Av. Corrientes 1234, CABA, Argentina' } },
  }
  const component = (longText: string, ...types: string[]) => ({ longText, shortText: longText, types })
  const key = 'the-key'

  test('suggests places in Argentina and keeps the key in a header', async () => {
    const places = googlePlaces({ key, url: await serve(() => json({ suggestions: [prediction, {}] })) })
    const query = { text: 'corrientes 1234', provinceId: 0, session: 'a1b2-c3_d4' }
    expect(await places.suggest(query, signal)).toEqual([
      { id: 'ChIJ_x-1', label: 'Av. Corrientes 1234, CABA, Argentina' },
    ])
    const [request] = stub.requests
    expect(request).toMatchObject({ method: 'POST', url: '/places:autocomplete' })
    expect(request?.headers).toMatchObject({
      'x-goog-api-key': key,
      'x-goog-fieldmask': 'suggestions.placePrediction.placeId,suggestions.placePrediction.text.text',
    })
    expect(JSON.parse(request?.body ?? '')).toEqual({
      input: 'corrientes 1234, CABA',
      includedRegionCodes: ['ar'],
      languageCode: 'es',
      regionCode: 'AR',
      sessionToken: 'a1b2-c3_d4',
    })
  })

  test('has nothing to say about three letters, and an empty answer has no suggestions', async () => {
    const places = googlePlaces({ key, url: await serve(() => json({})) })
    expect(await places.suggest({ text: 'cor', session: '' }, signal)).toEqual([])
    expect(stub.requests).toHaveLength(0)
    expect(await places.suggest({ text: 'corr', session: 'not a token!' }, signal)).toEqual([])
    expect(JSON.parse(stub.requests[0]?.body ?? '')).not.toHaveProperty('sessionToken')
  })

  test('tells the parts of a place in the same session', async () => {
    const addressComponents = [
      component('1234', 'street_number'),
      component('Avenida Corrientes', 'route'),
      component('San Nicolás', 'sublocality_level_1', 'sublocality', 'political'),
      component('Ciudad Autónoma de Buenos Aires', 'administrative_area_level_1', 'political'),
      component('Argentina', 'country', 'political'),
      component('C1043', 'postal_code'),
    ]
    const places = googlePlaces({ key, url: await serve(() => json({ addressComponents })) })
    expect(await places.find('ChIJ_x-1', 'a1b2', signal)).toEqual({
      street: 'Avenida Corrientes',
      number: '1234',
      crossing: '',
      postalCode: 'C1043',
      city: 'San Nicolás',
      provinceId: 0,
      country: 'Argentina',
    })
    expect(stub.requests[0]).toMatchObject({
      method: 'GET',
      url: '/places/ChIJ_x-1?languageCode=es&regionCode=AR&sessionToken=a1b2',
      headers: { 'x-goog-fieldmask': 'addressComponents', 'x-goog-api-key': key },
    })
  })

  test('an id that can not be one is not asked for', async () => {
    const places = googlePlaces({ key, url: await serve(() => json({})) })
    expect(await places.find('../../secret?x', '', signal)).toBeNull()
    expect(stub.requests).toHaveLength(0)
  })

  test('a refused key is an outage whose message does not tell it', async () => {
    const places = googlePlaces({ key, url: await serve(() => ({ ...json({ error: {} }), status: 403 })) })
    const refused = places.suggest({ text: 'corrientes', session: '' }, signal)
    await expect(refused).rejects.toThrow('answered 403')
    await expect(refused).rejects.not.toThrow(key)
  })
})
