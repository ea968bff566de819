/**
 * Kills the server during a stream of orders and reports lost or doubled orders.
 * `npm run test:faults [-- cuts]`: 20 cuts by default, in every phase of the shop.
 * `npm run test:faults -- --kills 100`: SIGKILLs during orders, each followed by a start 0.2 s later.
 */
import { parseArgs } from 'node:util'
import { type FaultReport, type Moment, runFaults } from '../testkit/faults/fault-run.ts'

/** Time between the two processes under a supervisor that restarts at once, in milliseconds. */
const RESTART_AFTER = 200

const { values, positionals } = parseArgs({
  options: { kills: { type: 'string' } },
  allowPositionals: true,
})
const onProgress = (line: string) => console.error(`[cortes] ${line}`)
const counted = ({ acknowledged, interrupted, reopened, faults }: FaultReport) =>
  `${acknowledged} pedidos confirmados, ${interrupted} de ellos al repetir un envío interrumpido; ` +
  `la carpeta abrió ${reopened} veces; ${faults.length} faltas`

const report =
  values.kills === undefined
    ? await cuts(countOf(positionals[0] ?? '20'))
    : await kills(countOf(values.kills))
for (const fault of report.faults) console.log(`FALTA: ${fault}`)
process.exitCode = report.faults.length === 0 ? 0 : 1

async function cuts(count: number): Promise<FaultReport> {
  /** The first initialisation, then every fourth start, and orders for the rest. */
  const moments = Array.from(
    { length: count },
    (_, at): Moment => (at === 0 ? 'init' : at % 4 === 2 ? 'start' : 'orders'),
  )
  const countAt = (moment: Moment) => moments.filter((planned) => planned === moment).length
  const done = await runFaults({ moments, onProgress })
  console.log(
    `${done.kills} cortes (${countAt('init')} en la primera inicialización, ${countAt('start')} durante el arranque, ` +
      `${countAt('orders')} durante pedidos): ${counted(done)}`,
  )
  return done
}

async function kills(count: number): Promise<FaultReport> {
  const moments = Array.from({ length: count }, (): Moment => 'orders')
  const done = await runFaults({ moments, restartAfter: RESTART_AFTER, onProgress })
  console.log(
    `${done.kills} SIGKILL durante pedidos, cada uno con un arranque ${RESTART_AFTER} ms después: ` +
      `${done.refused.length} arranques rechazados, el más lento ${Math.round(done.slowestStart)} ms; ${counted(done)}`,
  )
  return done
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new Error(`La cantidad de cortes debe ser un número (vino «${text}»)`)
  return Number(text)
}
