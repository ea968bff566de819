/** `bulto end-drill` */
import { drillSince, endDrill } from '../db/drill.ts'
import { countJobs } from '../jobs/jobs.queries.ts'
import { type Command, CommandError, exitCodes } from './command.ts'
import { withShop } from './with-shop.ts'

export const endDrillCommand: Command = {
  summary: 'Termina un simulacro: desde entonces la tienda manda de verdad.',
  options: { yes: { help: 'No pregunta' } },
  notes: [
    'Para la tienda que «bulto restore --drill» restauró y que va a atender en lugar de la perdida.',
    'Lo que esperaba (correos, pedidos para el ERP, avisos) sale cuando la tienda anda; reiníciela después.',
  ],
  async run({ switches }, terminal) {
    await withShop(terminal, async ({ db }) => {
      if ((await drillSince(db.kysely)) === null) throw new CommandError('La tienda no es un simulacro')
      const counts = await countJobs(db.kysely)
      const waiting = counts.filter(({ state }) => state !== 'dead').reduce((sum, { count }) => sum + Number(count), 0)
      terminal.note(`Esperan ${waiting} envíos y tareas; saldrán de verdad, con sus direcciones de entonces.`)
      if (!switches.has('yes')) {
        const answer = await terminal.ask('¿Terminar el simulacro? Escriba «sí»')
        if (answer === null) throw new CommandError('No se cambió nada. Sin consola, repita con --yes')
        if (!/^s[ií]$/i.test(answer)) throw new CommandError('No se cambió nada.')
      }
      await endDrill(db.kysely)
    })
    terminal.print('El simulacro terminó. Reinicie la tienda.')
    return exitCodes.done
  },
}
