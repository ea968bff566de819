/** The ERP's page with a folder for an ERP: what came in, what it refused, what was given up, what would come; and webhooks. */
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { ADMIN, type Erp, test } from './support/erp-shop.ts'
import { beginSignedIn, expect, pricedRows } from './support/test.ts'

const CLIENT = 1

test.use({ file: 'erp', signedIn: false })
// All tests share one folder.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const put = ({ folder }: Erp, name: string, ...rows: string[]) =>
  writeFile(join(folder, name), rows.map((row) => `${row}\r\n`).join(''))
const section = (page: Page, name: RegExp | string) => page.getByRole('region', { name })
/** Files that left for the ERP, once there is one of that name. */
const sent = ({ folder }: Erp, name: RegExp) =>
  expect
    .poll(async () => (await readdir(join(folder, 'salida')).catch(() => [])).find((file) => name.test(file)) ?? '', {
      timeout: 30_000,
    })
    .toMatch(name)

async function placeOrder(api: APIRequestContext): Promise<number> {
  const [article] = await pricedRows(api)
  const data = { id: null, idart: article?.IDART_IO, cantidad: 1, obs: '', idcli: CLIENT }
  expect((await api.post('/api/pedidos/itemsCarrito', { data })).ok()).toBe(true)
  const made = await api.post(`/api/pedidos/productos/pedido?idcli=${CLIENT}&dir=0&obs=&cond=-1`)
  expect(made.ok(), await made.text()).toBe(true)
  return (await made.json()).IDCON_PED
}

test('what came in, what the ERP refused and what was given up are seen, and tried again', async ({ admin, erp }) => {
  const { page, api } = admin
  await page.goto('/admin/erp')
  await expect(page.getByText('No hay tareas detenidas')).toBeVisible()
  await expect(page.getByText('Todavía no se importó nada del ERP')).toBeVisible()

  const zones: { ID_ZON: number; DESCRIPCION_ZON: string }[] = await (await api.get('/api/auth/zonas')).json()
  const rows = [...zones, { ID_ZON: 900, DESCRIPCION_ZON: 'Puna' }]
  await put(
    erp,
    'entrada/zonas.csv',
    'ID_ZON;DESCRIPCION_ZON',
    ...rows.map((zone) => `${zone.ID_ZON};${zone.DESCRIPCION_ZON}`),
  )
  await put(erp, 'entrada/vendedores.csv', 'ID_VC;DESCRIP_VC', '1;Ana', 'x;Eva')
  const order = await placeOrder(api)
  const user = {
    cuit: '27-23456789-1',
    email: 'nueva@jugueteria.example',
    contra: 'tres tristes tigres',
    tipo: 'cliente',
    nombre: 'Luz',
    apellido: 'Paz',
    razonSocial: 'Juguetería Nueva',
    telefono: '',
    celular: '',
    idcli: null,
    obs: '',
    idven: null,
    activo: 1,
    direccion: 'Mitre 20',
    provincia: 9,
    ciudad: 'Salta',
    idexp: 1,
    zona: 1,
    habilitado: 0,
    crearCliente: 1,
  }
  const created = await api.post('/api/usuarios', { data: user })
  expect(created.ok(), await created.text()).toBe(true)
  await sent(erp, new RegExp(`^pedido-${order}\\.json$`))
  await sent(erp, /^alta-\d+\.json$/)
  const [, clientId] = /alta-(\d+)/.exec((await readdir(join(erp.folder, 'salida'))).join()) ?? []
  await put(
    erp,
    'respuestas/entrada/respuestas-1.csv',
    'IDCON_PED;ESTADO;NUMERO_PED;MOTIVO',
    `${order};rechazado;;Cliente bloqueado`,
  )
  await put(
    erp,
    'respuestas/entrada/respuestas_clientes-1.csv',
    'IDCLI_WEB;ESTADO;ID_CLI;MOTIVO',
    `${clientId};rechazado;;CUIT repetido`,
  )

  const tasks = section(page, /^Tareas detenidas/)
  const imports = section(page, /^Importaciones del ERP/)
  await expect(async () => {
    await page.reload()
    await expect(tasks).toContainText('El ERP lo rechazó: CUIT repetido', { timeout: 2_000 })
    await expect(imports).toContainText('vendedores.csv: RECHAZADO', { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await expect(imports).toContainText('zonas.csv: importado. Leídas')
  await expect(imports.getByText('rechazada', { exact: true })).toBeVisible()
  await expect(imports).toContainText('fila 3, columna ID_VC')
  // The office's first screen says so, and leads here.
  await page.goto('/admin')
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('La tienda no tomó datos del ERP')
  await expect(page.getByText('vendedores.csv: RECHAZADO, quedó como estaba.')).toBeVisible()
  await page.getByRole('link', { name: 'Ver ERP y tareas' }).click()
  await expect(page).toHaveURL(/\/admin\/erp$/)

  await tasks.getByRole('button', { name: `Reintentar Envío al ERP del cliente ${clientId}` }).click()
  await expect(page.getByText('Se vuelve a intentar')).toBeVisible()
  await expect(page.getByText('No hay tareas detenidas')).toBeVisible()

  await page.goto('/admin/pedidos')
  await page.getByRole('tab', { name: 'Historicos' }).click()
  await expect(page.getByText('Cliente bloqueado')).toBeVisible()
  await page.getByRole('button', { name: `Reintentar el envío del pedido ${order}` }).click()
  await expect(page.getByText('Cliente bloqueado')).toHaveCount(0)
})

test('a trial tells what would change and which rows are wrong, and leaves it there', async ({ admin, erp }) => {
  const { page } = admin
  await page.goto('/admin/erp')
  const trial = section(page, 'Ensayo')
  await trial.getByRole('button', { name: 'Probar' }).click()
  await expect(trial).toContainText('No se pudo ensayar')
  await put(erp, 'ensayo/expresos.csv', 'ID_EXP;NOMBRE_EXP', '800;El rápido', '801;El veloz', '802;')
  await put(erp, 'ensayo/precios.csv', 'ID_ART;PRECIO_LPI', '1;10,50', '999999;1', '1.5;3')
  await trial.getByRole('button', { name: 'Probar' }).click()
  await expect(trial).toContainText('Esto cambiaría')
  const row = (file: string) => trial.getByRole('row').filter({ hasText: file })
  await expect(row('expresos.csv')).toContainText('se rechazaría')
  await expect(trial).toContainText('fila 4, columna NOMBRE_EXP')
  expect((await readdir(join(erp.folder, 'ensayo'))).sort()).toEqual(['expresos.csv', 'precios.csv'])
})

test('a webhook is added, tried and told of an order; its secret is seen once', async ({ admin, erp }) => {
  const { page, api } = admin
  await page.goto('/admin/configuracion')
  const hooks = section(page, 'Webhooks')
  await expect(hooks).toContainText('Todavía no se avisa a ningún sistema')
  await hooks.getByRole('button', { name: 'Agregar webhook' }).click()
  const drawer = page.getByRole('dialog', { name: 'Nuevo webhook' })
  await drawer.getByLabel('Dirección').fill('http://adentro.example/')
  await drawer.getByRole('button', { name: 'Guardar' }).click()
  await expect(drawer.getByLabel('Dirección')).toHaveAccessibleDescription(/empiece con https/)
  await drawer.getByLabel('Dirección').fill(`${erp.receiver.url}/avisos`)
  await drawer.getByRole('button', { name: 'Guardar' }).click()
  const secretDialog = page.getByRole('dialog', { name: 'Secreto del webhook' })
  await expect(secretDialog.getByLabel('Secreto')).toHaveValue(/^whsec_/)
  const secret = await secretDialog.getByLabel('Secreto').inputValue()
  await secretDialog.getByRole('button', { name: 'Listo' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await hooks.getByRole('button', { name: /^Probar/ }).click()
  await expect(hooks.getByRole('status')).toContainText('Lo recibió')
  await expect(hooks.getByRole('status')).toContainText('Recibido')
  const order = await placeOrder(api)
  const notices = () => erp.receiver.requests.map(({ body }) => JSON.parse(body))
  await expect
    .poll(() => notices().map(({ evento, datos }) => [evento, datos.IDCON_PED]), { timeout: 20_000 })
    .toEqual([
      ['prueba', undefined],
      ['pedido.creado', order],
    ])

  await hooks.getByRole('button', { name: /^Editar/ }).click()
  const editing = page.getByRole('dialog', { name: 'Editar webhook' })
  await editing.getByLabel('Activo').uncheck()
  await editing.getByRole('button', { name: 'Guardar' }).click()
  await expect(hooks).toContainText('En pausa')
  expect(await page.content()).not.toContain(secret)
  await hooks.getByRole('button', { name: /^Quitar/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(hooks).toContainText('Todavía no se avisa a ningún sistema')
})

test('nobody but an admin gets there', async ({ context, shop, page }) => {
  await beginSignedIn(context, shop, { ...ADMIN, cuit: '20222222223' })
  await page.goto('/admin/erp')
  await expect(page).not.toHaveURL(/\/admin/)
})
