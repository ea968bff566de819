/** WCAG 2.2 A and AA in the states listed here; fits.spec.ts looks at every declared screen. */
import type { APIRequestContext, Page } from '@playwright/test'
import { INVENTORY_TOKENS } from '../testkit/inventory-tokens.ts'
import { violations } from './support/axe.ts'
import { expect, fillCart, pricedRows, type StoredUser, test, withoutNews } from './support/test.ts'

interface State {
  page: Page
  api: APIRequestContext
  user: StoredUser
  isMobile: boolean
}
interface Screen {
  name: string
  path: string
  /** Whether only a phone has this state. */
  isPhones?: true
  signedOut?: true
  news?: true
  before?: (state: State) => Promise<unknown>
  /** Brings the screen into the state before it is checked. */
  open?: (state: State) => Promise<unknown>
}

const cart = async ({ api, user }: State) => {
  const rows = await pricedRows(api)
  await fillCart(
    api,
    user,
    rows.slice(0, 5).map((row, at) => ({ idart: row.IDART_IO, cantidad: at + 1 })),
  )
}
const order = async (state: State) => {
  await cart(state)
  const answer = await state.api.post('/api/pedidos/productos/pedido', {
    params: { idcli: state.user.idcli, dir: 0, obs: '', cond: -1 },
  })
  expect(answer.ok()).toBe(true)
}
const orderAndCart = async (state: State) => {
  await order(state)
  await cart(state)
}
const dialog = ({ page }: State) => expect(page.getByRole('dialog')).toBeVisible()

const screens: readonly Screen[] = [
  {
    name: 'sign-in refused',
    path: '/login',
    signedOut: true,
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'INGRESAR' }).click()
      await expect(page.getByRole('alert').first()).not.toBeEmpty()
    },
  },
  {
    name: 'registration refused',
    path: '/login',
    signedOut: true,
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'REGISTRARSE' }).click()
      await expect(page.getByRole('link', { name: 'Términos y condiciones', exact: true }).first()).toBeVisible()
    },
  },
  {
    name: 'registration filled in, with suggestions of addresses',
    path: '/login',
    signedOut: true,
    open: async ({ page }) => {
      const form = page.getByRole('form', { name: 'Cree su cuenta' })
      await form.getByLabel('CUIT').fill('30-79000002-8')
      await expect(form.getByLabel('Razón social')).not.toHaveValue('')
      await form.getByLabel('Dirección').fill('Mitre 100, Rosario')
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'registration without the registry',
    path: '/login',
    signedOut: true,
    open: async ({ page }) => {
      await page.getByRole('form', { name: 'Cree su cuenta' }).getByLabel('CUIT').fill('20-12345678-6')
      await expect(page.getByRole('button', { name: 'Consultar de nuevo' })).toBeVisible()
    },
  },
  {
    name: 'forgotten password, mail missing',
    path: '/olvide-mi-contrasena',
    signedOut: true,
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Enviar' }).click()
      await expect(page.getByRole('alert')).toHaveText('Ingrese una dirección de mail')
    },
  },
  {
    name: 'forgotten password, new one refused',
    path: '/olvide-mi-contrasena',
    signedOut: true,
    open: async ({ page }) => {
      await page.route('**/api/auth/cambiarContra?*', (route) => route.fulfill({ json: true }))
      await page.getByLabel('Email').fill('a@example.com')
      await page.getByRole('button', { name: 'Enviar' }).click()
      await page.getByRole('button', { name: 'Restablecer contraseña' }).click()
      await expect(page.getByText('Ingrese un codigo valido..').first()).toBeVisible()
    },
  },
  { name: 'change of the password, signed in', path: '/olvide-mi-contrasena' },
  {
    name: 'own data refused',
    path: '/perfil',
    open: async ({ page }) => {
      await page.getByLabel('Nombre').fill('')
      await page.getByRole('button', { name: 'Guardar' }).click()
      await expect(page.getByText('Complete este campo').first()).toBeVisible()
    },
  },
  {
    name: 'own address refused',
    path: '/perfil',
    open: async (state) => {
      await state.page.getByRole('button', { name: 'Agregar dirección' }).click()
      await dialog(state)
      await state.page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
      await expect(state.page.getByText('Complete este campo').first()).toBeVisible()
    },
  },
  { name: 'terms, signed in', path: '/terminos' },
  { name: 'not found', path: '/no-existe' },
  { name: 'an inventory that is not there', path: '/inventario/otro', signedOut: true },
  {
    name: 'inventory without prices, narrowed',
    path: `/inventario/${INVENTORY_TOKENS.INVENTARIO_SIN_PRECIO}?buscar=auto&orden=menor`,
    signedOut: true,
  },
  {
    name: 'tooltip of an inventory',
    path: `/inventario/${INVENTORY_TOKENS.INVENTARIO_CON_PRECIO}`,
    signedOut: true,
    open: async ({ page }) => {
      await page
        .getByRole('button', { name: /^Indicación de/ })
        .first()
        .focus()
      await expect(page.getByRole('tooltip')).toBeVisible()
    },
  },
  {
    name: 'catalogue with a cart and a toast',
    path: '/catalogo?orden=mayor&buscar=a',
    before: cart,
    open: async ({ page }) => {
      await page
        .getByRole('button', { name: /^AGREGAR / })
        .first()
        .click()
      await expect(page.getByText(/en el carrito/).first()).toBeVisible()
    },
  },
  { name: 'catalogue without a result', path: '/catalogo?buscar=qqqqqqqq' },
  {
    name: 'news',
    path: '/catalogo',
    news: true,
    open: dialog,
  },
  {
    name: 'article',
    path: '/catalogo',
    open: async (state) => {
      await state.page.locator('article button[aria-haspopup]').first().click()
      await dialog(state)
    },
  },
  {
    name: 'tooltip of an indication',
    path: '/catalogo',
    open: async ({ page }) => {
      await page
        .getByRole('button', { name: /^Indicación de/ })
        .first()
        .focus()
      await expect(page.getByRole('tooltip').first()).toBeVisible()
    },
  },
  {
    name: 'user menu',
    path: '/mis-pedidos',
    open: async ({ page }) => {
      await page.getByRole('button', { name: /^Hola/ }).click()
      await expect(page.getByRole('button', { name: 'CERRAR SESIÓN' })).toBeVisible()
    },
  },
  {
    name: 'filter sheet',
    path: '/catalogo',
    isPhones: true,
    open: async (state) => {
      await state.page.getByRole('button', { name: 'Filtros', exact: true }).click()
      await dialog(state)
    },
  },
  {
    name: 'account sheet',
    path: '/mis-pedidos',
    isPhones: true,
    open: async (state) => {
      await state.page.getByRole('button', { name: 'Cuenta' }).click()
      await dialog(state)
    },
  },
  { name: 'cart', path: '/carrito', before: cart },
  { name: 'confirm', path: '/confirmar-pedido', before: cart },
  {
    name: 'confirm, address missing',
    path: '/confirmar-pedido',
    before: cart,
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Enviar' }).click()
      await expect(page.getByText('Seleccione una direccion valida')).toBeVisible()
    },
  },
  {
    name: 'changes of a cart',
    path: '/confirmar-pedido',
    before: cart,
    open: async (state) => {
      const { page } = state
      await page.route('**/productos/pedido?*', (route) => {
        const address = new URL(route.request().url())
        address.searchParams.set('total', '1')
        return route.continue({ url: address.href })
      })
      await page.getByLabel('Retiro en el local').check()
      await page.getByRole('button', { name: 'Enviar' }).click()
      await dialog(state)
    },
  },
  { name: 'order confirmed', path: '/pedido-confirmado', before: order },
  { name: 'my orders', path: '/mis-pedidos', before: order },
  {
    name: 'items of an order',
    path: '/mis-pedidos',
    before: order,
    open: async (state) => {
      await state.page
        .getByRole('button', { name: /^Ver Items/ })
        .first()
        .click()
      await dialog(state)
    },
  },
  {
    name: 'repeat an order over a cart',
    path: '/mis-pedidos',
    before: orderAndCart,
    open: async (state) => {
      await state.page
        .getByRole('button', { name: /^Repetir pedido/ })
        .first()
        .click()
      await dialog(state)
    },
  },
  {
    name: 'repeated order',
    path: '/mis-pedidos',
    before: order,
    open: async ({ page }) => {
      await page
        .getByRole('button', { name: /^Repetir pedido/ })
        .first()
        .click()
      await expect(page).toHaveURL(/\/carrito/)
      // On a phone the total's bar would cover half of a row.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    },
  },
]

// Colours in the middle of a transition are not part of the design.
test.use({ shopKind: 'muestra', contextOptions: { reducedMotion: 'reduce' } })

for (const { name, path, isPhones, signedOut, news, before, open } of screens) {
  test.describe(() => {
    test.use({ signedIn: !signedOut })
    test(name, { tag: isPhones ? '@phone-only' : [] }, async ({ page, api, user, isMobile }) => {
      const state = { page, api, user, isMobile }
      if (!news) await withoutNews(page)
      await before?.(state)
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await open?.(state)
      expect(await violations(page)).toEqual([])
    })
  })
}
