/** The states of screens that are checked for R237 and WCAG: every picture, and states that no picture shows. */
import { expect, type Page } from '@playwright/test'
import { INVENTORY_TOKENS } from '../../testkit/inventory-tokens.ts'
import { type Picture, pictures } from './pictures.ts'

const click = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
}
const asList = click(/^Ver como lista$/)

const LONG =
  'juego de mesa para 2 a 8 jugadores, desde 6 años: tablero, 112 fichas, 4 dados, reloj de arena e instructivo'
/** Repeats an order of which most articles are no longer sold. The answer is faked, so that no cart changes. */
async function repeatGone(page: Page): Promise<void> {
  const like = [1, 2].map((idart) => ({
    idart,
    cod: `ABC-123456789${idart}`,
    descripcion: LONG,
    precioUnitario: 1293643.87,
    multiplo: 12,
    uxb: 144,
  }))
  const lines = Array.from({ length: 6 }, (_, at) => ({
    CODIGO_ART: `REPUESTO-2026-${at}`,
    DESCRIP_ART: LONG,
    pedida: 1200,
    precioAnterior: 1123643.87,
    ...(at < 2
      ? { resultado: 'cantidad', cantidad: 1224, precioUnitario: 1293643.87 }
      : { resultado: 'sin-venta', cantidad: 0, precioUnitario: 0 }),
    ...(at >= 2 && { motivo: 'Este artículo ya no está a la venta', propuestas: at < 4 ? like : [] }),
  }))
  await page.route('**/repetir', (route) => route.fulfill({ json: lines }))
  await click(/^Repetir pedido/)(page)
  await page.getByRole('button', { name: 'Borrar articulos y repetir pedido' }).click()
  await page.getByRole('region', { name: 'Lo que no se agregó' }).waitFor()
}

const DEPOT = 'Existencia disponible en el depósito central de Pilar'
const choice = { opciones: [{ valor: 'a', texto: `${DEPOT} (1200, 36)` }], valor: 'a' }
/** Files of a program with long names: the answer is faked, because the shop has no folder for an ERP. */
async function longExport(page: Page): Promise<void> {
  const proposal = {
    problema: '',
    archivos: [
      {
        archivo: 'Articulos-con-precios-y-existencias-2026-11-30.xlsx',
        contenido: 'artículos',
        filas: 9851,
        problema: '',
        sinLeer: ['Precio con IVA incluido', 'Fecha de última modificación', 'Observaciones internas del depósito'],
      },
      {
        archivo: 'LISTA.XLS',
        contenido: '',
        filas: 0,
        problema: 'Las planillas .xls no se admiten: guárdela como .xlsx',
        sinLeer: [],
      },
    ],
    preguntas: [
      { id: 'a', pregunta: `¿Qué columna es «Stock»? «${DEPOT}» puede serlo.`, ...choice, respondida: 0 },
      { id: 'b', pregunta: '¿Son otras listas de precios de venta?', ...choice, respondida: 1 },
    ],
    listas: [
      {
        lista: 'articulos',
        titulo: 'Artículos',
        archivo: 'Articulos-con-precios-y-existencias-2026-11-30.xlsx',
        campos: [{ id: 'c', campo: 'STOCK_ART', nombre: 'Stock', columna: 'a', opciones: choice.opciones, seguro: 0 }],
        filas: 9851,
        rechazadas: 12,
        faltas: [{ lugar: `fila 7, columna ${DEPOT}`, motivo: '«doce» no es un número con coma decimal' }],
        avisos: ['Quedan afuera 31 filas que no tienen «Código»: por ejemplo 4, 19, 36, 51, 77'],
        titulos: ['Código', 'Descripción', 'Código de barras', 'Stock'],
        muestra: [['ABC-1234567890', LONG, '7790000000012', '1200']],
      },
    ],
    guardado: '{}',
    mapeo: '{}',
  }
  await page.route('**/api/erp/mapeo/propuesta', (route) => route.fulfill({ json: proposal }))
  await page.reload()
  await page.getByText('Qué columna es cada dato').click()
}

const registration = (page: Page) => page.getByRole('form', { name: 'Cree su cuenta' })
/** Waits until a form says which of its fields is missing. */
const incomplete = (page: Page) => page.getByText('Complete este campo').first().waitFor()
/** Shows what the first '?' tells. */
async function openHint(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Indicación de/ })
    .first()
    .focus()
  await page.getByRole('tooltip').first().waitFor()
}

/** What a form says of what is missing or wrong. */
const refused: readonly Picture[] = [
  {
    name: 'sign-in refused',
    screen: 'login',
    open: async (page) => {
      await click(/^INGRESAR$/)(page)
      await expect(page.getByRole('alert').first()).not.toBeEmpty()
    },
  },
  {
    name: 'registration refused',
    screen: 'login',
    open: async (page) => {
      await click(/^REGISTRARSE$/)(page)
      await registration(page)
        .getByText(/^Revise estos/)
        .waitFor()
    },
  },
  {
    name: 'registration with suggestions of addresses',
    screen: 'login',
    open: async (page) => {
      const form = registration(page)
      await form.getByLabel('CUIT').fill('30-79000002-8')
      await expect(form.getByLabel('Razón social')).not.toHaveValue('')
      await form.getByLabel('Dirección').fill('Mitre 100, Rosario')
      await page.keyboard.press('ArrowDown')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'registration without the registry',
    screen: 'login',
    open: async (page) => {
      await registration(page).getByLabel('CUIT').fill('20-12345678-6')
      await page.getByRole('button', { name: 'Consultar de nuevo' }).waitFor()
    },
  },
  {
    name: 'forgotten password, mail missing',
    screen: 'resetPassword',
    open: async (page) => {
      await click(/^Enviar$/)(page)
      await expect(page.getByRole('alert')).toHaveText('Ingrese una dirección de mail')
    },
  },
  {
    name: 'forgotten password, new one refused',
    screen: 'resetPassword',
    open: async (page) => {
      await page.route('**/api/auth/cambiarContra?*', (route) => route.fulfill({ json: true }))
      await page.getByLabel('Email').fill('a@example.com')
      await click(/^Enviar$/)(page)
      await click(/^Restablecer contraseña$/)(page)
      await page.getByText('Ingrese un codigo valido..').first().waitFor()
    },
  },
  {
    name: 'own data refused',
    screen: 'profile',
    open: async (page) => {
      await page.getByLabel('Nombre').fill('')
      await click(/^Guardar$/)(page)
      await incomplete(page)
    },
  },
  {
    name: 'own address refused',
    screen: 'profile',
    open: async (page) => {
      await click(/^Agregar dirección$/)(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
      await incomplete(page)
    },
  },
  {
    name: 'a new user with everything wrong',
    screen: 'adminUsers',
    at: '?nuevo=1',
    open: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
      await incomplete(page)
    },
  },
  {
    name: 'the question before changes are lost',
    screen: 'adminUsers',
    at: '?nuevo=1',
    open: async (page) => {
      await page.getByRole('dialog').getByLabel('Nombre').first().fill('Luz')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'Hay cambios sin guardar' }).waitFor()
    },
  },
]

export const states: readonly Picture[] = [
  ...pictures.filter(({ trial }) => trial === undefined),
  ...refused,
  { name: 'change of the password, signed in', screen: 'resetPassword', as: 'client' },
  { name: 'an inventory that is not there', screen: null, at: '/inventario/otro', as: 'nobody' },
  {
    name: 'inventory without prices',
    screen: null,
    at: `/inventario/${INVENTORY_TOKENS.INVENTARIO_SIN_PRECIO}?buscar=auto&orden=menor`,
    as: 'nobody',
  },
  { name: 'hint of an inventory', screen: 'inventory', open: openHint },
  { name: 'hint of an article', screen: 'catalogue', open: openHint },
  {
    name: 'an article added, and what says so',
    screen: 'catalogue',
    open: async (page) => {
      await click(/^AGREGAR /)(page)
      await page
        .getByText(/en el carrito/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'changes of a cart',
    screen: 'confirmOrder',
    open: async (page) => {
      await page.route('**/productos/pedido?*', (route) => {
        const address = new URL(route.request().url())
        address.searchParams.set('total', '1')
        return route.continue({ url: address.href })
      })
      await page.getByLabel('Retiro en el local').check()
      await click(/^Enviar$/)(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'files of another program, without an ERP',
    screen: 'adminErpMapping',
    open: (page) => page.getByText('que esta tienda no tiene configurada').waitFor(),
  },
  { name: 'files of another program', screen: 'adminErpMapping', open: longExport },
  { name: 'seller list', screen: 'catalogue', at: '?c=1', as: 'seller', open: asList },
  { name: 'repeated order', screen: 'myOrders', open: repeatGone },
  { name: 'found list', screen: 'catalogue', at: '?buscar=de&orden=mayor', open: asList },
  {
    name: 'list in packs',
    screen: 'catalogue',
    open: async (page) => {
      await asList(page)
      await click(/^Bultos$/)(page)
    },
  },
  {
    name: 'cart by brands',
    screen: 'cart',
    open: (page) => page.getByLabel('Agrupar por marca').check(),
  },
  {
    name: 'cart of a seller',
    screen: 'cart',
    at: '?id=1',
    as: 'seller',
    open: (page) =>
      page
        .getByRole('button', { name: /^Eliminar/ })
        .first()
        .waitFor(),
  },
  { name: 'confirm of a seller', screen: 'confirmOrder', at: '/1', as: 'seller' },
  {
    name: 'clients to choose from',
    screen: 'catalogue',
    as: 'seller',
    open: async (page) => {
      await page.getByRole('combobox').filter({ visible: true }).first().click()
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'quick order of a seller', screen: 'quickOrder', as: 'seller' },
  { name: 'cart of a client', screen: 'pendingCarts', as: 'seller', open: click(/^Ver carrito/) },
  {
    name: 'branches open',
    screen: 'adminCategories',
    open: async (page) => {
      await page.getByRole('button', { name: 'Tambor', exact: true }).click()
      await page
        .getByRole('button', { name: /^Primera infancia/ })
        .first()
        .click()
    },
  },
]
