/**
 * `npm run test:load`: 200 buyers, sellers and an office at once, then ten times as many without a pause, on both kinds of
 * database. One minute each by default, which fails on errors and on what is answered late; `-- --minutes 10` also holds the
 * times and the memory to their limits, which needs a quiet machine. `-- --database server` measures one kind alone.
 */
import { parseArgs } from 'node:util'
import { type LoadRun, runLoad } from '../testkit/load/load-run.ts'
import { ALLOWED, allowedFor } from '../testkit/load/times.ts'

const KINDS = { embedded: 'base embebida', server: 'servidor PostgreSQL' } as const
/** Shorter runs say too little of memory, and run where other work does. */
const STRICT_FROM_MINUTES = 5
/** Seconds until the shop is as before a burst. */
const RECOVERS_WITHIN = 10
/** Seconds after which an answer to the burst counts as late: on a quiet machine, and on one that does other work as well. */
const LATE = 10
const LATE_BESIDE_OTHERS = 20
/** How much the memory may grow from half of the run to its end. */
const GROWTH = 1.1

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, database: { type: 'string' } },
})
const minutes = Number(values.minutes)
if (!(minutes > 0 && minutes <= 600)) throw new Error('--minutes debe ser un número de minutos')
const isKind = (name: string): name is keyof typeof KINDS => name in KINDS
const kinds = Object.keys(KINDS).filter((name) => values.database === undefined || values.database === name)
if (kinds.length === 0) throw new Error('--database debe ser embedded o server')

const whole = (value: number) => String(Math.round(value))
let faults = 0
for (const kind of kinds.filter(isKind)) {
  const onProgress = (line: string) => console.error(`[carga] ${KINDS[kind]}: ${line}`)
  const run = await runLoad({ kind, seconds: minutes * 60, onProgress })
  print(KINDS[kind], run)
  const found = faultsOf(run)
  for (const words of found.slice(0, 20)) console.log(`FALTA: ${words}`)
  faults += found.length
}
console.log(`${faults} faltas`)
process.exitCode = faults === 0 ? 0 : 1

function print(name: string, { rows, faults: errors, putOff, memory, burst }: LoadRun): void {
  console.log(`\n## ${name}, ${values.minutes} min\n`)
  console.log('| acción | veces | p95 sola, ms | p95 entre todas, ms | límite, ms |')
  console.log('|---|---|---|---|---|')
  for (const { action, count, alone, many } of rows)
    console.log(
      `| ${action} | ${count} | ${whole(alone)} | ${whole(many)} | ${whole(allowedFor(alone))}${many > allowedFor(alone) ? ' (pasado)' : ''} |`,
    )
  const answers = Object.entries(burst.answers).map(([status, count]) => `${count} × ${status}`)
  console.log(
    `\n${errors.length} errores, ${putOff} postergadas. Memoria: ${whole(memory.half)} MB a la mitad, ` +
      `${whole(memory.end)} MB al final, ${whole(memory.burst)} MB después de la ráfaga.`,
  )
  console.log(
    `Ráfaga de ${burst.requests} consultas por ${burst.connections} conexiones en ${burst.seconds.toFixed(1)} s: ` +
      `${answers.join(', ')}; la respuesta más larga ${whole(burst.longest)} ms; /healthz a lo sumo ` +
      `${whole(burst.health.longest)} ms; como antes ${burst.recovered === null ? 'NUNCA' : `a los ${burst.recovered.toFixed(1)} s`}.`,
  )
}

function faultsOf({ rows, faults: errors, memory, burst }: LoadRun): string[] {
  const found = [...errors]
  const expected = new Set([200, 429, 503])
  for (const [status, count] of Object.entries(burst.answers))
    if (!expected.has(Number(status))) found.push(`ráfaga: ${count} respuestas ${status}`)
  if (!burst.answers[503]) found.push('ráfaga: ninguna consulta fue rechazada a tiempo (503)')
  const late = minutes < STRICT_FROM_MINUTES ? LATE_BESIDE_OTHERS : LATE
  if (burst.longest > late * 1_000) found.push(`ráfaga: una respuesta tardó ${whole(burst.longest)} ms`)
  if (burst.health.failed > 0) found.push(`ráfaga: /healthz falló ${burst.health.failed} veces`)
  if (burst.recovered === null || burst.recovered > RECOVERS_WITHIN)
    found.push(`no vuelve a estar como antes en ${RECOVERS_WITHIN} s`)
  if (minutes < STRICT_FROM_MINUTES) return found
  for (const { action, alone, many } of rows)
    if (many > allowedFor(alone))
      found.push(`${action}: p95 ${whole(many)} ms, más de ${ALLOWED.times} veces ${whole(alone)} ms`)
  if (memory.end > memory.half * GROWTH) found.push(`memoria: de ${whole(memory.half)} a ${whole(memory.end)} MB`)
  return found
}
