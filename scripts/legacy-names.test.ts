import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/prepare.mjs'

/** Keys of settings (NOTIF_PED, CONTACTO_MAIL…) are values, the same everywhere, and not names of fields. */
const LEGACY_NAME = new RegExp(
  [
    String.raw`\b(?!(?:NOTIF_PED|FISCAL_IVA|PRECIOS_CON_IVA)\b)[A-Z][A-Z0-9_]*_(IO|ART|LPI|CLI|EXP|PED|PEDI|USU|VC|ZON|CP|CDV|PRV|IVA|IC)\b`,
    String.raw`\b(ID|CP|DIRECCION|IDPRV|LOCALIDAD|ALTURA|PISO)_DIR\b`,
    String.raw`\bID_PROVINCIA\b`,
    String.raw`\b(codigo|descrip|alias)_art\b|\bid_ic\b`,
    String.raw`\b(UXB|IDMarca|IDCategoria|IDSubcategoria|OrdenMarca|OrdenCategoria|OrdenSubcategoria)\b`,
    String.raw`\b(cantPaginas|numImg|idven|idart|idusu|idexp|iddir|codigosInexistentes|crearCliente)\b`,
  ].join('|'),
  'g',
)
/** Where legacy names may be used: the wire, the ERP's files, headings of sheets, and tests that play the other side. */
const SPOKEN = [
  /^contract\//,
  /^server\/ports\/erp\//,
  /\.headings\.ts$/,
  /\.test\.tsx?$/,
  // What clients paste out of their own programs.
  /\/sample-texts\//,
  /^(e2e|bench|testkit|server\/test)\//,
]
const TREES = ['contract', 'engine', 'server', 'web', 'scripts', 'bench', 'e2e', 'testkit']

function sourceFiles(): string[] {
  return TREES.flatMap((tree) =>
    readdirSync(join(root, tree), { recursive: true, encoding: 'utf8' })
      .map((file) => `${tree}/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.(ts|tsx|mjs|css|html|eta)$/.test(file)),
  )
}

/** Names of a field as the contract declares them: `clean: ['wire', schema, 'also']`. */
const FIELD = /(\w+): \[\s*'(\w+)',(?:[^[\]]*?,\s*'(\w+)'\])?/g
/** A field that a refusal names, in any of the ways to throw one. */
const REFUSED_FIELD = /(?:\bfield: |\b(?:wrongField|refuseField)\(\s*)['`]([\w.]+)/g

/** Names that only the wire has: no field has such a name in the code. */
function wireOnlyNames(): Set<string> {
  const fields = sourceFiles()
    .filter((file) => /^contract\/[^.]+\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(FIELD)])
  const clean = new Set(fields.map(([, name]) => name))
  return new Set(fields.flatMap(([, , wire = '', also = wire]) => [wire, also]).filter((name) => !clean.has(name)))
}
const refusedFieldsOf = (text: string): string[] =>
  [...text.matchAll(REFUSED_FIELD)].flatMap(([, field = '']) => field.split('.'))

const legacyNamesOf = (file: string): string[] => readFileSync(join(root, file), 'utf8').match(LEGACY_NAME) ?? []

test('legacy names stay where the legacy world is spoken to', () => {
  const strays = sourceFiles()
    .filter((file) => !SPOKEN.some((place) => place.test(file)))
    .flatMap((file) => [...new Set(legacyNamesOf(file))].map((name) => `${file}: ${name}`))
  expect(strays).toEqual([])
})

test('the search knows the names that the contract declares', () => {
  const known = new Set(
    sourceFiles()
      .filter((file) => file.startsWith('contract/'))
      .flatMap(legacyNamesOf),
  )
  expect([...known]).toEqual(
    expect.arrayContaining([
      'IDART_IO',
      'PRECIO_LPI',
      'NUMERO_PED',
      'CANTIDAD_PEDI',
      'IDPRV_DIR',
      'UXB',
      'cantPaginas',
    ]),
  )
  expect('DATA_DIR DATABASE_URL NOTIF_PED'.match(LEGACY_NAME)).toBeNull()
})

test('use cases refuse fields by their clean names: `route()` puts them on the wire', () => {
  const names = wireOnlyNames()
  const strays = sourceFiles()
    .filter((file) => /^server\/.*\.(service|rules|queries|routes)\.ts$/.test(file))
    .flatMap((file) => {
      const fields = refusedFieldsOf(readFileSync(join(root, file), 'utf8'))
      return fields.filter((field) => names.has(field)).map((field) => `${file}: ${field}`)
    })
  expect(strays).toEqual([])
  expect([...names]).toEqual(expect.arrayContaining(['razonSocial', 'contra', 'idexp', 'bodell', 'cantidad']))
  const text = "wrongField('contra', weak); push({ field: 'bodell.iva' }); wrongField(\n'zona'"
  expect(refusedFieldsOf(text)).toEqual(['contra', 'bodell', 'iva', 'zona'])
})
