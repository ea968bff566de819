/** `bulto map` at a console and without one (R408); nothing is kept here, and no shop is opened. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runBulto } from './run.ts'
import type { Terminal } from './terminal.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulto-map-'))
  const rows = [
    'Código;Descripción;Marca;Lista 1;Lista 2;Pasillo',
    '01;Oso;Tuki;10,00;9,00;norte',
    '02;Pato;Tuki;20,00;dos;sur',
    '',
  ]
  await writeFile(join(folder, 'a.csv'), rows.join('\n'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A console whose person gives these answers; without them there is nobody. */
function consoleOf(answers: string[] | null) {
  const lines: string[] = []
  const terminal: Terminal = {
    print: (line = '') => void lines.push(line),
    note: (line) => void lines.push(line),
    progress: { show: () => {}, clear: () => {} },
    ask: async () => (answers === null ? null : (answers.shift() ?? expect.fail('one question too many'))),
    readPipedLine: async () => '',
    env: {},
  }
  return { terminal, text: () => lines.join('\n') }
}
const saved = async () => JSON.parse(await readFile(join(folder, 'mapeo.json'), 'utf8'))
const map = (terminal: Terminal, ...options: string[]) =>
  runBulto(['map', folder, '--dry-run', '--save', join(folder, 'mapeo.json'), ...options], terminal)

test('asks what is not certain, shows rows and what is refused, and writes the mapping that was agreed to', async () => {
  // The first list is the base, the other one is a list, too; then a field is looked at again, and all is well.
  const { terminal, text } = consoleOf(['1', '2', 'articulos.ean_art', '1', 's'])
  expect(await map(terminal)).toBe(0)
  expect(text()).toContain('¿Qué columna de a.csv es el precio de lista')
  expect(text()).toContain('MAL: «dos» no es un número con coma decimal')
  expect(text()).toMatch(/01\s+Oso/)
  expect(text()).toMatch(/^ {2}Columnas que no se leen: Pasillo$/m)
  const { listas } = await saved()
  expect(listas.map(({ lista }: { lista: string }) => lista)).toContain('precios_listas')
})

test('without a person questions are told with their answers, and nothing is written', async () => {
  const { terminal, text } = consoleOf(null)
  expect(await map(terminal)).toBe(1)
  expect(text()).toContain('precios.PRECIO_LPI')
  await expect(saved()).rejects.toThrow('ENOENT')
  const answered = consoleOf(null)
  await writeFile(join(folder, 'r.json'), '{"precios.PRECIO_LPI":"Lista 2","precios.otras":"no"}')
  expect(await map(answered.terminal, '--answers', join(folder, 'r.json'))).toBe(0)
  const { listas } = await saved()
  expect(listas.find(({ lista }: { lista: string }) => lista === 'precios').columnas.PRECIO_LPI.columna).toBe('Lista 2')
})

test('a mapping that somebody wrote is tried on the files, and one that is not readable says why', async () => {
  const file = join(folder, 'otro.json')
  await writeFile(file, '{"version":1,"archivos":{},"listas":[{"lista":"nada","archivo":"a","columnas":{}}]}')
  const { terminal, text } = consoleOf(null)
  expect(await map(terminal, '--use', file)).toBe(1)
  expect(text()).toContain('«nada» no es una lista de la tienda')
})

test('a mapping of other files says which it looks for, which there are, and what to try instead', async () => {
  const file = join(folder, '..', `${basename(folder)}.json`)
  const mapping = await readFile(join(import.meta.dirname, '../../docs/recetas/mapeos/programa-propio.json'), 'utf8')
  await writeFile(file, mapping)
  const { terminal, text } = consoleOf(null)
  expect(await map(terminal, '--use', file)).toBe(1)
  await rm(file)
  expect(text()).toContain('Busca: ARTIC.TXT, CLIENTES.TXT, MARCAS.TXT')
  expect(text()).toContain('Hay: a.csv')
  expect(text()).toContain('Pruebe sin --use')
})

test('what has no proposal is told, also where all proposals are taken', async () => {
  const clients = ['Ficha;Razón social;CUIT', 'C00001;Uno SA;30-71000001-6', 'C00002;Dos SA;30-71000002-4', '']
  await writeFile(join(folder, 'clientes.csv'), clients.join('\n'))
  const { terminal, text } = consoleOf(null)
  expect(await map(terminal, '--yes')).toBe(1)
  expect(text()).toContain('Quedan preguntas sin responder')
  expect(text()).toContain('- clientes.CODIGO_CLI: ')
  expect(text()).not.toContain('- precios.PRECIO_LPI: ')

  // Codes under the name of what they stand for: that is proposed.
  await writeFile(join(folder, 'clientes.csv'), clients.join('\n').replace('Ficha', 'Cliente'))
  const proposed = consoleOf(null)
  expect(await map(proposed.terminal, '--yes')).toBe(0)
  expect(proposed.text()).toContain('Código ← Cliente')
})

test('one row is one row', async () => {
  await writeFile(join(folder, 'a.csv'), 'Código;Descripción;Marca;Precio\n01;Oso;Tuki;10,00\n')
  const { terminal, text } = consoleOf(null)
  expect(await map(terminal, '--yes')).toBe(0)
  expect(text()).toContain('de a.csv: 1 fila\n')
})
