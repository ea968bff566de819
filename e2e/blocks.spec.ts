/** The blocks of the kit on their own page: keyboard, focus, names, states. */
import { test as base, expect, type Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { serveBlocks } from './support/blocks-page.ts'

const test = base.extend<object, { blocks: string }>({
  blocks: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const served = await serveBlocks()
      await use(served.url)
      await served.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.beforeEach(async ({ page, blocks }) => {
  await page.goto(blocks)
  await expect(page.getByRole('heading', { name: 'Bloques' })).toBeVisible({ timeout: 30_000 })
})

const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Seleccionar ${name}` })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Editar juguete' })
const openForm = async (page: Page, how: string) => {
  await page.getByRole('button', { name: how }).click()
  await expect(drawer(page).getByLabel('Nombre')).toBeFocused()
}
const save = (page: Page) => drawer(page).getByRole('button', { name: 'Guardar' }).click()
const question = (page: Page) => page.getByRole('dialog', { name: 'Hay cambios sin guardar' })

test.describe('a table', () => {
  test('is chosen from with the keyboard alone: arrows, Space, Shift', async ({ page }) => {
    await box(page, 'Trompo de madera').focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('1 seleccionado')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(box(page, 'Balde de playa')).toBeFocused()
    await page.keyboard.press('Shift+Space')
    await expect(page.getByText('3 seleccionados')).toBeVisible()
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByText('4 seleccionados')).toBeVisible()
    await page.keyboard.press('Control+Home')
    await expect(box(page, 'Trompo de madera')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(box(page, 'Trompo de madera')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('button', { name: 'Editar Árbol musical' })).toBeFocused()
  })

  test('all that match are one click more, with exceptions', async ({ page }) => {
    await box(page, 'Trompo de madera').check()
    await page.getByRole('button', { name: 'Seleccionar los 10.000' }).click()
    await expect(page.getByText('10.000 seleccionados')).toBeVisible()
    await box(page, 'Balde de playa').uncheck()
    await expect(page.getByText('9.999 seleccionados')).toBeVisible()
    await page.getByRole('button', { name: 'Activar' }).click()
    await expect(page.getByLabel('Hecho')).toHaveText('Todos menos 00003')
    await page.getByRole('button', { name: 'Quitar la selección' }).click()
    await expect(page.getByRole('region', { name: 'Selección' })).toBeHidden()
  })

  test('is ordered by its head, among cards by a list', { tag: '@phone' }, async ({ page, isMobile }) => {
    const names = page.getByRole('button', { name: /^Editar / })
    const first = (name: string) => expect(names.first()).toHaveAccessibleName(`Editar ${name}`)
    if (isMobile) {
      await page.getByLabel('Ordenar por').selectOption('Precio, descendente')
      await first('Árbol musical')
      return
    }
    await page.getByRole('button', { name: 'Precio' }).click()
    await first('Balde de playa')
    await expect(page.getByRole('columnheader', { name: 'Precio' })).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('button', { name: 'Precio' }).click()
    await first('Árbol musical')
  })

  test('tells that it waits, why it failed, and that it is empty', async ({ page }) => {
    await expect(page.getByRole('region', { name: 'En camino' }).getByText('Cargando…')).toBeAttached()
    const failed = page.getByRole('region', { name: 'Fallida' })
    await expect(failed).toContainText('No hay conexión')
    await failed.getByRole('button', { name: 'Volver a intentar' }).click()
    await expect(page.getByLabel('Hecho')).toHaveText('Otra vez')
    await expect(page.getByRole('region', { name: 'Vacía' })).toContainText('No hay juguetes.')
  })
})

test.describe('a form', () => {
  test('tells all that is wrong, leads there, and heals as it is mended', async ({ page }) => {
    await openForm(page, 'Se guarda')
    await drawer(page).getByLabel('Nombre').fill(' ')
    await drawer(page).getByLabel('Ciudad').fill('Luna')
    await save(page)
    const summary = drawer(page).getByRole('alert')
    await expect(summary.getByRole('listitem')).toHaveText(['Nombre: Complete este campo', 'Ciudad: No se entrega ahí'])
    await expect(drawer(page).getByLabel('Nombre')).toBeFocused()
    await summary.getByRole('link', { name: 'Ciudad' }).click()
    await expect(drawer(page).getByLabel('Ciudad')).toBeFocused()
    await page.keyboard.type('Salta')
    await expect(summary.getByRole('listitem')).toHaveText(['Nombre: Complete este campo'])
    await drawer(page).getByLabel('Nombre').fill('Trompo')
    await expect(drawer(page).getByRole('listitem')).toHaveCount(0)
    await save(page)
    await expect(drawer(page)).toHaveCount(0)
    await expect(page.getByText('Juguete guardado')).toBeVisible()
  })

  test('a refused field is marked and has the focus; one that is not there is told above', async ({ page }) => {
    await openForm(page, 'Refusa un campo')
    await save(page)
    await expect(drawer(page).getByLabel('Ciudad')).toBeFocused()
    await expect(drawer(page).getByLabel('Ciudad')).toHaveAccessibleDescription(/Ciudad desconocida/)
    await drawer(page).getByRole('button', { name: 'Cancelar' }).click()
    await openForm(page, 'Refusa otro campo')
    await save(page)
    await expect(drawer(page).getByRole('alert')).toHaveText('Los datos enviados no son válidos')
  })

  test('Escape in the very same moment as the last key asks before it is lost', async ({ page }) => {
    await openForm(page, 'Se guarda')
    // Both in one task of the browser, faster than any person: nothing is painted in between.
    await drawer(page)
      .getByLabel('Nombre')
      .evaluate((input: HTMLInputElement) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Trompo azul')
        input.dispatchEvent(new InputEvent('input', { bubbles: true }))
        input.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
      })
    await expect(question(page)).toBeVisible()
    await question(page).getByRole('button', { name: 'Seguir editando' }).click()
    await expect(drawer(page).getByLabel('Nombre')).toHaveValue('Trompo azul')
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: 'Descartar cambios' }).click()
    await expect(drawer(page)).toHaveCount(0)
  })

  test('what somebody else changed is told, and the person chooses', async ({ page }) => {
    await openForm(page, 'Otra persona lo cambió')
    await drawer(page).getByLabel('Ciudad').fill('Salta')
    await drawer(page).getByLabel('Nombre').fill('Trompo azul')
    await save(page)
    const conflict = page.getByRole('dialog', { name: 'Otra persona lo cambió' })
    await expect(conflict).toContainText('Marina guardó cambios el 01/03 12:30')
    await expect(conflict.getByRole('listitem')).toHaveText([
      'Nombre: era Trompo, ahora es Trompo grande. Usted puso Trompo azul.',
      'Zona: era Centro, ahora es Norte.',
    ])
    await conflict.getByRole('button', { name: 'Volver al formulario' }).click()
    await expect(drawer(page).getByLabel('Nombre')).toHaveValue('Trompo azul')
    await save(page)
    await conflict.getByRole('button', { name: 'Descartar lo mío' }).click()
    await expect(drawer(page).getByLabel('Nombre')).toHaveValue('Trompo grande')
    await expect(drawer(page).getByLabel('Ciudad')).toHaveValue('Rosario')
    await drawer(page).getByRole('button', { name: 'Cancelar' }).click()

    await openForm(page, 'Otra persona lo cambió')
    await drawer(page).getByLabel('Ciudad').fill('Salta')
    await save(page)
    await conflict.getByRole('button', { name: 'Guardar mis cambios' }).click()
    await expect(page.getByText('Juguete guardado')).toBeVisible()
    await expect(drawer(page)).toHaveCount(0)
  })
})

test.describe('places for pictures', () => {
  const slots = (page: Page) => page.getByRole('list', { name: 'Fotos y videos' })
  const slot = (page: Page, name: string) => slots(page).getByRole('group', { name })
  const dialog = (page: Page) => page.getByRole('dialog')
  const drop = async (page: Page, target: string, names: readonly string[]) => {
    const files = await page.evaluateHandle((all) => {
      const transfer = new DataTransfer()
      for (const name of all)
        transfer.items.add(new File(['x'], name, { type: name.endsWith('.pdf') ? 'application/pdf' : 'image/png' }))
      return transfer
    }, names)
    for (const type of ['dragenter', 'dragover', 'drop'])
      await slot(page, target).dispatchEvent(type, { dataTransfer: files })
  }
  const filled = (page: Page) => slots(page).getByRole('button', { name: /^Ver Foto/ })

  test('several dropped at once are shown first, then go to the free places in order', async ({ page }) => {
    await drop(page, 'Foto 2', ['uno.png', 'rota.png', 'tres.png', 'cuatro.png', 'nota.pdf'])
    await expect(dialog(page).getByRole('listitem')).toContainText([
      'Foto 2 uno.png',
      'Foto 4 rota.png',
      'Foto 5 tres.png',
      'nota.pdf: Por favor, suelta un archivo de imagen o video.',
      'cuatro.png: no queda lugar.',
    ])
    expect(await violations(page)).toEqual([])
    await expect(filled(page)).toHaveCount(2)
    await dialog(page).getByRole('button', { name: 'Guardar' }).click()
    await expect(filled(page)).toHaveCount(4)
    await expect(slot(page, 'Foto 4').getByRole('alert')).toContainText('El archivo está dañado o incompleto.')
    await slot(page, 'Foto 4').getByRole('button', { name: 'Entendido' }).click()
    await expect(slot(page, 'Foto 4').getByLabel('Foto 4: elegir archivo')).toBeEnabled()
  })

  test('what is no picture is told where it was dropped; beside the places nothing happens', async ({ page }) => {
    await drop(page, 'Foto 2', ['nota.pdf'])
    await expect(slot(page, 'Foto 2').getByRole('alert')).toContainText(
      'Por favor, suelta un archivo de imagen o video.',
    )
    const isStray = await page.evaluate(() => {
      const event = new DragEvent('drop', {
        bubbles: true,
        cancelable: true,
        dataTransfer: new DataTransfer(),
      })
      document.querySelector('h1')?.dispatchEvent(event)
      return event.defaultPrevented
    })
    expect(isStray).toBe(true)
  })

  test('the keyboard chooses, saves, removes and takes back', async ({ page }) => {
    // A busy browser may take the key before it reports file choosers.
    await expect(async () => {
      await slots(page).getByLabel('Foto 2: elegir archivo').focus()
      const opened = page.waitForEvent('filechooser', { timeout: 2_000 })
      const [chooser] = await Promise.all([opened, page.keyboard.press('Space')])
      expect(chooser.isMultiple()).toBe(true)
      await chooser.setFiles({ name: 'uno.png', mimeType: 'image/png', buffer: Buffer.from('x') })
    }).toPass()
    await expect(dialog(page).getByRole('button', { name: 'Guardar' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(filled(page)).toHaveCount(3)
    await slots(page).getByRole('button', { name: 'Eliminar Foto 2' }).press('Enter')
    await expect(filled(page)).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Deshacer' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(filled(page)).toHaveCount(3)
  })

  test('a double click removes; an upload that takes long is given up', async ({ page }) => {
    await slot(page, 'Foto 3').getByRole('img').dblclick()
    await expect(filled(page)).toHaveCount(1)
    const file = { name: 'lenta.png', mimeType: 'image/png', buffer: Buffer.from('x') }
    await slots(page).getByLabel('Foto 3: elegir archivo').setInputFiles(file)
    await dialog(page).getByRole('button', { name: 'Guardar' }).click()
    await expect(slot(page, 'Foto 3').getByRole('progressbar')).toHaveAttribute('value', '40')
    await slot(page, 'Foto 3').getByRole('button', { name: 'Cancelar' }).click()
    await expect(slot(page, 'Foto 3').getByLabel('Foto 3: elegir archivo')).toBeEnabled()
  })

  test('a phone offers its camera', { tag: '@phone' }, async ({ page, isMobile }) => {
    const camera = slots(page).getByLabel('Foto 2: sacar foto')
    await expect(camera).toHaveAttribute('capture', 'environment')
    await expect(slot(page, 'Foto 2').getByTitle('Sacar foto')).toBeVisible({ visible: isMobile })
  })

  test('one place alone takes one picture, and no film', async ({ page }) => {
    const banner = page.getByRole('group', { name: 'Banner' })
    const file = (name: string, mimeType: string) => ({ name, mimeType, buffer: Buffer.from('x') })
    await banner.getByLabel('Banner: elegir archivo').setInputFiles(file('corto.mp4', 'video/mp4'))
    await expect(banner.getByRole('alert')).toContainText('Por favor, selecciona una imagen: JPEG')
    await banner.getByRole('button', { name: 'Entendido' }).click()
    await banner.getByLabel('Banner: elegir archivo').setInputFiles(file('banner.png', 'image/png'))
    await dialog(page).getByRole('button', { name: 'Guardar' }).click()
    await expect(banner.getByLabel('Banner: cambiar')).toBeEnabled()
  })
})

test.describe('a list to be sorted', () => {
  const rows = (page: Page) => page.getByRole('list', { name: 'Juegos' }).getByRole('listitem')
  const handle = (page: Page, name: string) => page.getByRole('button', { name: `Mover ${name}` })
  const orderIs = (page: Page, ...names: string[]) =>
    expect.poll(async () => (await rows(page).allInnerTexts()).map((text) => text.trim().split('\n')[0])).toEqual(names)

  test('Space lifts, arrows move, Space puts down, Escape takes back; each step is said', async ({ page }) => {
    await handle(page, 'Balero').focus()
    await page.keyboard.press('ArrowDown')
    await expect(handle(page, 'Cometa')).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('Cometa, posición 5 de 6')).toBeAttached()
    await orderIs(page, 'Aro', 'Balero', 'Cometa', 'Dado', 'Escondida', 'Figurita')
    await page.keyboard.press('Space')
    await expect(page.getByText('Pedido: Cometa a la 5')).toBeVisible()
    await expect(handle(page, 'Cometa')).toBeFocused()
    await orderIs(page, 'Aro', 'Balero', 'Dado', 'Escondida', 'Cometa', 'Figurita')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Home')
    await page.keyboard.press('Escape')
    await expect(page.getByText('Cometa quedó en la posición 5')).toBeAttached()
    await expect(page.getByText('Pedido: Cometa a la 5')).toBeVisible()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Tab')
    await expect(page.getByText('Pedido: Cometa a la 4')).toBeVisible()
  })

  test('a handle is dragged; Escape under way takes it back; what hangs below is out of the way', {
    tag: '@phone',
  }, async ({ page }) => {
    const middleOf = async (name: string) => {
      const box = await handle(page, name).boundingBox()
      if (!box) throw new Error(`No handle of ${name}`)
      return [box.x + box.width / 2, box.y + box.height / 2] as const
    }
    await handle(page, 'Figurita').scrollIntoViewIfNeeded()
    await page.mouse.move(...(await middleOf('Balero')))
    await page.mouse.down()
    await page.mouse.move(...(await middleOf('Escondida')), { steps: 5 })
    await expect(page.getByText('Debajo de Aro')).toBeHidden()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(page.getByText('Debajo de Aro')).toBeVisible()
    await orderIs(page, 'Aro', 'Balero', 'Cometa', 'Dado', 'Escondida', 'Figurita')

    await page.mouse.move(...(await middleOf('Figurita')))
    await page.mouse.down()
    await page.mouse.move(...(await middleOf('Dado')), { steps: 5 })
    await page.mouse.up()
    await expect(page.getByText('Pedido: Figurita a la 4')).toBeVisible()
    await orderIs(page, 'Aro', 'Balero', 'Cometa', 'Figurita', 'Dado', 'Escondida')
  })

  test('a number takes a row there, held to the first and last; what is no number is refused', async ({ page }) => {
    const number = page.getByRole('textbox', { name: 'Posición de Dado' })
    await number.fill('99')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Pedido: Dado a la 6')).toBeVisible()
    await expect(number).toBeFocused()
    await number.fill('-1')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Ingrese un número de 1 a 6' })).toBeVisible()
    await expect(number).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Escape')
    await expect(number).toHaveValue('6')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('textbox', { name: 'Posición de Figurita' })).toBeFocused()
  })
})

test('WCAG on every block in every state, also in a refused form', { tag: '@phone' }, async ({ page, blocks }) => {
  await page.goto(`${blocks}?estados`)
  await expect(page.locator('[data-picture]').first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goto(blocks)
  await expect(page.getByRole('heading', { name: 'Bloques' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await openForm(page, 'Refusa un campo')
  await drawer(page).getByLabel('Nombre').fill('')
  await save(page)
  expect(await violations(page)).toEqual([])
})
