/**
 * `npm run test:cluster [-- orders]` tests three instances on one PostgreSQL server and one S3 store behind HAProxy, with an ERP
 * and a mail server that refuse now and then. 20 clients make 2,000 orders by default, while an instance is killed every 5 s; then as
 * many that they change and cancel while the ERP takes them.
 */
import { killDuringChanges } from '../testkit/cluster/changes.ts'
import { startCluster } from '../testkit/cluster/cluster.ts'
import {
  checkPhoto,
  killDuringOrders,
  measurePrices,
  measureSessions,
  upgrade,
} from '../testkit/cluster/cluster-run.ts'

const CLIENTS = 20
const EVERY_MS = 5_000
const ROUNDS = 10
/** The target for changes to reach another instance. It is printed, not tested, as a busy machine would miss it. */
const AIM = 'meta: 1.000 ms'

const orders = Number(process.argv[2] ?? 2_000)
if (!Number.isSafeInteger(orders) || orders < 1) throw new Error('La cantidad de pedidos debe ser un número')
const faults: string[] = []
const say = (words: string) => console.log(words)
const ms = (value: number) => `${Math.round(value)} ms`
const middle = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

const cluster = await startCluster({ clients: CLIENTS })
if (!cluster) {
  say('OMITIDA: no hay HAProxy en este equipo ni se pueden bajar los paquetes de Debian (apt-get download).')
} else {
  // No process of the cluster may outlive this one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void cluster.close().finally(() => process.exit(1)))
  try {
    say(`Tres instancias detrás de ${cluster.proxy.name}, un PostgreSQL con fsync, un almacén S3, un ERP por REST.`)
    // Whose prices change nobody orders: an order goes by the prices that were shown.
    const [items, repriced] = [cluster.shop.items.slice(ROUNDS), cluster.shop.items.slice(0, ROUNDS)]
    const prices = await measurePrices(cluster, repriced, faults)
    say(
      `Un cambio de precio por una instancia se ve en todas en ${ms(middle(prices))}, lo más ${ms(Math.max(...prices))} (${ROUNDS} cambios; ${AIM}).`,
    )
    const sessions = await measureSessions(cluster, ROUNDS, faults)
    say(
      `Una sesión cerrada en una muere en otra en ${ms(middle(sessions))}, lo más ${ms(Math.max(...sessions))} (${ROUNDS} cierres; ${AIM}).`,
    )
    await checkPhoto(cluster, faults)
    say('Una foto que entra por una se ve en todas.')
    const onProgress = (line: string) => console.error(`[instancias] ${line}`)
    const done = await killDuringOrders(cluster, items, { orders, everyMs: EVERY_MS, onProgress }, faults)
    say(
      `${done.acknowledged} pedidos confirmados de ${CLIENTS} clientes en ${done.seconds.toFixed(0)} s, con ${done.kills} SIGKILL; ` +
        `${done.interrupted} repetidos tras un corte; ${done.mails.came} correos recibidos, ${done.mails.again} de ellos dos veces y ` +
        `reconocibles por su Message-ID; ${done.erp.came} pedidos en el ERP, ${done.erp.again} de ellos enviados más de una vez con la misma clave.`,
    )
    const changed = await killDuringChanges(cluster, items, { orders, everyMs: EVERY_MS, onProgress }, faults)
    say(
      `${changed.orders} pedidos con ${changed.changes} cambios y ${changed.cancels} cancelaciones mientras el ERP los tomaba, ` +
        `${changed.late} llegados tarde, con ${changed.kills} SIGKILL en ${changed.seconds.toFixed(0)} s.`,
    )
    const upgraded = await upgrade(cluster, items, faults)
    say(
      `Actualización de las tres con una migración en el medio: ${upgraded.requests} pedidos de red, ` +
        `el más lento ${ms(upgraded.slowest)}.`,
    )
  } finally {
    await cluster.close()
  }
  for (const words of faults.slice(0, 20)) say(`FALTA: ${words}`)
  say(`${faults.length} faltas`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
