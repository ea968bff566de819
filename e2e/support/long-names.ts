/** Gives the demo shop names, amounts and notes as long as a real ERP's. */
import { sql } from 'kysely'
import { openDatabase } from '../../server/db/open.ts'

/** Added to the names of articles: an importer's descriptions, with long words that can't be broken. */
const TAILS = [
  'con luces LED, sonidos y humo, a batería, edición «Expreso del Fin del Mundo» (SI-TY1017) + 12 vías',
  'surtido x 24 (500g-Violeta,Bordó,Azul,Verde,Amarillo,Naranja,Negro) en exhibidor de cartón corrugado',
  '1:64 Die-Cast Superdeportivo Ultra-Rápido Colección «Héroes y Villanos» – Duende Verde vs. Araña',
  'juego de mesa para 2 a 8 jugadores, desde 6 años: tablero, 112 fichas, 4 dados, reloj de arena e instructivo',
  'ABC-1234567890/REPUESTO-COMPATIBLE-MULTIMARCA-2026 sin caja',
  '®',
] as const

const LONGEST = Array.from(
  { length: 5 },
  (_, at) => `+ lámina ${at + 1} «Atardecer en la playa», 40 x 50 cm, bastidor de madera, pinceles y 24 acrílicos`,
).join(' ')

const NOTE = 'Sólo azul o celeste; si no hay, mandar surtido y avisar antes del jueves al 0341-155-555-0100'

/** Lengthens the texts and amounts of a demo shop, whose database no process may have open. */
export async function lengthenNames(dataDir: string): Promise<void> {
  const db = await openDatabase({ dataDir })
  try {
    const run = (statement: string) => sql.raw(statement).execute(db.kysely)
    const text = (words: string) => `'${words.replaceAll("'", "''")}'`
    for (const [at, tail] of TAILS.entries())
      await run(
        `update article set description = description || ' ' || ${text(tail)} where id % ${TAILS.length} = ${at}`,
      )
    await run(`update article set description = description || ' ' || ${text(LONGEST)} where id % 50 = 7`)
    for (const statement of [
      `update article set units_per_pack = 144, inner_pack = 72 where id % 3 = 0`,
      `update article set arrives_on = '2026-12-24', stock = 0 where id % 7 = 0`,
      // Some of the longest that a price may be: 1.293.643,87, and of 12 of it 15.523.726,44.
      `update price set list_price = 129364387 where article_id % 2 = 0`,
      `update listing set discount = 3333 where id % 3 = 0`,
      `insert into price_step (id, article_id, units, percent)
        select 1000 + id, id, 1440, 4550 from article where id % 2 = 0`,
      `insert into price_step (id, article_id, units, percent) select 20000 + id, id, 24, 3850 from article where id % 2 = 0`,
      `update listing set promo = true where id % 4 = 0`,
      `update listing set hint = 'Venta por bulto cerrado, sin devolución' where id % 5 = 0`,
      `update client set business_name = 'Librería y Juguetería Rompecabezas 0300 de ' || business_name`,
      `update client_address set street = 'Av. Brigadier General Juan Facundo Quiroga 12345, piso 11', locality = 'San Fernando del Valle de Catamarca'`,
      `update app_user set first_name = 'María de los Ángeles', last_name = 'Etchegoyenberría Fernández Oro',
        business_name = 'Distribuidora Mayorista de ' || business_name,
        email = 'compras.y.administracion.' || id || '@distribuidora-mayorista.example'`,
      `update brand set name = name || ' & Cía. Kids' where id % 2 = 1`,
      `update category set name = name || ' para exteriores y jardín'`,
      `update carrier set name = 'Expreso ' || name || ' Transportes Interprovinciales'`,
      `update zone set name = name || ' Noroeste y Cuyo'`,
      `update sales_order_line set unit_price = 129364387, list_price = 194046000, discount = 3333,
        description = (select description from article where id = article_id)`,
      `update sales_order set total = 9876543210, business_name = (select business_name from client where id = client_id),
        address = 'Av. Brigadier General Juan Facundo Quiroga 12345, piso 11, San Fernando del Valle de Catamarca'`,
      `update setting set value = 'Lista N° 14 vigente desde el lunes; Los pedidos confirmados antes de las 14 h salen en el día|black;yellow' where key = 'ANUNCIO'`,
    ])
      await run(statement)
    await run(`update sales_order set note = ${text(NOTE)} where id % 2 = 0`)
    await run(`update sales_order_line set note = ${text(NOTE)} where id % 3 = 0`)
    // Carts of the client and, for the same client, of the seller.
    await run(
      `insert into cart_line (user_id, client_id, article_id, quantity, note, shown_price, channel, created_by)
       select who, 1, article.id, 12 * multiple, case when article.id % 3 = 0 then ${text(NOTE)} else '' end, list_price, 'web', who
       from article join price on price.article_id = article.id join listing on listing.article_id = article.id,
         (values (4), (3)) as of_user (who)
       where article.id < 60 and listing.active and not future and list_price > 0
       order by article.id limit 40`,
    )
  } finally {
    await db.close()
  }
}
