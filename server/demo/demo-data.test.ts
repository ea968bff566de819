import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { addressInWords } from '../../contract/address-text.ts'
import { parseCuit } from '../../contract/cuit.ts'
import { priceOf } from '../../contract/price.ts'
import { roundToMultiple } from '../../contract/rules.ts'
import { brands } from './brands.ts'
import { makeArticles, type VideoMotif, videos } from './catalogue.ts'
import { DUE_AFTER, makeClientAccounts } from './client-accounts.ts'
import { accounts, FIRST_CLIENT, makeClients, SECOND_CLIENT } from './clients.ts'
import { drawPicture } from './drawing/scenes.ts'
import { assets } from './drawings.ts'
import { categoriesOfBrand, families } from './families.ts'
import { makeFulfilments } from './fulfilments.ts'
import { makeOrders } from './orders.ts'
import { readVideo } from './pictures.ts'
import { listOfClient, makeListPrices, makeOwnPrices, priceLists } from './price-lists.ts'

const articles = makeArticles()
const clients = makeClients()
const orders = makeOrders(articles, clients)
const listings = articles.flatMap(({ listing }) => listing ?? [])

test('everything is the same every time', () => {
  expect(makeArticles()).toEqual(articles)
  expect(makeClients()).toEqual(clients)
  expect(makeOrders(makeArticles(), makeClients())).toEqual(orders)
  expect(makeOwnPrices(makeArticles())).toEqual(makeOwnPrices(articles))
})

describe('articles', () => {
  test('six hundred of six brands, each with a code and a name of its own', () => {
    expect(articles).toHaveLength(600)
    expect(new Set(articles.map(({ code }) => code)).size).toBe(600)
    expect(new Set(articles.map(({ brand, description }) => `${brand.name} ${description}`)).size).toBe(600)
    expect(new Set(listings.map(({ brand }) => brand))).toEqual(new Set([...brands.map(({ name }) => name), null]))
  })

  test('codes begin with zeros, carry dashes or underscores in some brands', () => {
    for (const form of [/^0\d{4}$/, /^TB-\d{4}$/, /^TR_\d{4}$/]) {
      expect(articles.filter(({ code }) => form.test(code)).length).toBeGreaterThan(90)
    }
  })

  test('aliases are EAN-13 of this country, none twice', () => {
    expect(new Set(articles.map(({ alias }) => alias)).size).toBe(600)
    for (const { alias } of articles) {
      expect(alias).toMatch(/^779\d{10}$/)
      const sum = [...alias].reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0)
      expect(sum % 10).toBe(0)
    }
  })

  test.each([
    ['without a price', articles.filter(({ listPrice }) => listPrice === 0), 3, 20],
    ['without a listing', articles.filter(({ listing }) => listing === null), 5, 20],
    ['listed without a brand', listings.filter(({ brand }) => brand === null), 3, 20],
    ['without a category', listings.filter(({ brand, category }) => brand && !category), 5, 20],
    ['inactive in the ERP', articles.filter(({ active }) => !active), 3, 20],
    ['inactive in the shop', listings.filter(({ active }) => !active), 3, 20],
    ['in promotion', listings.filter(({ promo }) => promo), 30, 150],
    ['of the future', listings.filter(({ future }) => future), 10, 60],
    ['with an indication', listings.filter(({ hint }) => hint), 50, 200],
    ['with a discount', listings.filter(({ discount }) => discount > 0), 120, 300],
    ['with a discount that is no whole percent', listings.filter(({ discount }) => discount % 100 > 0), 5, 60],
    ['with several pictures', articles.filter(({ media }) => media.length > 1), 60, 300],
    ['with five pictures', articles.filter(({ media }) => media.length === 5), 5, 100],
    ['without a picture', articles.filter(({ media }) => media.length === 0), 3, 30],
    ['with a video', articles.filter(({ media }) => media.some((slot) => 'video' in slot)), 4, 30],
    ['as an assortment', articles.filter(({ assortment }) => assortment > 0), 50, 300],
    ['of a season', articles.filter(({ season }) => season), 100, 500],
  ])('there are some %s', (_what, found, least, most) => {
    expect(found.length).toBeGreaterThanOrEqual(least)
    expect(found.length).toBeLessThanOrEqual(most)
  })

  test('some prices end in a half cent after the discount', () => {
    const halves = articles.filter(
      ({ listPrice, listing }) => listing && (listPrice * (10_000 - listing.discount)) % 10_000 === 5_000,
    )
    expect(halves.length).toBeGreaterThan(15)
  })

  test('multiples fit packs', () => {
    expect(new Set(articles.map(({ multiple }) => multiple))).toEqual(new Set([1, 2, 3, 6, 12, 24]))
    for (const { multiple, unitsPerPack } of articles) expect(unitsPerPack % multiple).toBe(0)
  })

  test('no article has more media than there are slots, nor twice the same', () => {
    for (const { media } of articles) {
      expect(media.length).toBeLessThanOrEqual(5)
      expect(new Set(media.map((slot) => JSON.stringify(slot))).size).toBe(media.length)
    }
  })
})

describe('the tree', () => {
  test('has categories with and without subcategories, none of them empty', () => {
    expect(families.some(({ subcategory }) => subcategory === null)).toBe(true)
    expect(families.some(({ subcategory }) => subcategory !== null)).toBe(true)
    for (const { name } of brands) {
      for (const category of categoriesOfBrand[name] ?? []) {
        const inCategory = listings.filter((listing) => listing.brand === name && listing.category === category)
        expect(inCategory.length, `${name}, ${category}`).toBeGreaterThan(0)
      }
    }
  })
})

describe('pictures', () => {
  const toys = readdirSync(new URL('toys/', assets)).map((file) => file.replace('.svg', ''))

  test('every toy that is drawn is sold, and every one that is sold is drawn', () => {
    expect(families.map(({ motif }) => motif).toSorted()).toEqual(toys.toSorted())
  })

  test.each(toys)('%s can be drawn, and looks different in each brand', async (motif) => {
    const drawn = brands.map((brand) => drawPicture({ motif, palette: 0, view: 'front' }, brand))
    const seen = await Promise.all(
      drawn.map(async (svg) =>
        (await sharp(Buffer.from(svg)).resize(8, 8).removeAlpha().raw().toBuffer()).toString('hex'),
      ),
    )
    expect(new Set(seen).size).toBe(brands.length)
    for (const svg of drawn) expect(svg).not.toMatch(/NaN|undefined|null/)
  })

  test.each(Object.keys(videos) as VideoMotif[])('the video of %s is small', async (motif) => {
    const { length } = await readVideo(motif)
    expect(length).toBeGreaterThan(5_000)
    expect(length).toBeLessThanOrEqual(60 * 1024)
  })
})

describe('clients', () => {
  test('have addresses in several provinces, some none, some three', () => {
    const counts = new Set(clients.map(({ addresses }) => addresses.length))
    expect(counts).toEqual(new Set([0, 1, 2, 3]))
    const provinces = new Set(clients.flatMap(({ addresses }) => addresses.map(({ provinceId }) => provinceId)))
    expect(provinces.size).toBeGreaterThan(6)
    expect(provinces.has(15)).toBe(false)
    expect(clients.some(({ addresses }) => addresses.some(({ carrierId }) => carrierId === null))).toBe(true)
  })

  test('have right CUITs of their own, all conditions, and both sellers', () => {
    const others = clients.filter(({ id }) => id !== FIRST_CLIENT && id !== SECOND_CLIENT)
    for (const { cuit } of others) expect(parseCuit(cuit)).toBe(cuit)
    expect(new Set(clients.map(({ cuit }) => cuit)).size).toBe(clients.length)
    expect(new Set(clients.map(({ saleCondition }) => saleCondition))).toEqual(new Set([1, 2, 4]))
    expect(new Set(clients.map(({ sellerId }) => sellerId))).toEqual(new Set([1, 2]))
  })

  test('the accounts belong to the right clients and sellers', () => {
    const linked = accounts.flatMap(({ cuit, clientId }) =>
      clients.filter(({ id }) => id === clientId).map((client) => ({ cuit, client })),
    )
    expect(linked.map(({ cuit, client }) => [cuit, client.cuit, client.sellerId])).toEqual([
      ['30712345671', '30712345671', 1],
      ['30700000016', '30700000016', 2],
    ])
    expect(clients.find(({ id }) => id === FIRST_CLIENT)?.addresses.length).toBeGreaterThan(1)
    expect(accounts.find(({ type }) => type === 'vendedor')).toMatchObject({
      cuit: '20333333334',
      sellerId: 1,
    })
  })
})

describe('prices of lists and clients', () => {
  const prices = makeListPrices(articles)
  const baseOf = new Map(articles.map(({ id, listPrice }) => [id, listPrice]))

  test.each([
    ['Minorista', 1.12, 1.12],
    ['Mayorista', 0.92, 0.92],
    ['Interior', 1, 1.06],
  ])(
    '%s has every article with a price, in whole tens of pesos, from %f to %f times the base list',
    (name, from, to) => {
      const list = priceLists.find((one) => one.name === name)
      const found = prices.filter(({ listId }) => listId === list?.id)
      expect(found.map(({ articleId }) => articleId)).toEqual(
        articles.filter(({ listPrice }) => listPrice > 0).map(({ id }) => id),
      )
      for (const { articleId, listPrice } of found) {
        const base = baseOf.get(articleId) ?? 0
        expect(listPrice % 1_000).toBe(0)
        // Rounding moves a price by five pesos at most.
        expect(listPrice).toBeGreaterThanOrEqual(base * from - 500)
        expect(listPrice).toBeLessThanOrEqual(base * to + 500)
      }
    },
  )

  test('each seller has clients of the base list and of other lists; the accounts’ clients show both', () => {
    const [first, second] = [FIRST_CLIENT, SECOND_CLIENT].map((id) => clients.find((client) => client.id === id))
    expect(first && listOfClient(first)).toBeNull()
    expect(priceLists.find(({ id }) => second && id === listOfClient(second))?.name).toBe('Interior')
    for (const sellerId of [1, 2]) {
      const own = clients.filter((client) => client.sellerId === sellerId)
      expect(new Set(own.map(listOfClient))).toEqual(new Set([null, ...priceLists.map(({ id }) => id)]))
    }
  })

  test('two clients have five prices of their own each, the first one for a month', () => {
    const own = makeOwnPrices(articles)
    expect(own.map(({ clientId, days }) => [clientId, days])).toEqual([
      ...Array(5).fill([FIRST_CLIENT, 30]),
      ...Array(5).fill([SECOND_CLIENT, null]),
    ])
    expect(new Set(own.map(({ articleId }) => articleId)).size).toBe(10)
    for (const { articleId, listPrice } of own) expect(listPrice).toBeLessThan((baseOf.get(articleId) ?? 0) * 0.9)
  })
})

describe('orders', () => {
  test('the first client has more than one page of them', () => {
    expect(orders.filter(({ client }) => client.id === FIRST_CLIENT).length).toBeGreaterThan(25)
    expect(new Set(orders.map(({ client }) => client.id)).size).toBeGreaterThan(4)
    expect(new Set(orders.map(({ erpNumber }) => erpNumber)).size).toBe(orders.length)
  })

  test('are of what was sold, in its multiples, at its price of that day: the older, the lower', () => {
    for (const { lines, total, daysAgo } of orders) {
      expect(total).toBe(lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0))
      expect(new Set(lines.map(({ article }) => article.id)).size).toBe(lines.length)
      for (const { article, quantity, listPrice, unitPrice: paid } of lines) {
        expect(article.active && article.listing?.active && article.listing.brand).toBeTruthy()
        expect(quantity).toBe(roundToMultiple(quantity, article.multiple))
        expect(paid).toBe(priceOf({ listPrice, discount: article.listing?.discount ?? 0 }))
        if (daysAgo < 60) expect(listPrice).toBe(article.listPrice)
        else expect(listPrice).toBeLessThan(article.listPrice)
        expect(paid).toBeGreaterThan(0)
      }
    }
  })

  test('go to addresses of their client, some are picked up', () => {
    for (const { client, addressId, address } of orders) {
      const allowed = client.addresses.map((address) => [address.id, addressInWords(address)])
      allowed.push(client.addresses.length > 0 ? [0, 'Retiro en el local'] : [-1, ''])
      expect(allowed).toContainEqual([addressId, address])
    }
    expect(orders.some(({ addressId }) => addressId === 0)).toBe(true)
  })
})

describe('what became of the orders', () => {
  const fulfilments = makeFulfilments(orders)

  test('each client’s newest order has sent a part, lacks a line and waits for the rest; the others came whole', () => {
    for (const { order, sent, refused, bill } of fulfilments) {
      const isNewest = orders.every(({ client, daysAgo }) => client.id !== order.client.id || daysAgo >= order.daysAgo)
      expect(refused !== null).toBe(isNewest)
      expect(sent.length).toBe(isNewest ? Math.ceil((order.lines.length - 1) / 2) : 0)
      expect(sent.map(({ articleId }) => articleId)).not.toContain(refused?.articleId)
      if (order.daysAgo > 5) expect(bill === null).toBe(isNewest)
    }
  })

  test('nothing happened in the future', () => {
    for (const { order, steps, sent } of fulfilments)
      for (const { afterHours } of [...steps, ...sent]) expect(afterHours).toBeLessThan(order.daysAgo * 24)
  })
})

test('an account owes what was billed lately: the first client has overdue bills, others ahead, and one paid in part', () => {
  const accountsOf = makeClientAccounts(makeFulfilments(orders))
  expect(accountsOf.map(({ clientId }) => clientId).sort()).toEqual(
    [...new Set(orders.map(({ client }) => client.id))].sort(),
  )
  const first = accountsOf.find(({ clientId }) => clientId === FIRST_CLIENT)
  const invoices = first?.bills.filter(({ amount }) => amount > 0) ?? []
  expect(invoices.some(({ daysAgo }) => daysAgo > DUE_AFTER)).toBe(true)
  expect(invoices.some(({ daysAgo }) => daysAgo < DUE_AFTER)).toBe(true)
  expect(invoices.filter(({ amount, balance }) => balance > 0 && balance < amount)).toHaveLength(1)
})

test('mail addresses are plain ASCII: many mail servers refuse others', () => {
  for (const { email } of [...accounts, ...clients]) expect(email).toMatch(/^[a-z\d.]+@[a-z.]+$/)
})
