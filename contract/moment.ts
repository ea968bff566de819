/** Moments as they are typed: of promotions (R358) and of prices that begin (R359). */
import * as z from 'zod/mini'
import { isDay } from './wire.ts'

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:T([01]\d|2[0-3]):[0-5]\d)?$/

/** A day yyyy-mm-dd in Argentina, with an hour as in 2026-12-01T09:30 or without. `refused`: what is said of anything else. */
export const moment = (refused: string) =>
  z.string(refused).check(z.refine((text) => isDay(MOMENT.exec(text)?.[1] ?? ''), refused))
