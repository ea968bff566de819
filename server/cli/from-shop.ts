/** `bulto from-shop DIR NEW-DIR` */
import { convertShop, fromShopText } from '../from-shop/from-shop.service.ts'
import { pushWire } from '../ports/erp/push-wire.ts'
import { type Command, CommandError, exitCodes } from './command.ts'
import { secondsSince } from './with-shop.ts'

export const fromShop: Command = {
  summary: 'Convierte la exportación de WooCommerce, Tiendanube, Shopify o PrestaShop en archivos para «bulto import».',
  args: ['CARPETA', 'CARPETA-NUEVA'],
  options: {
    brand: { value: 'MARCA', help: 'Marca de los artículos que no tienen; sin esta opción, «Sin marca»' },
    'without-vat': { value: 'PORCENTAJE', help: 'Los precios de la tienda llevan este IVA (21): se escriben sin él' },
    partial: { help: 'Deja afuera las filas dañadas y toma las demás' },
  },
  notes: [
    'CARPETA tiene los .csv como los dio la tienda; qué tienda es se reconoce por sus títulos.',
    'En CARPETA-NUEVA quedan los archivos que «bulto import» toma, direcciones_anteriores.csv, fotos.csv para',
    '«bulto photos», e informe.txt con lo que se tomó, lo que no y por qué. No toca la tienda ni la carpeta leída.',
    'Código de salida: 0 si se escribió, 1 si no, o si --partial dejó filas dañadas afuera.',
  ],
  async run({ args: [from = '', to = ''], values, switches }, terminal) {
    const started = performance.now()
    const brand = values.brand?.trim() ?? 'Sin marca'
    if (brand === '' || brand.length > 100) throw new CommandError('--brand debe tener de 1 a 100 caracteres')
    const report = await convertShop({
      from,
      to,
      wire: pushWire,
      brand,
      vat: readVat(values['without-vat']),
      partial: switches.has('partial'),
    })
    terminal.print(fromShopText(report, SHOWN_REMARKS).replaceAll('\r\n', '\n').trimEnd())
    terminal.print()
    terminal.print(`Listo en ${secondsSince(started)}. Mire los archivos de ${to} con una planilla, y después:`)
    terminal.print(`  bulto import ${to} --dry-run`)
    return report.damaged.length > 0 ? exitCodes.failed : exitCodes.done
  },
}

/** More than a screen holds would hide what comes first. */
const SHOWN_REMARKS = 20

/** Hundredths of a percent; null: the option is not given. */
function readVat(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^\d{1,2}([.,]\d{1,2})?$/.test(text) || Number(text.replace(',', '.')) === 0)
    throw new CommandError('--without-vat debe ser un porcentaje, por ejemplo 21 o 10,5')
  return Math.round(Number(text.replace(',', '.')) * 100)
}
