/** The texts of questions, for the user. Pure. */
import { whyLost } from '../../codes/lost-codes.rules.ts'
import type { Doubt } from './text.types.ts'

const REASONS: Readonly<Record<Exclude<Doubt, 'unknownCode' | 'says'>, string>> = {
  noCode: 'No dice el código del artículo',
  severalArticles: 'Puede ser más de un artículo: elija cuál',
  otherName: 'El nombre escrito no es el del artículo de ese código',
  noQuantity: 'Falta la cantidad',
  saidAgain: 'Este artículo está más de una vez: indique cuántas unidades son en total',
  unclearQuantity: 'No es seguro cuál es la cantidad',
  unsurePack: 'No es seguro cuántas unidades son: indique la cantidad en unidades',
  maybePrice: 'El número puede ser un precio: indique la cantidad',
  maybeName: 'El número puede ser parte del nombre: indique la cantidad',
  unknownUnit: '¿Qué cuenta la unidad de estos renglones?',
  eitherColumn: '¿Qué columna tiene los códigos?',
  tooLong: 'Es demasiado largo para un renglón: sepárelo en varios',
}

/** The reason of a question; `word` is what was typed as a code, or the word that makes it doubtful. */
export function whyAsked(doubt: Doubt, word: string): string {
  if (doubt === 'unknownCode') return whyLost(word) ?? `No existe el código ${word}`
  if (doubt === 'says') return `Dice «${word}»: confirme el artículo y la cantidad`
  return REASONS[doubt]
}
