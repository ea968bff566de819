/**
 * `npm run bench [-- engine|device|signin|http|book|inventory|bulk|office|office-web|capacity|documents|memory|scale|push]`: measures
 * the shop's figures on this machine and prints each with its target.
 * `-- against REF [scenario…]` compares this state with another commit (bench/against.ts).
 * `-- memory 10` uses the shop for ten minutes before it measures; without a number, for half a minute.
 * `-- scale` (`npm run bench:scale`) measures one, two and three instances behind a proxy, and counts the SQL statements of the
 * commonest calls.
 * `-- push` (`npm run bench:push`) sends 26,000 articles and 200 pictures to a fresh shop with the client of docs/.
 * `-- http --profile` also writes a CPU profile of the server into test-results/profile.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measureAgainst } from './against.ts'
import { measureBook } from './book.ts'
import { measureBulk } from './bulk.ts'
import { measureDevice } from './device.ts'
import { measureDocuments } from './documents.ts'
import { measureEngine } from './engine.ts'
import { measureHttp } from './http.ts'
import { measureInventory } from './inventory.ts'
import type { Rate } from './load.ts'
import { measureMemory } from './memory.ts'
import { LARGE, measureCapacity, measureOffice, OFFICE } from './office.ts'
import { measureOfficeScreen } from './office-web.ts'
import { measurePush } from './push.ts'
import { atLeast, atMost, type Figure, printFigures, rateText, secondsText, shareText } from './report.ts'
import { measureScale } from './scale.ts'
import { measureSignin } from './signin.ts'

const ms = (value: number): string => `${value < 10 ? value.toFixed(3).replace('.', ',') : value.toFixed(0)} ms`
const plain = (value: number): string => String(value)

const engineTargets = new Map([
  [10_000, { queryP99: 0.1, countsP99: 0.1, rebuild: 400 }],
  [100_000, { queryP99: 0.5, countsP99: 0.5, rebuild: 2_500 }],
])
/** Longest turn of the main thread's event loop, in milliseconds. */
const LONGEST_HOLD = 25

async function engine(): Promise<Figure[]> {
  const measured = await measureEngine([...engineTargets.keys()])
  return measured.flatMap(({ size, queries, queryP50, queryP99, ...others }) => {
    const { countsP50, countsP99, rebuild, held, heldByClock, megabytes } = others
    const target = engineTargets.get(size) ?? { queryP99: 0, countsP99: 0, rebuild: 0 }
    const figures: Figure[] = [
      { name: `búsqueda p50 (${queries} distintas)`, value: ms(queryP50) },
      atMost('búsqueda p99', queryP99, target.queryP99, ms),
      { name: 'cantidades por rama de una búsqueda p50', value: ms(countsP50) },
      atMost('cantidades por rama de una búsqueda p99', countsP99, target.countsP99, ms),
      atMost('reconstrucción en segundo plano', rebuild, target.rebuild, ms),
      atMost('hilo principal detenido, lo más', held, LONGEST_HOLD, ms),
      { name: 'el mismo, por reloj', value: ms(heldByClock) },
      { name: 'memoria', value: `${megabytes.toFixed(0)} MB` },
    ]
    return figures.map((figure) => ({
      ...figure,
      name: `${size.toLocaleString('es-AR')} artículos: ${figure.name}`,
    }))
  })
}

/** Milliseconds. */
const LONGEST_SEARCH_ON_DEVICE = 16
/** Bytes of the compressed catalogue of 10,000 articles. */
const MOST_FOR_DEVICE = 700 * 1024

async function device(): Promise<Figure[]> {
  const measured = await measureDevice([10_000, 26_000])
  return measured.flatMap(({ size, making, brotliBytes, gzipBytes, ...times }) => {
    const compressed = (name: string, bytes: number): Figure =>
      size > 10_000 ? { name, value: kilobytes(bytes) } : atMost(name, bytes, MOST_FOR_DEVICE, kilobytes)
    const figures: Figure[] = [
      compressed('4 fotos cada uno, comprimidos (brotli)', brotliBytes),
      compressed('4 fotos cada uno, comprimidos (gzip)', gzipBytes),
      { name: 'hacerlos en el servidor, en un hilo aparte', value: ms(making) },
      { name: 'leerlos, 4× más lento', value: ms(times.reading) },
      { name: 'armar el índice, 4× más lento', value: ms(times.indexing) },
      { name: 'búsqueda p50, 4× más lento', value: ms(times.searchP50) },
      atMost('búsqueda p95, 4× más lento', times.searchP95, LONGEST_SEARCH_ON_DEVICE, ms),
      { name: 'búsqueda más larga, 4× más lento', value: ms(times.searchMost) },
    ]
    return figures.map((figure) => ({
      ...figure,
      name: `${size.toLocaleString('es-AR')} artículos: ${figure.name}`,
    }))
  })
}

async function http(): Promise<void> {
  const profile = process.argv.includes('--profile')
  const profileDir = profile
    ? join(fileURLToPath(new URL('..', import.meta.url)), 'test-results', 'profile')
    : undefined
  const server = await measureHttp({ kind: 'server', orders: 1_000, profileDir })
  const figures: Figure[] = [
    { name: `árbol de ${server.tree.nodes} renglones`, value: rateText(server.tree.rate.perSecond) },
    Number.isNaN(server.tree.cpuMs)
      ? { name: 'procesador por pedido del árbol', value: 'no se puede medir aquí' }
      : atMost('procesador por pedido del árbol', server.tree.cpuMs, 0.1, ms),
    atLeast('renglón de carrito', server.cartLine.perSecond, 1_000, rateText),
    atLeast('pedido de 30 renglones', server.order.perSecond, 150, rateText),
    atMost('sentencias SQL por pedido', server.statementsPerOrder, MOST_STATEMENTS, plain),
  ]
  if (server.search) {
    const { requests, shop, bare } = server.search
    figures.unshift(
      { name: `búsqueda, ${requests} pedidos distintos`, value: rateText(shop.perSecond) },
      { name: 'servidor desnudo, mismos bytes', value: rateText(bare.perSecond) },
      atLeast('proporción', shop.perSecond / bare.perSecond, 0.25, shareText),
    )
  }
  printFigures('Por HTTP, 10 conexiones, 10.000 artículos, servidor PostgreSQL con fsync', figures)
  const embedded = await measureHttp({ kind: 'embedded', orders: 200 })
  printFigures('Lo mismo con la base de datos embebida', [
    { name: 'renglón de carrito', value: rateText(embedded.cartLine.perSecond) },
    { name: 'pedido de 30 renglones', value: rateText(embedded.order.perSecond) },
  ])
  failed ||= figures.some(({ met }) => met === false)
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KB`

async function inventory(): Promise<void> {
  const { articles, requests, calls, visits } = await measureInventory()
  const { catalogue } = visits
  const names = {
    catalogue: 'catálogo',
    withPrices: 'inventario con precios',
    without: 'inventario sin precios',
  }
  const figures = (['catalogue', 'withPrices', 'without'] as const).flatMap((kind): Figure[] => {
    const { perSecond, p50, p99 } = calls[kind]
    const { firstCards, largestPaint, bytes } = visits[kind]
    const received = Object.values(bytes).reduce((sum, part) => sum + part, 0)
    const firstName = `${names[kind]}: primeros artículos en un teléfono lento`
    return [
      { name: `${names[kind]}: ${requests} búsquedas distintas`, value: rateText(perSecond) },
      { name: `${names[kind]}: p50 y p99`, value: `${ms(p50)}, ${ms(p99)}` },
      kind === 'catalogue'
        ? { name: firstName, value: secondsText(firstCards) }
        : atMost(firstName, firstCards, catalogue.firstCards * 1.05, secondsText),
      { name: `${names[kind]}: elemento mayor (LCP)`, value: secondsText(largestPaint) },
      {
        name: `${names[kind]}: recibido hasta entonces, JavaScript`,
        value: `${kilobytes(received)}, ${kilobytes(bytes.Script ?? 0)}`,
      },
    ]
  })
  const title = `Inventarios públicos junto al catálogo, ${articles.toLocaleString('es-AR')} artículos, 10 conexiones`
  printFigures(title, figures)
  failed ||= figures.some(({ met }) => met === false)
}

async function signin(): Promise<Figure[]> {
  const { unknown, wrong } = await measureSignin()
  const difference = Math.abs(unknown - wrong) / Math.max(unknown, wrong)
  return [
    { name: 'CUIT desconocido, mediana de 200', value: ms(unknown) },
    { name: 'contraseña equivocada, mediana de 200', value: ms(wrong) },
    atMost('diferencia', difference, 0.1, shareText),
  ]
}

async function memory(minutes: number): Promise<void> {
  const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`
  const runs = [
    ['primer arranque, tienda de muestra, base embebida', { kind: 'embedded', shop: 'first' }, 300],
    ['tienda de muestra, base embebida', { kind: 'embedded', shop: 'later' }, 300],
    ['tienda de muestra, servidor PostgreSQL', { kind: 'server', shop: 'later' }, 140],
    ['10.000 artículos, base embebida', { kind: 'embedded', shop: 10_000 }, 280],
    ['10.000 artículos, servidor PostgreSQL', { kind: 'server', shop: 10_000 }, 140],
  ] as const
  // All at once, as bytes are measured and not times.
  const measured = await Promise.all(
    runs.map(async ([title, options, most]) => {
      const parts = await measureMemory({ ...options, minutes })
      const figures: Figure[] = [
        atMost('residente (RSS)', parts.resident, most * 2 ** 20, mb),
        { name: '  WebAssembly (base embebida)', value: mb(parts.wasm) },
        { name: '  montón de V8, hilo principal', value: mb(parts.mainHeap) },
        { name: '  montones de V8, otros hilos', value: mb(parts.otherHeaps) },
        { name: '  bloques grandes (catálogo, pilas)', value: mb(parts.blocks) },
        { name: '  código nativo (glibc)', value: mb(parts.native) },
        { name: '  Node y bibliotecas', value: mb(parts.programs) },
        { name: 'hilos', value: plain(parts.threads) },
      ]
      printFigures(`Memoria: ${title}, tras ${minutes} min de uso`, figures)
      return figures
    }),
  )
  failed ||= measured.flat().some(({ met }) => met === false)
}

async function against(ref: string, names: readonly string[]): Promise<void> {
  const text = (value: number) => value.toFixed(value < 1 ? 3 : 2).replace('.', ',')
  const figures = (await measureAgainst(ref, names)).map(({ name, now, before, median, least, most }) => ({
    name,
    value: `${text(median)} (${text(least)} a ${text(most)}); ahora ${text(now)}, antes ${text(before)}`,
  }))
  printFigures(`Este estado frente a ${ref}: razón de tiempos, menos de 1 es más rápido`, figures)
}

async function book(): Promise<void> {
  const { statements, cpuMs } = await measureBook()
  const figures: Figure[] = [
    { name: 'de a un renglón: sentencias SQL', value: plain(statements.single) },
    { name: 'de a un renglón: procesador', value: ms(cpuMs.single) },
    atMost('todos juntos: sentencias SQL', statements.together, 16, plain),
    Number.isNaN(cpuMs.together)
      ? { name: 'todos juntos: procesador', value: 'no se puede medir aquí' }
      : atMost('todos juntos: procesador', cpuMs.together, 20, ms),
  ]
  printFigures('Cargar 30 renglones y hacer el pedido, servidor PostgreSQL con fsync', figures)
  failed ||= figures.some(({ met }) => met === false)
}

async function bulk(): Promise<void> {
  for (const kind of ['server', 'embedded'] as const) {
    const { review, apply, undo, reviewSheet, quiet, beside } = await measureBulk(kind)
    const title = kind === 'server' ? 'servidor PostgreSQL con fsync' : 'base de datos embebida'
    const figures: Figure[] = [
      { name: 'revisar 10.000 artículos', value: ms(review) },
      atMost('cambiarlos', apply, 3_000, ms),
      atMost('deshacerlo', undo, 3_000, ms),
      { name: 'revisar una planilla de 10.000 filas', value: ms(reviewSheet) },
      { name: `búsqueda en calma, p95 de ${quiet.count}`, value: ms(quiet.p95) },
      atMost(`búsqueda mientras tanto, p95 de ${beside.count}`, beside.p95, 20, ms),
      { name: 'la más larga', value: ms(beside.longest) },
    ]
    printFigures(`Cambio masivo junto a 100 búsquedas por segundo, ${title}`, figures)
    failed ||= figures.some(({ met }) => met === false)
  }
}

/** Milliseconds. */
const SLOWEST_LIST = 50

async function office(): Promise<void> {
  for (const kind of ['embedded', 'server'] as const) {
    const figures = (await measureOffice(kind)).flatMap(({ name, first, p50, p95 }): Figure[] => [
      { name: `${name}, la primera vez y p50`, value: `${ms(first)}, ${ms(p50)}` },
      atMost(`${name}, p95`, p95, SLOWEST_LIST, ms),
    ])
    const database = kind === 'embedded' ? 'base embebida' : 'servidor PostgreSQL'
    printFigures(`Listas de la administración, ${sizeText(OFFICE)}, ${database}`, figures)
    failed ||= figures.some(({ met }) => met === false)
  }
}

const sizeText = ({ articles, orders }: typeof OFFICE): string =>
  `${articles.toLocaleString('es-AR')} artículos, ${orders.toLocaleString('es-AR')} pedidos`

/** Prints how much one machine can do. These figures have no target. */
async function capacity(): Promise<void> {
  const { lists, start, search, line, order, atRest, afterLoad } = await measureCapacity('server')
  const rate = (name: string, { perSecond, p50, p99 }: Rate): Figure => ({
    name,
    value: `${rateText(perSecond)}, p50 ${ms(p50)}, p99 ${ms(p99)}`,
  })
  printFigures(`Una máquina con ${sizeText(LARGE)}, servidor PostgreSQL`, [
    { name: 'del arranque a la primera respuesta', value: secondsText(start) },
    { name: 'memoria en reposo, y después', value: `${atRest.toFixed(0)} MB, ${afterLoad.toFixed(0)} MB` },
    rate('búsquedas', search),
    rate('renglones al carrito', line),
    rate('pedidos de 30 renglones', order),
    ...lists.map(({ name, first, p50, p95 }) => ({
      name: `${name}: la primera vez, p50, p95`,
      value: `${ms(first)}, ${ms(p50)}, ${ms(p95)}`,
    })),
  ])
}

async function documents(): Promise<void> {
  const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1).replace('.', ',')} MB`
  const { catalogues, again, withoutPhotos, order, searches, priceList, ten } = await measureDocuments()
  const figures: Figure[] = [
    ...catalogues.flatMap(({ perPage, firstByte, whole, size, raised }) => [
      atMost(`catálogo de 1.000 fotos distintas, ${perPage} por página: primer byte`, firstByte, 1_000, ms),
      atMost('  entero', whole, perPage === 6 ? 8_000 : 3_000, ms),
      atMost('  memoria que agrega', raised, 130 * 2 ** 20, mb),
      perPage === 6 ? { name: '  tamaño', value: mb(size) } : atMost('  tamaño', size, 40 * 2 ** 20, mb),
    ]),
    atMost('el de 12 por página, otra vez', again, 100, ms),
    { name: 'sin fotos', value: ms(withoutPhotos) },
    atMost('PDF de un pedido de 40 renglones', order, 300, ms),
    atMost(`  búsqueda mientras tanto, p95 de ${searches.count}`, searches.p95, 20, ms),
    atMost('lista de precios de 10.000 filas', priceList, 3_000, ms),
    { name: 'diez catálogos de 100 a la vez', value: ms(ten.whole) },
    atMost('  hilo principal detenido, lo más', ten.held, LONGEST_HOLD, ms),
    { name: '  el mismo, por reloj', value: ms(ten.heldByClock) },
    atMost('  memoria que agregan', ten.raised, 150 * 2 ** 20, mb),
  ]
  printFigures('Documentos, 10.000 artículos, base embebida', figures)
  failed ||= figures.some(({ met }) => met === false)
}

async function officeScreen(): Promise<Figure[]> {
  const { firstRows, nextRows, scrolling, paging } = await measureOfficeScreen()
  const blocked = (value: number) => (value < 50 ? 'menos de 50 ms' : ms(value))
  return [
    atMost('del menú a las primeras filas, la primera vez', firstRows, 1_000, ms),
    atMost('del menú a las primeras filas, después', nextRows, 1_000, ms),
    atMost('la página detenida al recorrer la lista, lo más', scrolling, 100, blocked),
    atMost('la página detenida al pasar 10 páginas, lo más', paging, 100, blocked),
  ]
}

/** SQL statements of an order; calls that are made more often need fewer. */
const MOST_STATEMENTS = 8

async function scale(): Promise<void> {
  const measured = await measureScale()
  if (!measured) return console.log('OMITIDA: no hay HAProxy en este equipo ni se puede bajar de Debian.')
  const figures = measured.rows.flatMap(({ instances, search, cartLine }): Figure[] =>
    [['búsqueda', search] as const, ['renglón al carrito', cartLine] as const].flatMap(
      ([callName, { perSecond, cpuMs, databaseMs, p99 }]) => [
        { name: `${instances} inst.: ${callName}`, value: rateText(perSecond) },
        { name: `${instances} inst.: ${callName}, procesador de la tienda por llamada`, value: ms(cpuMs) },
        {
          name: `${instances} inst.: ${callName}, procesador de PostgreSQL por llamada`,
          value: ms(databaseMs),
        },
        { name: `${instances} inst.: ${callName}, p99`, value: ms(p99) },
      ],
    ),
  )
  printFigures('Instancias detrás de HAProxy, 10 conexiones, un PostgreSQL con fsync, todo en este equipo', figures)
  const counts = measured.statements.map(({ name, statements }) => atMost(name, statements, MOST_STATEMENTS, plain))
  printFigures('Sentencias SQL de los pedidos más comunes', counts)
  failed ||= counts.some(({ met }) => met === false)
}

/** Milliseconds that nothing a program sends may hold the main thread. */
const LONGEST_HOLD_OF_A_BATCH = 50

async function push(): Promise<void> {
  const measured = await measurePush()
  if (!measured) return console.log('OMITIDA: no hay Python 3 en este equipo.')
  const { articles, pictures, lists, sentPictures, visible, visibleAfter, refused, hold, changeSeen, mistakes } =
    measured
  const figures: Figure[] = [
    { name: 'artículos, precios y asignaciones, en lotes de 1.000', value: secondsText(lists) },
    { name: `${pictures} fotos, una por una`, value: secondsText(sentPictures) },
    { name: 'del comienzo a que un comprador ve todos', value: secondsText(visibleAfter) },
    atLeast('artículos que ve', visible, articles, plain),
    atMost('filas que no entraron', refused, 0, plain),
    atMost('hilo principal detenido, lo más', hold.ran, LONGEST_HOLD_OF_A_BATCH, ms),
    { name: 'el mismo, por reloj', value: ms(hold.wall) },
    { name: 'un cambio de 200 precios, hasta que un comprador lo ve', value: ms(changeSeen) },
  ]
  printFigures(`El cliente en Python carga ${plain(articles)} artículos en una tienda nueva, base embebida`, figures)
  printFigures(
    'Diez errores a propósito, y lo que se les responde',
    mistakes.map(({ mistake, answer }) => ({ name: mistake, value: answer })),
  )
  failed ||= figures.some(({ met }) => met === false)
}

let failed = false
const [part, argument, ...more] = process.argv.slice(2).filter((arg) => !arg.startsWith('-'))
if (part === undefined || part === 'engine') {
  const figures = await engine()
  printFigures('El motor del catálogo', figures)
  failed ||= figures.some(({ met }) => met === false)
}
if (part === undefined || part === 'device') {
  const figures = await device()
  printFigures('El catálogo en el dispositivo', figures)
  failed ||= figures.some(({ met }) => met === false)
}
if (part === undefined || part === 'signin') {
  const figures = await signin()
  printFigures('El ingreso rechazado', figures)
  failed ||= figures.some(({ met }) => met === false)
}
if (part === undefined || part === 'http') await http()
if (part === 'against') await against(argument ?? 'HEAD', more)
if (part === 'inventory') await inventory()
if (part === 'book') await book()
if (part === 'bulk') await bulk()
if (part === 'office') await office()
if (part === 'capacity') await capacity()
if (part === 'scale') await scale()
if (part === 'push') await push()
if (part === 'documents') await documents()
if (part === 'office-web') {
  const figures = await officeScreen()
  printFigures('Los productos en el navegador, 10.000 artículos, base embebida', figures)
  failed ||= figures.some(({ met }) => met === false)
}
if (part === 'memory') await memory(Number(argument ?? 0.5))
process.exitCode = failed ? 1 : 0
