/** `npm run test:faults [-- cuts]`: power cuts during a stream of orders, 20 by default, and what was lost. */
import { type Moment, runFaults } from './support/fault-run.ts'

const kills = Number(process.argv[2] ?? 20)
/** The first initialisation, then every fourth start, and orders for the rest. */
const moments = Array.from(
  { length: kills },
  (_, at): Moment => (at === 0 ? 'init' : at % 4 === 2 ? 'start' : 'orders'),
)
const count = (moment: Moment) => moments.filter((one) => one === moment).length

const report = await runFaults({ moments, onProgress: (line) => console.error(`[cortes] ${line}`) })
for (const fault of report.faults) console.log(`FALTA: ${fault}`)
console.log(
  `${report.kills} cortes (${count('init')} en la primera inicialización, ${count('start')} durante el arranque, ` +
    `${count('orders')} durante pedidos): ${report.acknowledged} pedidos confirmados, ` +
    `${report.interrupted} de ellos al repetir un envío interrumpido; ` +
    `la carpeta abrió ${report.reopened} veces; ${report.faults.length} faltas`,
)
process.exitCode = report.faults.length === 0 ? 0 : 1
