/** Steps of prices as an ERP's folder brings them (R351). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { offers } from '../../db/offers.ts'
import { openFolderFeed } from '../../ports/erp/folder.ts'
import { makeArticle } from '../../test/make.ts'
import { withDatabases } from '../../test/test-database.ts'
import { importFeed } from './erp-sync.service.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulto-steps-'))
})
afterEach(() => rm(folder, { recursive: true }))

withDatabases('the file escalas', (database) => {
  let doll: number
  let train: number

  beforeAll(async () => {
    const { db } = database()
    const { id: brand } = await db.kysely
      .insertInto('brand')
      .values({ name: 'Ñandú', position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const category = async (name: string, parent_id: number | null) =>
      db.kysely
        .insertInto('category')
        .values({ name, brand_id: brand, parent_id, position: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
    const autos = await category('Autos', null)
    const trains = await category('Trenes', autos.id)
    doll = (await makeArticle(db, { listPrice: 100_00, brand_id: brand })).id
    train = (
      await makeArticle(db, {
        listPrice: 100_00,
        discount: 500,
        brand_id: brand,
        category_id: autos.id,
        subcategory_id: trains.id,
      })
    ).id
  })

  const take = async (rows: readonly string[], options = {}) => {
    const heading = 'ID_ESC;ID_ART;MARCA;CATEGORIA;SUBCATEGORIA;UNIDADES;PORCENTAJE'
    await writeFile(join(folder, 'escalas.csv'), [heading, ...rows, ''].join('\r\n'))
    const { files } = await importFeed(database().db, await openFolderFeed(folder), options)
    return files[0]!
  }
  const stepsOf = async (articleId: number) => {
    const { kysely } = database().db
    const offer = await kysely
      .selectFrom(offers(kysely, 'base'))
      .select(['discount', 'steps'])
      .where('articleId', '=', articleId)
      .executeTakeFirstOrThrow()
    return [offer.discount, ...(offer.steps ?? []).map(({ units, unitPrice }) => [units, unitPrice])]
  }

  test('steps hold for articles and for branches, by name in any case and without accents', async () => {
    const report = await take([
      `1;${doll};;;;24;10`,
      '2;;nandu;;;12;3',
      '3;;ÑANDÚ;autos;trenes;48;12,5',
      '4;;Ñandú;Autos;;12;4',
    ])
    expect([report.outcome, report.inserted, report.remarks]).toEqual(['imported', 4, []])
    expect(await stepsOf(doll)).toEqual([0, [12, 97_00], [24, 90_00]])
    // 4 percent at 12 are less than the article's own 5.
    expect(await stepsOf(train)).toEqual([500, [48, 87_50]])
  })

  test('what a later file lacks holds no more, and a step of one unit is a discount', async () => {
    await take([`1;${doll};;;;24;10`, `2;${doll};;;;48;20`], { force: true })
    const report = await take([`2;${doll};;;;1;20`], { force: true })
    expect([report.changed, report.deactivated]).toEqual([1, 1])
    expect(await stepsOf(doll)).toEqual([20_00])
  })

  test('a branch that the shop lacks is told with its row; its step holds once the shop has it', async () => {
    const { db } = database()
    const report = await take(['7;;Sol;;;2;50'], { force: true })
    expect(report.outcome).toBe('imported')
    expect(report.remarks).toMatchObject([
      { row: 2, column: 'MARCA', message: 'La tienda no tiene «Sol»: el escalón no se aplica hasta que exista' },
    ])
    const { id } = await db.kysely
      .insertInto('brand')
      .values({ name: 'Sol', position: 2 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ball = await makeArticle(db, { listPrice: 100_00, brand_id: id })
    expect(await stepsOf(ball.id)).toEqual([0])
    const again = await take(['7;;Sol;;;2;50'], { force: true })
    expect([again.unchanged, again.remarks]).toEqual([1, []])
    expect(await stepsOf(ball.id)).toEqual([0, [2, 50_00]])
  })

  test('bad rows are told in words, and nothing of their file is taken', async () => {
    const report = await take([
      `1;${doll};;;;0;10`,
      '2;;;;;12;3',
      `3;${doll};Ñandú;;;12;3`,
      `4;${doll};;Autos;;12;3`,
      '5;999999;;;;12;3',
      `6;${doll};;;;12;101`,
    ])
    expect(report.outcome).toBe('refused')
    expect(report.problems.map(({ row, message }) => [row, message])).toEqual([
      [2, '«0» debe ser mayor que cero'],
      [3, 'Falta el artículo o la marca'],
      [4, 'Tiene artículo y marca: un escalón es de uno o de otra'],
      [5, 'La categoría necesita una marca'],
      [6, 'El artículo 999999 no existe'],
      [7, '«101» debe estar entre 0 y 100'],
    ])
  })
})
