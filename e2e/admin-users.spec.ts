/** The administration of users in a browser: who gets in, and every way a user is made, changed and enabled. */
import type { APIRequestContext, Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { beginSignedIn, expect, type RunningShop, test as shopTest, withoutNews } from './support/test.ts'

const PASSWORD = 'bulto-demo-2026'
/** CUIT of a company in the offline registry whose fiscal address differs from the legal one. */
const KNOWN_TO_REGISTRY = '30-79000002-8'

interface Admin {
  page: Page
  api: APIRequestContext
}

/** A browser and an API context of the demo shop's admin. */
const test = shopTest.extend<{ admin: Admin }>({
  admin: async ({ context, shop, page, playwright }, use) => {
    const user = await beginSignedIn(context, shop, { cuit: '20111111112', password: PASSWORD, clientId: -1 })
    const extraHTTPHeaders = { authorization: `Bearer ${user.accessToken}` }
    const api = await playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders })
    await use({ page, api })
    await api.dispose()
  },
})
test.use({ shopKind: 'muestra', signedIn: false })

const used = new Set<string>()

/** A CUIT with its right check digit that no other test of this worker has. */
function freshCuit(): string {
  for (;;) {
    const body = `20${String(10_000_000 + Math.floor(Math.random() * 60_000_000))}`
    const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at < 4 ? 5 - at : 11 - at), 0)
    const check = (11 - (sum % 11)) % 11
    const cuit = `${body}${check}`
    if (check < 10 && !used.has(cuit)) {
      used.add(cuit)
      return cuit
    }
  }
}

const form = (page: Page) => page.getByRole('dialog', { name: /usuario$/ })
const field = (page: Page, label: string) => form(page).getByLabel(label)
const save = (page: Page) => form(page).getByRole('button', { name: 'Guardar' }).click()

interface NewUser {
  cuit?: string
  email?: string
  razonSocial?: string
}

/** Makes a user through the API, with all required fields. */
async function makeUser({ api }: Admin, { cuit = freshCuit(), ...rest }: NewUser & Record<string, unknown> = {}) {
  const [zone] = await (await api.get('/api/auth/zonas')).json()
  const body = {
    cuit,
    email: `${cuit}@ejemplo.com.ar`,
    contra: 'tren-de-madera',
    nombre: `Nombre ${cuit}`,
    razonSocial: `Juguetes ${cuit}`,
    idexp: 1,
    zona: zone.ID_ZON,
    direccion: 'San Martín 100',
    provincia: 12,
    ciudad: 'Rosario',
    tipo: 'cliente',
    habilitado: 1,
    activo: 1,
    ...rest,
  }
  const answer = await api.post('/api/usuarios', { data: body })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { id } = await answer.json()
  return { ...body, id: id as number }
}

const storedUser = async ({ api }: Admin, id: number) => (await api.get(`/api/usuarios/${id}`)).json()

/** Fills in the required fields of a new user, except the CUIT. */
async function fillRest(page: Page, email: string): Promise<void> {
  await field(page, 'Email').fill(email)
  await field(page, 'Contraseña').fill('tren-de-madera')
  await field(page, 'Nombre').fill('Luz')
  await field(page, 'Zona').selectOption({ index: 1 })
}

/** Signing in through the API: the status of the answer. */
async function signInStatus(shop: RunningShop, api: APIRequestContext, cuit: string, password: string) {
  const data = { username: cuit, password }
  return (await api.post(`${shop.url}/api/auth/signin`, { data, headers: { authorization: '' } })).status()
}

test.describe('who gets in', () => {
  test.use({ signedIn: true })
  test('a client is led to the catalogue and finds no ADMIN in the menu', async ({ page, isMobile }) => {
    await withoutNews(page)
    await page.goto('/admin/usuarios')
    await expect(page).toHaveURL(/\/catalogo/)
    const menu = isMobile ? 'Cuenta' : /^Hola/
    await page.getByRole('button', { name: menu }).click()
    await expect(page.getByRole('link', { name: 'MIS PEDIDOS' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'ADMIN' })).toHaveCount(0)
  })
})

test('an admin gets there by the menu', { tag: '@phone' }, async ({ admin: { page }, isMobile }) => {
  await page.goto('/mis-pedidos')
  await page.getByRole('button', { name: isMobile ? 'Cuenta' : /^Hola/ }).click()
  await page.getByRole('link', { name: 'ADMIN' }).click()
  await expect(page.getByRole('heading', { name: 'Qué espera hoy' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Administración' })
  await expect(menu.getByRole('link', { name: 'INICIO' })).toHaveAttribute('aria-current', 'page')
  await menu.getByRole('link', { name: 'USUARIOS' }).click()
  await expect(page.getByRole('heading', { name: 'Usuarios', exact: true })).toBeVisible()
})

test.describe('creating', () => {
  test('the registry fills the form, and a client of the legacy system is made', async ({ admin, shop }) => {
    const { page, api } = admin
    const email = `trompo-${freshCuit()}@ejemplo.com.ar`
    await page.goto('/admin/usuarios')
    await page.getByRole('button', { name: 'Nuevo' }).click()
    await expect(field(page, 'CUIT')).toBeFocused()
    await field(page, 'CUIT').fill(KNOWN_TO_REGISTRY)
    await expect(field(page, 'Razón social')).toHaveValue('JUGUETERIA EL TROMPO SA')
    await expect(field(page, 'Dirección de entrega')).toHaveValue('AV RIVADAVIA 14250')
    await expect(field(page, 'Provincia')).toHaveValue('1')
    await fillRest(page, email)
    await field(page, 'Dar de alta el cliente').check()
    await expect(field(page, 'Condición de venta')).toHaveValue('1')
    await expect(field(page, 'Bonificación')).toHaveValue('0')
    await expect(field(page, 'Condición de IVA')).toHaveValue('1')
    await field(page, 'Bonificación').fill('5,5')
    await save(page)
    await expect(form(page)).toHaveCount(0)
    await expect(page.getByText('Usuario creado correctamente')).toBeVisible()
    await expect(page.getByRole('cell', { name: email })).toBeVisible()

    const [row] = await (await api.get('/api/usuarios/filtro', { params: { index: 0, n: email } })).json()
    expect(row).toMatchObject({ CUIT_USU: '30790000028', tipo: 'cliente', habilitado: 1, activo: 1 })
    const terms = await (await api.get(`/api/usuarios/bodell/${row.ID_USU}`)).json()
    expect(terms).toMatchObject({ condicion: 1, bonif: 5.5, iva: 1 })
    expect(await signInStatus(shop, api, '30790000028', 'tren-de-madera')).toBe(200)

    // The same CUIT again: its client exists by now, so the form does not offer to make one.
    await page.getByRole('button', { name: 'Nuevo' }).click()
    await field(page, 'CUIT').fill(KNOWN_TO_REGISTRY)
    await expect(form(page).getByText('Ya hay un usuario con este CUIT')).toBeVisible()
    await expect(form(page).getByRole('button', { name: 'Quitar el cliente vinculado' })).toBeVisible()
    await expect(field(page, 'Dar de alta el cliente')).toHaveCount(0)
  })

  test('with the registry away the form goes on', async ({ admin: { page, api } }) => {
    const cuit = freshCuit()
    await page.goto('/admin/usuarios?nuevo=1')
    await field(page, 'CUIT').fill(cuit)
    await expect(form(page).getByText('El padrón no responde; complete los datos a mano.')).toBeVisible()
    await field(page, 'Tipo de usuario').selectOption('vendedor')
    await expect(field(page, 'Dar de alta el cliente')).toHaveCount(0)
    await field(page, 'Razón social').fill('Vendedora Luz')
    await fillRest(page, `${cuit}@ejemplo.com.ar`)
    await field(page, 'Dirección de entrega').fill('Mitre 5')
    await field(page, 'Provincia').selectOption('Salta')
    await field(page, 'Ciudad').fill('Cafayate')
    await field(page, 'Vendedor').selectOption({ index: 1 })
    await save(page)
    await expect(page.getByText('Usuario creado correctamente')).toBeVisible()
    const [row] = await (await api.get('/api/usuarios/filtro', { params: { index: 0, n: cuit } })).json()
    const user = await (await api.get(`/api/usuarios/${row.ID_USU}`)).json()
    expect(user).toMatchObject({ tipo: 'vendedor', idcli: null, provincia: 9, ciudad: 'Cafayate' })
    expect(user.idven).toBeGreaterThan(0)
  })

  test('all that is wrong is told at once, and the first of it has the focus', async ({ admin: { page } }) => {
    await page.goto('/admin/usuarios?nuevo=1')
    await field(page, 'CUIT').fill('20-11111111-3')
    await save(page)
    const summary = form(page).getByRole('alert')
    await expect(summary.getByRole('listitem')).toHaveText([
      'CUIT: Debe ingresar un CUIT válido',
      'Razón social: Complete este campo',
      'Email: Debe ingresar un email válido',
      'Contraseña: Debe ingresar una contraseña válida: al menos 8 caracteres',
      'Nombre: Complete este campo',
      'Dirección de entrega: Complete este campo',
      'Provincia: Complete este campo',
      'Ciudad: Complete este campo',
      'Zona: Complete este campo',
    ])
    await expect(field(page, 'CUIT')).toBeFocused()
    await expect(field(page, 'Ciudad')).toHaveAccessibleDescription('Complete este campo')
    await field(page, 'Ciudad').fill('Rosario')
    await expect(field(page, 'Ciudad')).toHaveAttribute('aria-invalid', 'false')
    await summary.getByRole('link', { name: 'Zona' }).click()
    await expect(field(page, 'Zona')).toBeFocused()
  })

  test('a CUIT or mail in use is told, and nothing typed is lost', async ({ admin }) => {
    const { page } = admin
    const { email } = await makeUser(admin)
    await page.goto('/admin/usuarios?nuevo=1')
    await field(page, 'CUIT').fill(freshCuit())
    await field(page, 'Razón social').fill('Juguetes Repetidos')
    await fillRest(page, email)
    await field(page, 'Dirección de entrega').fill('Mitre 5')
    await field(page, 'Provincia').selectOption('Salta')
    await field(page, 'Ciudad').fill('Cafayate')
    await save(page)
    await expect(form(page).getByRole('alert')).toHaveText('EL CUIT y/o MAIL ya estan en uso')
    await expect(field(page, 'Razón social')).toHaveValue('Juguetes Repetidos')
  })
})

test.describe('editing', () => {
  test('CUIT and razón social are locked, the rest is saved and the form closes', async ({ admin }) => {
    const { page } = admin
    const user = await makeUser(admin)
    await page.goto(`/admin/usuarios?n=${user.cuit}`)
    await page.getByRole('button', { name: `Editar ${user.nombre}` }).click()
    await expect(field(page, 'CUIT')).toHaveAttribute('readonly')
    await expect(field(page, 'Razón social')).toHaveAttribute('readonly')
    await field(page, 'Apellido').fill('Quiroga')
    await field(page, 'Activo').uncheck()
    await save(page)
    await expect(form(page)).toHaveCount(0)
    await expect(page.getByText('Usuario guardado correctamente')).toBeVisible()
    await expect(page.getByText(`${user.nombre} Quiroga`, { exact: true })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`n=${user.cuit}$`))
    expect(await storedUser(admin, user.id)).toMatchObject({
      apellido: 'Quiroga',
      activo: 0,
      razonSocial: user.razonSocial,
      zona: user.zona,
    })
  })

  test('a client is linked by code or name, and an unknown one clears the link', async ({ admin }) => {
    const { page, api } = admin
    const [known] = await (await api.get('/api/usuarios/buscador/cliente', { params: { nom: '30700000016' } })).json()
    const user = await makeUser(admin)
    await page.goto(`/admin/usuarios?idusu=${user.id}`)
    const box = field(page, 'Cliente vinculado').and(page.getByRole('textbox'))
    await box.fill(known.codigo)
    await box.press('Enter')
    await expect(form(page).getByText(known.RAZONSOCIAL_CLI)).toBeVisible()
    await box.fill('nadie se llama asi')
    await form(page).getByRole('button', { name: 'Buscar cliente' }).click()
    await expect(form(page).getByText('No se encontro el cliente')).toBeVisible()
    await expect(form(page).getByText('Sin cliente vinculado.')).toBeVisible()
    await box.fill(known.RAZONSOCIAL_CLI)
    await box.press('Enter')
    const matches = form(page).getByRole('list', { name: 'Clientes encontrados' })
    const linked = form(page).getByRole('button', { name: 'Quitar el cliente vinculado' })
    await expect(matches.or(linked)).toBeVisible()
    if (await matches.isVisible()) await matches.getByRole('button', { name: known.RAZONSOCIAL_CLI }).first().click()
    await save(page)
    await expect(form(page)).toHaveCount(0)
    expect(await storedUser(admin, user.id)).toMatchObject({ idcli: known.ID_CLI, idven: null })

    // Staff have no client: the link goes with the type.
    await page.goto(`/admin/usuarios?idusu=${user.id}`)
    await field(page, 'Tipo de usuario').selectOption('supervisor')
    await expect(form(page).getByText('Cliente vinculado')).toHaveCount(0)
    await save(page)
    // Passwords of staff must be longer than those of clients.
    await expect(field(page, 'Contraseña')).toBeFocused()
    await field(page, 'Contraseña').fill('un trompo que gira')
    await save(page)
    // Another's password takes the admin's own again; without it nothing is saved, and the form stays.
    const own = page.getByRole('dialog', { name: 'Confirmar con su contraseña' })
    await own.getByRole('button', { name: 'Cancelar' }).click()
    await expect(form(page).getByText('Para este cambio escriba su contraseña')).toBeVisible()
    await save(page)
    await own.getByLabel('Su contraseña').fill('no es esta')
    await own.getByRole('button', { name: 'Confirmar' }).click()
    await expect(own.getByLabel('Su contraseña')).toHaveAccessibleDescription(/La contraseña no es correcta/)
    expect(await violations(page)).toEqual([])
    await own.getByLabel('Su contraseña').fill(PASSWORD)
    await own.getByRole('button', { name: 'Confirmar' }).click()
    await expect(form(page)).toHaveCount(0)
    expect(await storedUser(admin, user.id)).toMatchObject({ tipo: 'supervisor', idcli: null })
  })

  test('the terms of the linked client can be changed', async ({ admin }) => {
    const { page, api } = admin
    const user = await makeUser(admin, { crearCliente: 1 })
    await page.goto(`/admin/usuarios?idusu=${user.id}`)
    await field(page, 'Bonificación').fill('120')
    await save(page)
    await expect(field(page, 'Bonificación')).toBeFocused()
    await expect(field(page, 'Bonificación')).toHaveAccessibleDescription(/La bonificación va de 0 a 100/)
    await field(page, 'Bonificación').fill('7,25')
    await field(page, 'Condición de venta').selectOption('4')
    await save(page)
    await expect(form(page)).toHaveCount(0)
    const terms = await (await api.get(`/api/usuarios/bodell/${user.id}`)).json()
    expect(terms).toMatchObject({ condicion: 4, bonif: 7.25 })
  })
})

test.describe('changes that are not saved', () => {
  const question = (page: Page) => page.getByRole('dialog', { name: 'Hay cambios sin guardar' })
  const ways = [
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
    ['the button', (page: Page) => form(page).getByRole('button', { name: 'Cancelar' }).click()],
    ['Back', (page: Page) => page.evaluate(() => window.history.back())],
  ] as const
  for (const [name, close] of ways) {
    test(`${name} asks first`, async ({ admin }) => {
      const { page } = admin
      const user = await makeUser(admin)
      await page.goto(`/admin/usuarios?n=${user.cuit}`)
      await page.getByRole('button', { name: `Editar ${user.nombre}` }).click()
      await field(page, 'Apellido').fill('Quiroga')
      await close(page)
      await question(page).getByRole('button', { name: 'Seguir editando' }).click()
      await expect(field(page, 'Apellido')).toHaveValue('Quiroga')
      await close(page)
      await question(page).getByRole('button', { name: 'Descartar cambios' }).click()
      await expect(form(page)).toHaveCount(0)
      await expect(page).toHaveURL(new RegExp(`/admin/usuarios\\?n=${user.cuit}$`))
      expect(await storedUser(admin, user.id)).toMatchObject({ apellido: '' })
    })
  }

  test('without changes it closes at once, also with Back', async ({ admin }) => {
    const { page } = admin
    const user = await makeUser(admin)
    await page.goto(`/admin/usuarios?n=${user.cuit}`)
    const edit = page.getByRole('button', { name: `Editar ${user.nombre}` })
    await edit.click()
    await expect(field(page, 'Apellido')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(form(page)).toHaveCount(0)
    await edit.click()
    await expect(field(page, 'Apellido')).toBeVisible()
    await page.goBack()
    await expect(form(page)).toHaveCount(0)
    await expect(edit).toBeVisible()
  })

  test('a second Escape in a row leaves the form where it is', async ({ admin }) => {
    const { page } = admin
    const user = await makeUser(admin)
    await page.goto(`/admin/usuarios?idusu=${user.id}`)
    await field(page, 'Apellido').fill('Quiroga')
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question(page)).toHaveCount(0)
    await expect(field(page, 'Apellido')).toHaveValue('Quiroga')
    await expect(field(page, 'Apellido')).toBeVisible()
  })
})

test('filters narrow the list, stand in the address and page', async ({ admin }) => {
  const { page } = admin
  const mark = `lote${freshCuit()}`
  for (let made = 0; made < 27; made++) {
    await makeUser(admin, { nombre: mark, habilitado: made < 26 ? 1 : 0 })
  }
  await page.goto('/admin/usuarios')
  const bar = page.getByRole('search', { name: 'Buscar usuarios' })
  await bar.getByLabel('Nombre').fill(mark)
  await bar.getByRole('button', { name: 'Buscar' }).click()
  const rows = page.getByRole('button', { name: /^Editar/ })
  await expect(rows).toHaveCount(25)
  await expect(page.getByText('Pag. 1')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Anterior' })).toBeDisabled()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page.getByText('Pag. 2')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Siguiente' })).toBeDisabled()

  await bar.getByLabel('Habilitado').selectOption('No')
  await bar.getByRole('button', { name: 'Buscar' }).click()
  await expect(rows).toHaveCount(1)
  await expect(page.getByText('Pag. 1')).toBeVisible()
  await page.reload()
  await expect(rows).toHaveCount(1)
  await expect(bar.getByLabel('Nombre')).toHaveValue(mark)
  await bar.getByLabel('Tipo').selectOption('Admin')
  await bar.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('No hay usuarios para esta búsqueda')).toBeVisible()
  await page.goBack()
  await expect(rows).toHaveCount(1)
  // An address with a page after the last one shows the last page.
  await page.goto(`/admin/usuarios?n=${mark}&pag=3`)
  await expect(page.getByText('Pag. 2')).toBeVisible()
})

test.describe('the home', () => {
  test('a complete account is enabled with one click, and may sign in then', async ({ admin, shop }) => {
    const { page, api } = admin
    const user = await makeUser(admin, { habilitado: 0 })
    expect(await signInStatus(shop, api, user.cuit, user.contra)).toBe(403)
    await page.goto('/admin')
    await page.getByRole('button', { name: `Habilitar ${user.razonSocial}` }).click()
    const question = page.getByRole('dialog', { name: 'Habilitar usuario' })
    await expect(question).toContainText(user.email)
    await question.getByRole('button', { name: 'Habilitar' }).click()
    await expect(page.getByText('Usuario habilitado')).toBeVisible()
    await expect(page.getByRole('button', { name: `Habilitar ${user.razonSocial}` })).toHaveCount(0)
    expect(await signInStatus(shop, api, user.cuit, user.contra)).toBe(200)
  })

  test('a prospect lacks a zone: the dialog says so and asks for that alone', async ({ admin, shop, request }) => {
    const { page, api } = admin
    const cuit = freshCuit()
    const answer = await request.post('/api/auth/', {
      data: {
        email: `${cuit}@ejemplo.com.ar`,
        contra: 'tren-de-madera',
        confirmar: 'tren-de-madera',
        cuit,
        nombre: 'Prospecta',
        razonSocial: `Prospecta ${cuit}`,
        direccion: 'Mitre 5',
        provincia: 9,
        localidad: 'Salta',
        expreso: 1,
        terminos: 1,
      },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    await page.goto('/admin')
    const row = page.getByRole('row').filter({ hasText: `${cuit}@ejemplo.com.ar` })
    await expect(row).toContainText('sin verificar')
    await row.getByRole('button', { name: /^Habilitar/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Habilitar usuario' })
    await expect(dialog).toContainText('Antes complete lo que falta')
    await expect(dialog.getByLabel('Zona')).toBeFocused()
    await expect(dialog.getByLabel('Dirección de entrega')).toHaveCount(0)
    await expect(dialog.locator('select')).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Habilitar' }).click()
    await expect(dialog.getByLabel('Zona')).toHaveAccessibleDescription('Complete este campo')
    await dialog.getByLabel('Zona').selectOption({ index: 1 })
    // The client is made in the same step, with its seller and condition (R323).
    await dialog.getByLabel('Dar de alta el cliente').check()
    await dialog.getByLabel('Vendedor').selectOption({ label: 'Marina Sosa' })
    await dialog.getByLabel('Condición de venta').selectOption('2')
    await dialog.getByRole('button', { name: 'Habilitar' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Usuario habilitado')).toBeVisible()
    expect(await signInStatus(shop, api, cuit, 'tren-de-madera')).toBe(200)
  })

  test('an empty razón social can be filled in, and the registry asked again tells why it cannot confirm', async ({
    admin,
    request,
  }) => {
    const { page } = admin
    const cuit = freshCuit()
    const data = {
      email: `${cuit}@ejemplo.com.ar`,
      contra: 'tren-de-madera',
      confirmar: 'tren-de-madera',
      cuit,
      nombre: 'Sin',
      apellido: 'Nombre',
      razonSocial: 'Juguetes',
      direccion: 'Mitre 5',
      provincia: 9,
      localidad: 'Salta',
      expreso: 1,
      terminos: 1,
    }
    const answer = await request.post('/api/auth/', { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    const { id } = await answer.json()
    await page.route(`**/api/usuarios/${id}`, async (route) => {
      // An account from before registration asked for the business name.
      const stored = await route.fetch()
      await route.fulfill({ response: stored, json: { ...(await stored.json()), razonSocial: '' } })
    })
    await page.goto(`/admin/usuarios?idusu=${id}`)
    await expect(form(page).getByText('sin verificar')).toBeVisible()
    await form(page).getByRole('button', { name: 'Consultar el padrón de nuevo' }).click()
    await expect(form(page).getByText(/^No se pudo consultar el padrón/)).toBeVisible()
    await expect(field(page, 'Razón social')).toBeEditable()
    await field(page, 'Zona').selectOption({ index: 1 })
    await save(page)
    await expect(field(page, 'Razón social')).toBeFocused()
    await expect(field(page, 'Razón social')).toHaveAccessibleDescription('Complete este campo')
  })

  test('the addresses that get the orders are added, refused and removed', async ({ admin: { page, api } }) => {
    const first = `ventas-${freshCuit()}@ejemplo.com.ar`
    await page.goto('/admin/home')
    const box = page.getByLabel('Agregar email')
    const add = page.getByRole('button', { name: 'Agregar', exact: true })
    for (const wrong of ['ventas', 'ventas@ejemplo', 'ven tas@ejemplo.com.ar', '']) {
      await box.fill(wrong)
      await add.click()
      await expect(box).toHaveAccessibleDescription(/El email no es valido o contiene espacios/)
    }
    await box.fill(first)
    await box.press('Enter')
    const item = page.getByRole('list', { name: 'Correos' }).getByText(first)
    await expect(item).toBeVisible()
    expect(await (await api.get('/api/config/notif-ped')).json()).toContain(first)
    await box.fill(first.toUpperCase())
    await box.press('Enter')
    await expect(box).toHaveAccessibleDescription(/El email ya está en la lista/)
    await page.reload()
    await expect(item).toBeVisible()
    await page.getByRole('button', { name: `Quitar ${first}` }).click()
    await expect(item).toHaveCount(0)
    expect(await (await api.get('/api/config/notif-ped')).json()).not.toContain(first)
  })

  test('an order of a user without a client shows its items', async ({ admin, shop, playwright }) => {
    const { page } = admin
    const user = await makeUser(admin)
    const guest = await playwright.request.newContext({ baseURL: shop.url })
    const signin = { username: user.cuit, password: user.contra }
    const { accessToken } = await (await guest.post('/api/auth/signin', { data: signin })).json()
    const headers = { authorization: `Bearer ${accessToken}` }
    const found = await guest.get('/api/pedidos/productos/filtros', { headers, params: { index: 0 } })
    const article = (await found.json()).find(({ PRECIO_LPI }: { PRECIO_LPI: number }) => PRECIO_LPI > 0)
    const line = {
      id: null,
      idart: article.IDART_IO,
      cantidad: article.multiplo,
      obs: '7|Con moño',
      idcli: -1,
    }
    expect((await guest.post('/api/pedidos/itemsCarrito', { headers, data: line })).ok()).toBe(true)
    const params = { idcli: -1, dir: 0, obs: '', cond: -1 }
    const order = await guest.post('/api/pedidos/productos/pedido', { headers, params })
    expect(order.ok(), await order.text()).toBe(true)
    const { IDCON_PED } = await order.json()
    await guest.dispose()

    await page.goto('/admin')
    await page.getByRole('button', { name: `Ver Items del pedido ${IDCON_PED}`, exact: true }).click()
    const items = page.getByRole('dialog', { name: `Items del pedido ${IDCON_PED}` })
    await expect(items.getByText(article.CODIGO_ART, { exact: true })).toBeVisible()
    await expect(items).toContainText(article.DESCRIP_ART)
    await expect(items.getByText('Con moño', { exact: true })).toBeVisible()
  })
})

test('an admin edits a user with the keyboard alone', async ({ admin }) => {
  const { page } = admin
  const user = await makeUser(admin)
  await page.goto('/admin/usuarios')
  const tabTo = async (target: ReturnType<Page['locator']>) => {
    await expect(target).toBeVisible()
    for (let pressed = 0; pressed < 60; pressed++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${target} did not get the focus`)
  }
  await tabTo(page.getByRole('searchbox', { name: 'Nombre' }))
  await page.keyboard.type(user.cuit)
  await page.keyboard.press('Enter')
  const edit = page.getByRole('button', { name: `Editar ${user.nombre}` })
  await tabTo(edit)
  await page.keyboard.press('Enter')
  await tabTo(field(page, 'Celular'))
  await page.keyboard.type('11 5555-0000')
  await page.keyboard.press('Enter')
  await expect(form(page)).toHaveCount(0)
  await expect(edit).toBeFocused()
  expect(await storedUser(admin, user.id)).toMatchObject({ celular: '11 5555-0000' })
})
