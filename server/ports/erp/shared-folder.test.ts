/** The folders that an ERP's own account uses, too: the rights of the named group on the files that the shop makes. */
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { folderLink } from './folder-link.ts'
import type { OutgoingClient } from './port.ts'
import { prepareShared, sharedWith } from './shared-folder.ts'
import { folderSource } from './sources.ts'

const client: OutgoingClient = {
  key: 'k',
  id: 12,
  erpId: null,
  businessName: 'Bazar',
  contactName: '',
  cuit: '',
  email: '',
  sellerId: null,
  saleCondition: 1,
  zoneId: null,
  vatConditionId: null,
  bonus: 0,
  address: null,
}
const never = new AbortController().signal
const windows = process.platform === 'win32'

/** Rights and group of everything below a folder, by name. */
async function rightsIn(root: string): Promise<Map<string, { mode: number; gid: number }>> {
  const rights = new Map<string, { mode: number; gid: number }>()
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const { mode, gid } = await stat(join(entry.parentPath, entry.name))
    rights.set(entry.name, { mode: mode & 0o7777, gid })
  }
  return rights
}

async function exchange(groupId: number | undefined) {
  const base = await mkdtemp(join(tmpdir(), 'bulto-shared-'))
  const root = join(base, 'erp')
  const umask = process.umask(0o077)
  try {
    const sharing = sharedWith(groupId)
    await prepareShared(root, sharing)
    await folderLink(root, 'json', { sharing }).sendClient(client, never)
    const source = folderSource(root, 1000, { settleMs: 0, sharing })
    await source.look(never)
    await writeFile(join(root, 'entrada', 'zonas.csv'), 'ID_ZON;DESCRIPCION_ZON\r\n1;Centro\r\n')
    await source.look(never)
    await (await source.look(never))?.finish?.(new Map(), { text: 'bien', json: {} })
    const rights = await rightsIn(base)
    const top = new Set(await readdir(root))
    return { rights, top }
  } finally {
    process.umask(umask)
    await rm(base, { recursive: true })
  }
}

const folders = ['entrada', 'ensayo', 'espera', 'fotos', 'hechos', 'rechazados', 'salida', 'respuestas', 'trabajo']

test.skipIf(windows)('belong to the group, which hands itself on, with the orders and reports in them', async () => {
  const gid = process.getgid?.() ?? 0
  const { rights, top } = await exchange(gid)
  expect([...top].sort()).toEqual([...folders].sort())
  for (const name of ['erp', ...folders]) expect([name, rights.get(name)]).toEqual([name, { mode: 0o2770, gid }])
  for (const name of ['alta-12.json', 'informe.txt'])
    expect([name, rights.get(name)]).toEqual([name, { mode: 0o660, gid }])
})

test.skipIf(windows)('are the shop’s alone without a group', async () => {
  const { rights } = await exchange(undefined)
  for (const [name, { mode }] of rights) expect([name, mode & 0o077]).toEqual([name, 0])
})

test.skipIf(windows)('a group is named by its name or number; one that is not there is told at start', () => {
  const read = (group: string) => readConfig({ ERP_FOLDER: '/srv/x', ERP_FOLDER_GROUP: group }).erp
  expect(read('4711')).toMatchObject({ groupId: 4711 })
  expect(() => read('no-hay-tal-grupo')).toThrow('ERP_FOLDER_GROUP: no existe el grupo «no-hay-tal-grupo»')
})
