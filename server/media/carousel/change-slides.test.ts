import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSlides } from '../../../contract/carousel.ts'
import { makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

interface WireSlide {
  id: number
  foto: string | null
  aux: string
  aux2: 0 | 1
  version: number
}

withDatabases('changing the news', (database) => {
  let app: TestApp
  let admin: TestCaller

  beforeAll(async () => {
    const { db } = database()
    app = await openTestApp(db)
    admin = await app.as(await makeUser(db, 'admin', { first_name: 'Rita', last_name: 'Paz' }))
    for (const slot of [1, 2, 3])
      await db.kysely
        .updateTable('slide')
        .set({
          caption: `Novedad ${slot}`,
          active: true,
          kind: 'image',
          file: `${slot}.webp`,
          content_type: 'image/webp',
        })
        .where('slot', '=', slot)
        .execute()
  })
  afterAll(() => app.close())

  const slides = async (): Promise<WireSlide[]> => (await admin.request('GET', '/api/carousel')).json
  const put = (body: unknown) => admin.request('PUT', '/api/carousel', body)
  const audited = () =>
    database()
      .db.kysely.selectFrom('audit')
      .select(['entity_id', 'before', 'after'])
      .where('entity', '=', 'slide')
      .orderBy('id')
      .execute()

  test('what was answered comes back with other words: stored, audited, and the rest untouched', async () => {
    const before = await slides()
    expect((await put(before)).json).toEqual(before)
    expect(await audited()).toEqual([])
    const changed = before.map((slide) => (slide.id === 2 ? { ...slide, aux: ' Rompecabezas ', aux2: 0 } : slide))
    const answer: WireSlide[] = (await put(changed)).json
    expect(answer[1]).toEqual({
      id: 2,
      foto: '2.webp',
      aux: 'Rompecabezas',
      aux2: 0,
      version: before[1]!.version + 1,
    })
    expect(answer.filter(({ id }) => id !== 2)).toEqual(before.filter(({ id }) => id !== 2))
    expect(await audited()).toMatchObject([
      {
        entity_id: '2',
        before: { caption: 'Novedad 2', active: true },
        after: { caption: 'Rompecabezas', active: false },
      },
    ])
    expect((await app.visitor.call(listSlides)).data.map(({ caption }) => caption)).toEqual(['Novedad 1', 'Novedad 3'])
  })

  test('in another order each takes its picture along, and the places are 1 to 10 again', async () => {
    const [one, two, three, ...rest] = await slides()
    const answer: WireSlide[] = (await put([three, one, two, ...rest])).json
    expect(answer.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(answer.slice(0, 3).map(({ foto, aux }) => [foto, aux])).toEqual([
      ['3.webp', 'Novedad 3'],
      ['1.webp', 'Novedad 1'],
      ['2.webp', 'Rompecabezas'],
    ])
    expect(answer.slice(3)).toEqual(rest)
  })

  test('a file that the list names is not taken: pictures change by an upload alone', async () => {
    const before = await slides()
    const answer: WireSlide[] = (await put(before.map((slide) => ({ ...slide, foto: null })))).json
    expect(answer).toEqual(before)
  })

  test('a picture goes where the list says so, and is audited', async () => {
    const before = await slides()
    const [, second] = before
    const body = before.map((slide) => (slide.id === 2 ? { ...slide, quitarFoto: 1 } : slide))
    const answer: WireSlide[] = (await put(body)).json
    expect(answer[1]).toMatchObject({ foto: null, aux: second!.aux })
    expect(answer.filter(({ id }) => id !== 2)).toEqual(before.filter(({ id }) => id !== 2))
    expect((await audited()).at(-1)).toMatchObject({
      entity_id: '2',
      before: { file: second!.foto },
      after: { file: null },
    })
  })

  test.each<[what: string, change: (all: WireSlide[]) => unknown]>([
    ['nine', (all) => all.slice(1)],
    ['eleven', (all) => [...all, { ...all[0], id: 11 }]],
    ['one twice', (all) => [all[0], ...all.slice(0, 9)]],
    ['one that does not exist', (all) => [{ ...all[0], id: 0 }, ...all.slice(1)]],
    ['words that are too long', (all) => [{ ...all[0], aux: 'x'.repeat(201) }, ...all.slice(1)]],
    ['no list', () => ({})],
  ])('%s is refused, and nothing changes', async (_what, change) => {
    const before = await slides()
    expect((await put(change(before))).status).toBe(400)
    expect(await slides()).toEqual(before)
  })

  test('the second of two admins is told who was faster', async () => {
    const read = await slides()
    const withWords = (aux: string) => read.map((slide) => (slide.id === 5 ? { ...slide, aux } : slide))
    expect((await put(withWords('De Rita'))).status).toBe(200)
    const { status, json } = await put(withWords('De Luis'))
    expect([status, json.details[0].usuario]).toEqual([409, 'Rita Paz'])
    expect((await slides())[4]?.aux).toBe('De Rita')
  })

  test('nobody but an admin changes them', async () => {
    const supervisor = await app.as(await makeUser(database().db, 'supervisor'))
    expect((await supervisor.request('PUT', '/api/carousel', await slides())).status).toBe(403)
  })

  test('two who save at once: one is stored, the other is told', async () => {
    for (let round = 0; round < 5; round++) {
      const before = await slides()
      const words = (aux: string) => before.map((slide) => (slide.id === 1 ? { ...slide, aux } : slide))
      const answers = await Promise.all([put(words(`uno ${round}`)), put(words(`dos ${round}`))])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }
  })
})
