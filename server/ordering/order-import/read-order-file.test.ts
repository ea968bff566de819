import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { IMPORT_MAX_ROWS } from '../../../contract/order-import.ts'
import { workbook, zip } from '../../test/workbook.ts'
import { readOrderFile as readFor } from './read-order-file.service.ts'

const readOrderFile = (bytes: Buffer) => readFor(bytes, { key: 1 })

const row = ['30-71234567-1', '1', '00123', '12', '1.234,50', 'ñandú']
const refusalOf = (bytes: Buffer) =>
  readOrderFile(bytes).then(
    () => undefined,
    (error: { code: string; message: string }) => [error.code, error.message],
  )

test.each([
  ['UTF-8 with ;', Buffer.from(`${row.join(';')}\r\n`)],
  ['Windows-1252 with ;', Buffer.from(`${row.join(';')}\r\n`, 'latin1')],
  ['commas, quotes and an open end', Buffer.from(row.map((cell) => `"${cell}"`).join(','))],
  ['a mark at the beginning', Buffer.from(`\ufeff${row.join(';')}\n`)],
])('a CSV in %s is read', async (_, bytes) => {
  expect(await readOrderFile(bytes)).toMatchObject([{ rows: [{ row: 1, cells: row }] }])
})

test('a workbook is read with its row numbers, numbers as numbers', async () => {
  const bytes = await writeXlsx({
    sheets: [{ name: 'a', rows: [['CUIT'], [], [30712345671, 1, '00123', 12, 1234.5, 'x', 'más allá']] }],
  })
  expect(await readOrderFile(Buffer.from(bytes))).toMatchObject([
    {
      name: 'a',
      rows: [{ row: 1 }, { row: 3, cells: [30712345671, 1, '00123', 12, 1234.5, 'x', 'más allá'] }],
    },
  ])
})

test.each(['9999999999', '1048577', '-1', '0'])(
  'a row that says it is number %s is damage or no number',
  async (number) => {
    const bytes = workbook(`<row r="${number}"><c r="A1" t="inlineStr"><is><t>x</t></is></c></row>`)
    const read = await readOrderFile(bytes).catch((error: { code: string }) => error.code)
    if (read !== 'MALFORMED') expect(read).toMatchObject([{ rows: [{ row: 1 }] }])
  },
)

const container = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(2_000)])
const zeros = (bytes: number) => ({ name: 'xl/media/a.bin', data: Buffer.alloc(bytes) })
const tiny = '<row><c><v>1</v></c></row>'

test.each<[string, () => Buffer, string, string]>([
  ['a bomb of 200 MB in 200 KB', () => workbook(tiny, [zeros(200 * 2 ** 20)]), 'TOO_LARGE', 'demasiado grande'],
  [
    'a bomb of many parts',
    () =>
      workbook(
        tiny,
        Array.from({ length: 300 }, (_, n) => ({ name: `xl/${n}`, data: '' })),
      ),
    'TOO_LARGE',
    'demasiado grande',
  ],
  ['a million rows', () => workbook(tiny.repeat(1_000_000)), 'TOO_LARGE', 'demasiado grande'],
  ['half a million rows', () => workbook(tiny.repeat(500_000)), 'TOO_LARGE', 'La planilla'],
  [
    'a million shared texts',
    () =>
      workbook(tiny, [{ name: 'xl/sharedStrings.xml', data: `<sst>${'<si><t>a</t></si>'.repeat(1_000_000)}</sst>` }]),
    'TOO_LARGE',
    'demasiado grande',
  ],
  ['a row of two million attributes', () => workbook(`<row ${'a="1" '.repeat(2e6)}/>`), 'TOO_LARGE', 'grande'],
  ['a CSV of four million rows', () => Buffer.from('1\n'.repeat(4_000_000)), 'TOO_LARGE', 'más de'],
  ['a CSV of eight million cells', () => Buffer.from(';'.repeat(8_000_000)), 'TOO_LARGE', 'demasiadas columnas'],
  ['a CSV of 20 MB', () => Buffer.from('x'.repeat(20_000_000)), 'TOO_LARGE', 'demasiado grande'],
  ['a password by ZIP', () => zip([{ name: 'a', data: 'x', encrypted: true }]), 'MALFORMED', 'contraseña'],
  [
    'a password by Excel',
    () => Buffer.concat([container, Buffer.from('EncryptedPackage', 'utf16le')]),
    'MALFORMED',
    'contraseña',
  ],
  ['an old Excel file', () => container, 'WRONG_TYPE', '.xls no se admiten'],
  ['a web page called .xls', () => Buffer.from('\n<html><table>'), 'WRONG_TYPE', '.xls no se admiten'],
  ['a cut PDF', () => Buffer.from('%PDF-1.7\nuno;dos'), 'MALFORMED', 'El PDF está cortado'],
  ['a picture', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), 'WRONG_TYPE', 'planilla de Excel'],
  ['a document of another program', () => zip([{ name: 'mimetype', data: 'x' }]), 'MALFORMED', 'No es una planilla'],
  ['a cut workbook', () => workbook(tiny).subarray(0, -30), 'MALFORMED', 'dañada o cortada'],
  ['an empty file', () => Buffer.alloc(0), 'MALFORMED', 'vacía'],
])('%s is refused with a clear word', async (_, bytes, code, message) => {
  expect(await refusalOf(bytes())).toEqual([code, expect.stringContaining(message)])
})

test('rows beyond what may be imported are not read', async () => {
  const lines = `${row.join(';')}\n`.repeat(IMPORT_MAX_ROWS)
  const [sheet] = await readOrderFile(Buffer.from(`CUIT\n${lines}`))
  expect(sheet?.rows).toHaveLength(IMPORT_MAX_ROWS + 1)
  expect(await refusalOf(Buffer.from(lines.repeat(2)))).toEqual(['TOO_LARGE', expect.any(String)])
})
