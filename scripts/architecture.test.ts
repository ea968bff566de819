import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkImports, ruleNames } from './lib/import-rules.mjs'
import { root } from './lib/prepare.mjs'

const MODULE_FLOOR = 100
/** The one module that sets cart lines. */
const WAY_IN = 'server/ordering/lines/lines.queries.ts'

/** The imports of the whole repository, read once because that takes seconds. */
let repository: ReturnType<typeof checkImports>
beforeAll(() => {
  repository = checkImports(root)
})

test('the repository keeps every import rule', async () => {
  const { modules, imports, broken } = await repository
  // A parser that fails would read nothing and find no fault.
  expect(modules.length).toBeGreaterThan(MODULE_FLOOR)
  expect(imports).toBeGreaterThan(MODULE_FLOOR)
  expect(broken).toEqual([])
})

const isProduct = (file: string): boolean => /^server\/(?!test\/)(?!.*\.test\.ts$)/.test(file)

/** The room of a file of the server: its folder, or the file itself where it is in none. */
const roomOf = (file: string): string => file.split('/').slice(0, 2).join('/')

test('arrows between the rooms of the server run one way: no room reaches itself', async () => {
  const { arrows } = await repository
  const between = new Map<string, Set<string>>()
  for (const [from, to] of arrows) {
    if (!isProduct(from) || !isProduct(to) || roomOf(from) === roomOf(to)) continue
    between.set(roomOf(from), (between.get(roomOf(from)) ?? new Set()).add(roomOf(to)))
  }
  const reached = (room: string): Set<string> => {
    const found = new Set<string>()
    const next = [room]
    for (let at = next.pop(); at !== undefined; at = next.pop())
      for (const to of between.get(at) ?? []) {
        if (!found.has(to)) next.push(to)
        found.add(to)
      }
    return found
  }
  expect(between.get('server/ordering')).toContain('server/catalogue')
  expect([...between.keys()].filter((room) => reached(room).has(room))).toEqual([])
})

/**
 * Whether a source has a statement that sets cart lines: any insert, and any update except of the client alone, which moves
 * lines to another cart, or of the article's id alone, where an article goes on under a new one.
 */
const setsLines = (text: string): boolean =>
  /insertInto\(\s*'cart_line'|mergeInto\(\s*'cart_line|\b(insert|merge)\s+into\s+cart_line\b|copy\s+cart_line\b/i.test(
    text,
  ) ||
  [...text.matchAll(/updateTable\(\s*'cart_line'\s*\)\s*\.set\(([^)]*)\)/g)].some(
    ([, set = '']) => !/^\{ client_id: \w+ \}$/.test(set),
  ) ||
  [...text.matchAll(/\bupdate\s+cart_line\b(?!\s+set\s+(client_id = \$\{\w+\} where|article_id = \w+."to" from))/gi)]
    .length > 0

test('one way leads into a cart: one module sets its lines', async () => {
  const { modules } = await repository
  const product = modules.filter((file) => isProduct(file) && !file.startsWith('server/db/migrations/'))
  expect(product).toContain(WAY_IN)
  expect(product.filter((file) => setsLines(readFileSync(join(root, file), 'utf8')))).toEqual([WAY_IN])
})

test.each([
  "t.insertInto('cart_line').values(row)",
  "t.updateTable('cart_line').set({ quantity: 2 })",
  "t\n    .updateTable('cart_line')\n    .set({ client_id: to, quantity: 2 })",
  'sql`insert into cart_line (quantity) values (1)`',
  'sql`update cart_line set quantity = 1`',
])('a second way would be found: %s', (statement) => {
  expect(setsLines(statement)).toBe(true)
})

/** For each rule: a file that breaks it, and a neighbour that comes close and is allowed. */
const examples: Record<string, { breaks: [file: string, imports: string]; keeps: [file: string, imports: string] }> = {
  'contract-is-a-leaf': {
    breaks: ['contract/orders.ts', 'zod'],
    keeps: ['contract/cart.ts', 'zod/mini'],
  },
  'web-never-server': {
    breaks: ['web/features/ordering/orders/orders.api.ts', '../../../../server/config.ts'],
    keeps: ['web/features/ordering/orders/OrdersPage.tsx', '../../../../contract/errors.ts'],
  },
  'try-reads-and-searches': {
    breaks: ['try/main.tsx', '../server/config.ts'],
    keeps: ['try/thread.ts', '../server/spreadsheets/read-workbook.ts'],
  },
  'server-never-web': {
    breaks: ['server/http/page.ts', '../../web/paths.ts'],
    keeps: ['server/http/route.ts', '../../contract/errors.ts'],
  },
  'web-features-apart': {
    breaks: ['web/features/office/OrdersPage.tsx', '../ordering/orders/format.ts'],
    keeps: ['web/features/ordering/orders/OrdersTable.tsx', './format.ts'],
  },
  'web-rooms-apart': {
    breaks: ['web/features/ordering/cart/CartPage.tsx', '../orders/format.ts'],
    keeps: ['web/features/ordering/orders/parts/OrderRow.tsx', '../format.ts'],
  },
  'web-shared-below-features': {
    breaks: ['web/lib/greeting.ts', '../features/ordering/orders/format.ts'],
    keeps: ['web/shell/ShopLayout.tsx', '../features/ordering/orders/format.ts'],
  },
  'web-lib-below-blocks': {
    breaks: ['web/lib/question.ts', '../ui/Dialog.ts'],
    keeps: ['web/shop/question.ts', '../ui/Dialog.ts'],
  },
  'web-ui-below-shop': {
    breaks: ['web/ui/ClientName.tsx', '../shop/client.ts'],
    keeps: ['web/shop/ClientName.tsx', './client.ts'],
  },
  'ui-no-fetching-no-routing': {
    breaks: ['web/ui/Card.tsx', '../lib/api.ts'],
    keeps: ['web/ui/Price.tsx', '../lib/format.ts'],
  },
  'contexts-by-their-face': {
    breaks: ['server/jobs/lines.ts', '../ordering/lines/lines.service.ts'],
    keeps: ['server/jobs/carts.ts', '../ordering/ordering.ts'],
  },
  'contexts-apart': {
    breaks: ['server/people/accounts/lines.service.ts', '../../ordering/lines/lines.service.ts'],
    keeps: ['server/people/accounts/carts.service.ts', '../../ordering/ordering.ts'],
  },
  'routes-only-by-the-app': {
    breaks: ['server/page/page.routes.ts', '../ordering/cart/carts.routes.ts'],
    keeps: ['server/app.ts', './ordering/cart/carts.routes.ts'],
  },
  'face-is-for-others': {
    breaks: ['server/ordering/readers/list.service.ts', '../ordering.ts'],
    keeps: ['server/ordering/readers/text.service.ts', '../cart/cart.service.ts'],
  },
  'ordering-knows-the-catalogue': {
    breaks: ['server/ordering/lines/plan.service.ts', '../cart/cart.service.ts'],
    keeps: ['server/ordering/lines/prices.service.ts', '../../catalogue/catalogue.ts'],
  },
  'cells-end-in-readers': {
    breaks: ['server/ordering/lines/cells.ts', '../../spreadsheets/numbers.ts'],
    keeps: ['server/ordering/readers/cells.ts', '../../spreadsheets/numbers.ts'],
  },
  'use-cases-know-no-http': {
    breaks: ['server/ordering/cart/cart.service.ts', '../../http/errors.ts'],
    keeps: ['server/ordering/cart/cart.routes.ts', '../../http/errors.ts'],
  },
  'queries-only-db': {
    breaks: ['server/people/accounts/users.queries.ts', '../../config.ts'],
    keeps: ['server/ordering/cart/cart.queries.ts', '../../db/tables.ts'],
  },
  'rules-are-pure': {
    breaks: ['server/people/accounts/users.rules.ts', 'node:fs'],
    keeps: ['server/ordering/cart/cart.rules.ts', '../../../contract/errors.ts'],
  },
  'engine-is-pure': {
    breaks: ['engine/facets.ts', 'node:worker_threads'],
    keeps: ['engine/build.ts', '../contract/errors.ts'],
  },
  'adapters-only-where-composed': {
    breaks: ['server/jobs/worker.ts', '../ports/mail/smtp.ts'],
    keeps: ['server/jobs/outbox.ts', '../ports/mail/port.ts'],
  },
  'adapters-apart': {
    breaks: ['server/ports/erp/folder.ts', '../mail/smtp.ts'],
    keeps: ['server/ports/mail/eml.ts', './smtp.ts'],
  },
  'product-never-tests': {
    breaks: ['server/media/files/media.service.ts', '../../test/make.ts'],
    keeps: ['server/media/files/media.test.ts', '../../test/make.ts'],
  },
  'server-never-development-packages': {
    breaks: ['server/log.ts', 'fast-check'],
    keeps: ['server/app.test.ts', 'fast-check'],
  },
  'browser-tests-from-outside': {
    breaks: ['e2e/cart.spec.ts', '../contract/errors.ts'],
    keeps: ['e2e/orders.spec.ts', './support/shop.ts'],
  },
  'tools-never-web': {
    breaks: ['bench/screens.ts', '../web/paths.ts'],
    keeps: ['bench/http.ts', '../server/config.ts'],
  },
  'testkit-below-tools': {
    breaks: ['testkit/shop.ts', '../e2e/support/shop.ts'],
    keeps: ['bench/shop.ts', '../testkit/mail.ts'],
  },
  'browser-tests-never-bench': {
    breaks: ['e2e/support/orders.ts', '../../bench/report.ts'],
    keeps: ['e2e/support/carts.ts', '../../testkit/mail.ts'],
  },
  'commands-need-no-package': {
    breaks: ['scripts/measure.mjs', 'vite'],
    keeps: ['scripts/lib/measure-all.mjs', 'vite'],
  },
  'no-unknown-imports': {
    breaks: ['server/cli/bulto.ts', './not-there.ts'],
    keeps: ['server/cli/demo.ts', '../config.ts'],
  },
  'no-cycles': {
    breaks: ['server/http/access.ts', './session.ts'],
    keeps: ['server/http/errors.ts', './access.ts'],
  },
}

/** What the examples import; the last one closes the circle. */
const BYSTANDERS: Record<string, string> = {
  'contract/errors.ts': 'export type Nothing = undefined',
  'bench/report.ts': 'export type Nothing = undefined',
  'testkit/mail.ts': 'export type Nothing = undefined',
  'e2e/support/shop.ts': 'export type Nothing = undefined',
  'server/config.ts': 'export type Nothing = undefined',
  'server/db/tables.ts': 'export type Nothing = undefined',
  'server/ordering/cart/cart.service.ts': 'export type Nothing = undefined',
  'server/catalogue/catalogue.ts': 'export type Nothing = undefined',
  'server/ordering/cart/carts.routes.ts': 'export type Nothing = undefined',
  'server/ordering/lines/lines.service.ts': 'export type Nothing = undefined',
  'server/ordering/ordering.ts': 'export type Nothing = undefined',
  'server/spreadsheets/numbers.ts': 'export type Nothing = undefined',
  'server/ports/mail/port.ts': 'export type Nothing = undefined',
  'server/ports/mail/smtp.ts': 'export type Nothing = undefined',
  'server/test/make.ts': 'export type Nothing = undefined',
  'web/features/ordering/orders/format.ts': 'export type Nothing = undefined',
  'web/lib/api.ts': 'export type Nothing = undefined',
  'web/lib/format.ts': 'export type Nothing = undefined',
  'web/shop/client.ts': 'export type Nothing = undefined',
  'web/ui/Dialog.ts': 'export type Nothing = undefined',
  'web/paths.ts': 'export type Nothing = undefined',
  'server/http/session.ts': "export * from './access.ts'",
}

describe('each import rule', () => {
  let folder: string
  let found: string[]

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bulto-architecture-'))
    const write = (file: string, text: string) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    write('package.json', readFileSync(join(root, 'package.json'), 'utf8'))
    for (const [file, text] of Object.entries(BYSTANDERS)) write(file, text)
    for (const { breaks, keeps } of Object.values(examples)) {
      for (const [file, imported] of [breaks, keeps]) {
        write(
          file,
          `import * as something from '${imported}'\nexport const used = ${file.endsWith('.tsx') ? '<p>{String(something)}</p>' : 'something'}\n`,
        )
      }
    }
    found = (await checkImports(folder)).broken
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each(ruleNames)('%s fires, and only where it should', (name) => {
    const example = examples[name]
    if (!example) throw new Error(`the rule ${name} has no example`)
    const files = found.filter((line) => line.startsWith(`${name}: `)).map((line) => line.split(/: | -> /)[1])
    expect(files).toContain(example.breaks[0])
    expect(files).not.toContain(example.keeps[0])
  })
})
