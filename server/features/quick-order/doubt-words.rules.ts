/** What is said to the user of a part of a text that is no line of the order: pure. */
import type { Doubt, NoOrder } from './quick-order.types.ts'

const questions: Readonly<Record<Exclude<Doubt, 'unknownCode'>, string>> = {
  noCode: 'No dice el código del artículo',
  severalArticles: 'Puede ser más de un artículo: elija cuál',
  noQuantity: 'Falta la cantidad',
  unclearQuantity: 'No es seguro cuál es la cantidad',
  unsurePack: 'No es seguro cuántas unidades son: indique la cantidad en unidades',
  maybePrice: 'El número puede ser un precio: indique la cantidad',
  maybeDescription: 'El número puede ser parte del nombre: indique la cantidad',
  inWords: 'Dice algo que puede cambiar el pedido: confirme el artículo y la cantidad',
  repeated: 'El artículo está más de una vez en el texto: agregue el renglón que vale',
}

const others: Readonly<Record<NoOrder, string>> = {
  notALine: 'No es un renglón',
  noQuantity: 'Sin cantidad: no se pide',
  tooLong: 'Es demasiado largo para un renglón: sepárelo en varios',
}

/** The reason of a question; `word` is what was typed as a code. */
export const whyAsked = (doubt: Doubt, word: string): string =>
  doubt === 'unknownCode' ? `No existe el código ${word}` : questions[doubt]

export const whyNoLine = (doubt: NoOrder): string => others[doubt]
