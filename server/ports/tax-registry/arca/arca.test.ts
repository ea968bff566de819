import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../../db/log.ts'
import { type ArcaStub, arcaStub, axisFault, cxfFault, errorPage, loginResponse } from '../../../test/stubs/arca.ts'
import { makeCredentials } from '../../../test/stubs/arca-credentials.ts'
import { deadUrl } from '../../../test/stubs/http-stub.ts'
import { withDatabase, withDatabases } from '../../../test/test-database.ts'
import type { RegistryAnswer, TaxRegistry } from '../port.ts'
import { type ArcaOptions, arcaRegistry } from './arca.ts'
import type { Credentials } from './cms.ts'

const REPRESENTED = '30710000007'
const HOUR_MS = 60 * 60_000

const head = (cuit: string, kind: 'FISICA' | 'JURIDICA', state = 'ACTIVO') =>
  `<descripcionActividadPrincipal>VENTA</descripcionActividadPrincipal><estadoClave>${state}</estadoClave>` +
  `<idPersona>${cuit}</idPersona><tipoClave>CUIT</tipoClave><tipoPersona>${kind}</tipoPersona>`
const homeOf = (kind: string, rest: string) =>
  `<domicilio><codigoPostal>0451</codigoPostal>${rest}<tipoDomicilio>${kind}</tipoDomicilio></domicilio>`

const PERSONS = {
  '20990000019':
    `<apellido>G&#xD3;MEZ</apellido><nombre>MARÍA &amp; JOSÉ</nombre>${head('20990000019', 'FISICA')}` +
    '<fechaNacimiento>1980-05-17T12:00:00-03:00</fechaNacimiento><numeroDocumento>99000001</numeroDocumento>' +
    '<tipoDocumento>DNI</tipoDocumento><sexo>FEMENINO</sexo>' +
    homeOf(
      'FISCAL',
      '<calle>AV SAN MARTIN</calle><direccion>AV SAN MARTIN 1250</direccion><descripcionProvincia>SANTA FE</descripcionProvincia><idProvincia>12</idProvincia><localidad>ROSARIO</localidad><numero>1250</numero>',
    ),
  '30790000028':
    `<razonSocial>EL TROMPO SA</razonSocial>${head('30790000028', 'JURIDICA')}` +
    homeOf('LEGAL/REAL', '<calle>CORRIENTES</calle><idProvincia>0</idProvincia><numero>3247</numero>') +
    homeOf(
      'FISCAL',
      '<calle>RIVADAVIA</calle><idProvincia>1</idProvincia><localidad>RAMOS MEJIA</localidad><numero>0</numero>',
    ),
  '30790000036':
    `<razonSocial>LA RAYUELA SRL</razonSocial>${head('30790000036', 'JURIDICA')}` +
    '<domicilio><codPostal>8300</codPostal><direccion>RUTA 22 KM 1218</direccion><idProvincia>15</idProvincia><localidad>NEUQUEN</localidad><tipoDomicilio>FISCAL</tipoDomicilio></domicilio>',
  '30790000044': `<razonSocial>COTILLON SAS</razonSocial>${head('30790000044', 'JURIDICA')}`,
  '30790000095': `<razonSocial>CERRADA SA</razonSocial>${head('30790000095', 'JURIDICA', 'INACTIVO')}`,
} as const

const PERSON = '20990000019'
let credentials: Credentials
let stub: ArcaStub
beforeAll(() => {
  credentials = makeCredentials(1024)
})
beforeEach(async () => {
  stub = await arcaStub(PERSONS)
})
afterEach(() => stub.close())

const times = { pollMs: 1, patienceMs: 20_000, loginLimitMs: 20_000, pauseMs: 60_000 }
/** For waiting in vain. */
const impatient = { patienceMs: 1 }
const open = (options: Pick<ArcaOptions, 'db'> & Partial<ArcaOptions>): TaxRegistry =>
  arcaRegistry({
    log: silentLog,
    cuit: REPRESENTED,
    credentials,
    loginUrl: stub.loginUrl,
    registryUrl: stub.registryUrl,
    ...times,
    ...options,
  })
const entryOf = (answer: RegistryAnswer) => (answer.status === 'found' ? answer.entry : answer)

describe('the tax authority', () => {
  withDatabase('embedded', (database) => {
    const lookUp = (cuit: string) => open({ db: database().db }).lookUp(cuit)
    beforeEach(async () => void (await database().db.kysely.deleteFrom('registry_ticket').execute()))

    test('tells of a person with one address, and nothing beyond what the shop needs', async () => {
      expect(entryOf(await lookUp(PERSON))).toEqual({
        cuit: PERSON,
        firstName: 'MARÍA & JOSÉ',
        lastName: 'GÓMEZ',
        businessName: 'MARÍA & JOSÉ GÓMEZ',
        addresses: [
          {
            kind: 'FISCAL',
            street: 'AV SAN MARTIN',
            number: '1250',
            provinceId: 12,
            city: 'ROSARIO',
            postalCode: '0451',
          },
        ],
      })
    })

    test('tells of a company with two addresses, of which one is FISCAL', async () => {
      const entry = entryOf(await lookUp('30790000028'))
      expect(entry).toMatchObject({ businessName: 'EL TROMPO SA', firstName: '', lastName: '' })
      expect(entry).toHaveProperty('addresses', [
        {
          kind: 'LEGAL/REAL',
          street: 'CORRIENTES',
          number: '3247',
          provinceId: 0,
          city: '',
          postalCode: '0451',
        },
        {
          kind: 'FISCAL',
          street: 'RIVADAVIA',
          number: '',
          provinceId: 1,
          city: 'RAMOS MEJIA',
          postalCode: '0451',
        },
      ])
    })

    test('without street and number, the line stands for both; a province unknown here is none', async () => {
      expect(entryOf(await lookUp('30790000036'))).toHaveProperty('addresses', [
        {
          kind: 'FISCAL',
          street: 'RUTA 22 KM 1218',
          number: '',
          provinceId: null,
          city: 'NEUQUEN',
          postalCode: '8300',
        },
      ])
    })

    test('tells of a company without address', async () => {
      expect(entryOf(await lookUp('30790000044'))).toMatchObject({
        businessName: 'COTILLON SAS',
        addresses: [],
      })
    })

    test('says that a CUIT is unknown', async () => {
      expect(await lookUp('20990000094')).toEqual({ status: 'unknown' })
      stub.onPersona = () => cxfFault('La clave ingresada es inexistente')
      expect(await lookUp('20990000094')).toEqual({ status: 'unknown' })
      stub.onPersona = () => ({
        status: 500,
        contentType: 'text/plain',
        body: 'No existe persona con ese Id',
      })
      expect(await lookUp('20990000094')).toEqual({ status: 'unknown' })
    })

    test('says that a CUIT is out of use, as a person or as a fault', async () => {
      expect(await lookUp('30790000095')).toEqual({ status: 'inactive' })
      stub.onPersona = () => cxfFault('La cuit ingresada se encuentra INACTIVA. Acceda con su clave activa')
      expect(await lookUp(PERSON)).toEqual({ status: 'inactive' })
    })

    test.each([
      ['an error page', errorPage, /answered 500 without SOAP/],
      ['the error page as a success', { ...errorPage, status: 200 }, /answered 200 without SOAP/],
      ['a cut answer', { body: '<soap:Envelope><soap:Body><ns2:getPersonaRes' }, /without/],
      ['a fault about the shop', cxfFault('CUIT representada inexistente o no autorizada'), /refuses the shop/],
      ['a fault about nothing known', cxfFault('Se produjo un error'), /Se produjo un error/],
      ['an answer without end', { body: 'x'.repeat(1024 * 1024 + 1) }, /too long/],
    ])('%s says nothing about the CUIT', async (_, answer, reason) => {
      stub.onPersona = () => answer
      expect(await lookUp(PERSON)).toEqual({ status: 'unavailable', reason: expect.stringMatching(reason) })
    })

    test("another person's data are not taken", async () => {
      const other = await arcaStub({ [PERSON]: PERSONS['30790000044'] })
      const { loginUrl, registryUrl } = other
      const answer = await open({ db: database().db, loginUrl, registryUrl }).lookUp(PERSON)
      await other.close()
      expect(answer).toMatchObject({ status: 'unavailable' })
    })

    test('nobody there, at the login or at the registry', async () => {
      const { db } = database()
      const dead = await deadUrl()
      const noLogin = await open({ db, loginUrl: dead }).lookUp(PERSON)
      const noRegistry = await open({ db, registryUrl: dead }).lookUp(PERSON)
      expect([noLogin, noRegistry]).toEqual([
        { status: 'unavailable', reason: expect.stringContaining('ECONNREFUSED') },
        { status: 'unavailable', reason: expect.stringContaining('ECONNREFUSED') },
      ])
    })

    test('silence ends when the caller has waited enough', async () => {
      const registry = open({ db: database().db })
      await registry.lookUp(PERSON)
      stub.onPersona = () => 'silence'
      const stop = new AbortController()
      const waiting = registry.lookUp(PERSON, stop.signal)
      await expect.poll(() => stub.asked.length).toBe(2)
      stop.abort(new Error('five seconds are over'))
      expect(await waiting).toEqual({
        status: 'unavailable',
        reason: expect.stringContaining('five seconds are over'),
      })
    })

    test('a call carries the ticket, for whom it is and the header SOAPAction', async () => {
      await lookUp(PERSON)
      const [login, persona] = stub.requests
      expect(login?.headers).toMatchObject({ soapaction: '""', 'content-type': 'text/xml; charset=utf-8' })
      expect(persona?.headers).toMatchObject({ soapaction: '""' })
      expect(persona?.body).toContain(
        '<a13:getPersona><token>token-1+/=</token><sign>sign-1</sign>' +
          `<cuitRepresentada>${REPRESENTED}</cuitRepresentada><idPersona>${PERSON}</idPersona></a13:getPersona>`,
      )
      expect(persona?.body).toContain('xmlns:a13="http://a13.soap.ws.server.puc.sr/"')
    })
  })
})

withDatabases('the shared ticket', (database) => {
  beforeEach(async () => void (await database().db.kysely.deleteFrom('registry_ticket').execute()))
  const instance = (options: Partial<ArcaOptions> = {}) => open({ db: database().db, ...options })
  const statuses = async (...answers: Promise<RegistryAnswer>[]) =>
    (await Promise.all(answers)).map(({ status }) => status)

  test('is fetched once by an instance that is asked several times at once', async () => {
    const registry = instance()
    expect(await statuses(registry.lookUp(PERSON), registry.lookUp(PERSON), registry.lookUp(PERSON))).toEqual(
      Array(3).fill('found'),
    )
    expect(stub.logins).toHaveLength(1)
  })

  test('is fetched once by two instances; the other waits and takes it from the database', async () => {
    const first = instance()
    const second = instance()
    expect(await statuses(first.lookUp(PERSON), second.lookUp(PERSON))).toEqual(['found', 'found'])
    expect(stub.logins).toHaveLength(1)
    expect(await statuses(instance().lookUp(PERSON))).toEqual(['found'])
    expect(stub.logins).toHaveLength(1)
  })

  test('is renewed before its twelve hours are over, by one for all', async () => {
    let now = Date.now()
    stub.now = () => now
    const clock = { now: () => new Date(now) }
    const [first, second] = [instance(clock), instance(clock)]
    await statuses(first.lookUp(PERSON), second.lookUp(PERSON))
    now += 12 * HOUR_MS - 30_000
    stub.expire()
    expect(await statuses(first.lookUp(PERSON))).toEqual(['found'])
    expect(await statuses(second.lookUp(PERSON))).toEqual(['found'])
    expect(stub.logins).toHaveLength(2)
    expect(stub.asked.map(({ token }) => token)).toEqual([1, 1, 2, 2].map((number) => `token-${number}+/=`))
  })

  test('is used to its end when the login service gives no newer one yet', async () => {
    let now = Date.now()
    const registry = instance({ now: () => new Date(now) })
    await registry.lookUp(PERSON)
    now += 12 * HOUR_MS - 30_000
    expect(await statuses(registry.lookUp(PERSON))).toEqual(['found'])
    expect(stub.logins).toHaveLength(2)
  })

  test('is renewed once when the registry no longer takes it', async () => {
    const registry = instance()
    await registry.lookUp(PERSON)
    stub.expire()
    expect(await statuses(registry.lookUp(PERSON))).toEqual(['found'])
    expect(stub.logins).toHaveLength(2)
    expect(stub.asked.map(({ token }) => token)).toEqual(['token-1+/=', 'token-1+/=', 'token-2+/='])
  })

  test('refused again after the renewal leaves the CUIT unavailable', async () => {
    stub.onPersona = () => cxfFault('Token inexistente')
    const registry = instance()
    stub.onLogin = () => {
      stub.expire()
      return undefined
    }
    expect(await registry.lookUp(PERSON)).toEqual({ status: 'unavailable', reason: 'Token inexistente' })
    expect([stub.logins.length, stub.asked.length]).toEqual([2, 2])
  })

  test('is waited for when the login service says that there is one already', async () => {
    // An instance got it and is about to store it, its claim long over.
    const { db } = database()
    stub.onLogin = async () => {
      await db.kysely
        .updateTable('registry_ticket')
        .set({ token: 'of the other', sign: 'sign', expires_at: new Date(Date.now() + HOUR_MS) })
        .execute()
      return axisFault('ns1:coe.alreadyAuthenticated', 'El CEE ya posee un TA valido')
    }
    stub.onPersona = () => cxfFault('No existe persona con ese Id')
    expect(await statuses(instance().lookUp(PERSON))).toEqual(['unknown'])
    expect(stub.asked).toEqual([{ cuit: PERSON, token: 'of the other' }])
  })

  test('that another program has leaves the CUIT unavailable, and the login service in peace', async () => {
    stub.takeTicketAway()
    const first = instance(impatient)
    expect(await statuses(first.lookUp(PERSON))).toEqual(['unavailable'])
    expect(await statuses(first.lookUp(PERSON), instance(impatient).lookUp(PERSON))).toEqual([
      'unavailable',
      'unavailable',
    ])
    expect(stub.logins).toHaveLength(1)
  })

  test('is asked for again after the pause that follows a failure', async () => {
    stub.onLogin = () => errorPage
    const registry = instance({ pauseMs: 0 })
    expect(await statuses(registry.lookUp(PERSON))).toEqual(['unavailable'])
    stub.onLogin = undefined
    expect(await statuses(registry.lookUp(PERSON))).toEqual(['found'])
  })

  test('an answer of the login service without a ticket is a failure', async () => {
    stub.onLogin = () => ({ body: loginResponse('', 'sign', new Date()) })
    expect(await instance().lookUp(PERSON)).toEqual({
      status: 'unavailable',
      reason: 'the login service answered without a ticket',
    })
  })

  test('a login service that is silent is given up', async () => {
    stub.onLogin = () => 'silence'
    expect(await instance({ loginLimitMs: 1 }).lookUp(PERSON)).toEqual({
      status: 'unavailable',
      reason: expect.stringContaining('no answer within 1 ms'),
    })
  })

  test('a caller who has waited enough goes; the ticket comes all the same and is kept', async () => {
    let answer = () => {}
    stub.onLogin = () => new Promise((resolve) => (answer = () => resolve(undefined)))
    const registry = instance()
    const stop = new AbortController()
    const waiting = registry.lookUp(PERSON, stop.signal)
    await expect.poll(() => stub.logins.length).toBe(1)
    stop.abort(new Error('waited enough'))
    expect(await waiting).toEqual({ status: 'unavailable', reason: 'waited enough' })
    answer()
    expect(await statuses(registry.lookUp(PERSON))).toEqual(['found'])
    expect(stub.logins).toHaveLength(1)
  })

  test('is fetched by another when the one that claimed it has died', async () => {
    const { db } = database()
    await instance().lookUp(PERSON)
    stub.expire()
    const dead = { token: null, sign: null, expires_at: null, claimed_by: 'dead' }
    const claimedUntil = (ms: number) =>
      db.kysely
        .updateTable('registry_ticket')
        .set({ ...dead, claimed_until: new Date(Date.now() + ms) })
        .execute()
    await claimedUntil(HOUR_MS)
    expect(await statuses(instance(impatient).lookUp(PERSON))).toEqual(['unavailable'])
    expect(stub.logins).toHaveLength(1)
    await claimedUntil(-1_000)
    expect(await statuses(instance().lookUp(PERSON))).toEqual(['found'])
    expect(stub.logins).toHaveLength(2)
  })

  test('is another one for another certificate', async () => {
    await instance().lookUp(PERSON)
    stub.expire()
    expect(await statuses(instance({ credentials: makeCredentials(1024) }).lookUp(PERSON))).toEqual(['found'])
    expect(stub.logins).toHaveLength(2)
  })
})
