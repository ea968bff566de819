/** The page about an export: docs/export.md, which each export has in it as LEEME.md. */
import { formatOf } from '../ports/erp/erp.ts'
import { columnsOfExport, exportedFiles, feedFiles, leftTables, pathOf } from './export-tables.headings.ts'
import { exportWords } from './export-words.headings.ts'

const INTRO = `# La exportación de una tienda

\`bulto export CARPETA\` escribe todo lo que la tienda tiene, para leerlo sin ella: tablas en CSV, y las
fotos y documentos con nombres que se entienden. La tienda sigue andando mientras tanto; lo escrito es lo
que había en un instante. La carpeta no debe existir, o debe estar vacía, y queda entera o no queda.

- **CSV**: texto UTF-8 con su marca, columnas separadas con punto y coma, títulos en la primera fila. Un
  texto con punto y coma, comillas o saltos de línea va entre comillas, y las comillas de adentro, dobles.
- **Números**: con coma decimal y sin puntos de miles; importes en pesos, porcentajes como \`10,5\`. Sí y
  no: 1 y 0. Vacío: no se sabe, o no hay.
- **Fechas**: \`2026-11-30\`; con hora \`2026-11-30T15:04:05.000Z\`, que es la hora universal: en Argentina,
  tres menos.
- **Códigos**: son textos, y los ceros a la izquierda cuentan. En una planilla, abra el archivo con
  'Obtener datos' y elija texto para esas columnas. Los textos están tal como se escribieron: con doble
  clic, la planilla tomaría por fórmula uno que empieza con \`=\`.

**Cuidado**: la carpeta dice todo de todos los clientes. Las contraseñas y las claves no están.

## Otra vez una tienda

Los archivos de la carpeta misma son los que \`bulto import\` lee: \`bulto init\`, \`bulto import CARPETA\` y
\`bulto photos CARPETA/fotos\` hacen en una carpeta de datos vacía otra tienda con los mismos artículos,
precios, listas, clientes, direcciones, árbol, descuentos por cantidad, cuentas y fotos. No vuelve por ese
camino lo demás de \`tienda/\`, que es para leer: usuarios (sus contraseñas no se exportan), pedidos,
carritos, listas guardadas, promociones, reglas, configuración. Para mudar la tienda entera a otra máquina
está \`bulto backup\`.

Lo que sale distinto:

- Vendedores, zonas, expresos, condiciones de IVA y listas que no estaban en uso vuelven en uso, porque
  otros los nombran. \`tienda/\` dice cuáles son (\`EN_USO\`): quite esas filas e importe de nuevo.
- Direcciones, descuentos por cantidad y precios de listas y de clientes que no estaban en uso no vuelven.
- Los clientes y las listas propios de la tienda no vuelven, ni la lista propia de un cliente, ni el
  nombre que los compradores dan a una sucursal.
- Marcas y categorías sin artículos no vuelven, las demás se numeran de nuevo, y 'por bulto' de una marca
  se elige otra vez.
- Las fotos cuyo código tiene un signo que un nombre de archivo no puede tener se cargan a mano.

## Fotos y documentos

| carpeta | nombres |
|---|---|
| \`fotos\` | \`CODIGO.jpg\` la primera foto del artículo, \`CODIGO_2.jpg\` la segunda; como se subió, sin recortar |
| \`certificados\` | el código del artículo |
| \`comprobantes\` | \`NUMERO\` de \`tienda/pedidos_comprobantes.csv\` |
| \`novedades\` | \`LUGAR\` de \`tienda/novedades.csv\`; \`banner\` |
| \`marca\` | \`logo\`, \`logo-oscuro\`, \`icono\` |

Un signo que un nombre de archivo no puede tener está como \`%2f\`. Si dos archivos se llamarían igual, el
segundo está en \`fotos-2\`.
`

/** A table of a file's columns. */
const columnsTable = (headings: readonly string[]): string =>
  [
    '| columna | contenido |',
    '|---|---|',
    ...headings.map((heading) => `| \`${heading}\` | ${exportWords[heading]} |`),
  ].join('\n')

/** The page as Markdown, in Spanish. */
export function exportPage(): string {
  const feed = feedFiles.map((table) => {
    const { file, columns } = formatOf(table)
    return `### ${file}.csv\n\n${columnsTable(Object.values(columns).map(({ heading }) => heading))}\n`
  })
  const tables = exportedFiles.map(([, table]) => {
    const headings = columnsOfExport(table).map(({ heading }) => heading)
    return `### ${pathOf(table)}\n\n${table.says}.\n\n${columnsTable(headings)}\n`
  })
  const left = leftTables.map(([name, why]) => `| \`${name}\` | ${why} |`)
  return [
    INTRO,
    '## Los archivos que se importan\n',
    'Qué acepta cada columna cuando se importa: `docs/erp.md`, en inglés.\n',
    ...feed,
    '## Las tablas de la tienda\n',
    ...tables,
    '## Lo que no se exporta\n',
    '| tabla | por qué |\n|---|---|',
    ...left,
    '',
  ].join('\n')
}
