/**
 * The second buyer of a client, who prepares orders and lets the first one confirm them (R371, R372). This buyer's screens keep nothing
 * on a device that the sequences look at, so that the steps are the calls that the screens make.
 */
import { saveCartLines } from '../../contract/cart-lines.ts'
import { createOrder, OWN_CONDITION, PICKUP } from '../../contract/orders.ts'
import {
  changeSavedList,
  confirmSentCart,
  createSavedList,
  deleteSavedList,
  loadSavedList,
  sendCart,
} from '../../contract/saved-lists.ts'
import type { Client } from '../client.ts'
import { soldQuantity } from '../sold-quantity.ts'
import type { ListLine, Shelf, ShownList } from './shelf.ts'
import type { Article, Shop } from './shop.ts'

/** What the second buyer does; `order` and `confirm` are refused. */
export type BuyerAct = 'type' | 'save' | 'send' | 'load' | 'change' | 'delete' | 'order' | 'confirm'

export interface SecondBuyer {
  /** The lines of the buyer's own cart. */
  cart(): ListLine[]
  /** Does something with an article and one of the lists that the buyer sees; false where there is nothing to do it with. */
  act(act: BuyerAct, article: Article, quantity: number, pick: number): Promise<boolean>
}

/** The status with which a call was refused. @throws what is no refusal */
const statusOf = (error: unknown): number => {
  const [, status] = /answered (4\d\d)/.exec(String(error)) ?? []
  if (!status) throw error
  return Number(status)
}
/** What a call answered, or the status with which it was refused. */
const orStatus = <T>(answer: Promise<T>): Promise<T | number> => answer.catch(statusOf)

/** @param user the buyer's session */
export function createSecondBuyer(shop: Shop, user: Client, clientId: number, shelf: Shelf): SecondBuyer {
  const cart = new Map<string, ListLine>()
  let names = 0
  const lines = () => [...cart.values()]
  const visible = (isWanted: (list: ShownList) => boolean) => async (pick: number) => {
    const ids = shelf.ids().filter((id) => shelf.isVisible(id, 'second'))
    const id = ids[pick % Math.max(1, ids.length)]
    if (id === undefined) return undefined
    const list = await orStatus(shop.list(user, clientId, id))
    if (typeof list === 'number') {
      shelf.gone(id, 'second')
      return undefined
    }
    shelf.read(list)
    return isWanted(list) ? list : undefined
  }
  const articleOf = (code: string) => shop.articles.find((one) => one.code === code)!
  const change = async ({ id, version, lines: read }: ShownList, quantity: number) => {
    const changed = read.map((line, at) =>
      at === 0 ? { ...line, quantity: soldQuantity(quantity, articleOf(line.code).multiple) } : line,
    )
    const attempt = shelf.change(id, version, { lines: changed })
    const toSave = changed.map((line) => ({ ...line, articleId: articleOf(line.code).articleId }))
    const body = { clientId, lines: toSave, version }
    const answer = await orStatus(user.call(changeSavedList, { params: { id }, body }))
    if (typeof answer !== 'number') attempt.done(answer.version)
    else attempt.refused()
    if (answer === 404) shelf.gone(id, 'second')
  }
  const load = async ({ id, lines: read }: ShownList, clearCart: boolean) => {
    const answer = await orStatus(user.call(loadSavedList, { params: { id }, body: { clientId, clearCart } }))
    if (typeof answer === 'number') {
      if (answer === 404) shelf.gone(id, 'second')
      return
    }
    const noteOf = (code: string) => read.find((line) => line.code === code)?.note ?? ''
    shelf.loaded(
      id,
      'quien arma',
      answer.map(({ code, askedQuantity }) => ({ code, quantity: askedQuantity, note: noteOf(code) })),
    )
    if (clearCart) cart.clear()
    for (const { code, quantity } of answer) if (quantity > 0) cart.set(code, { code, quantity, note: noteOf(code) })
  }
  /** @throws for an answer, as nobody who prepares orders makes one */
  const mustBeRefused = async (answer: Promise<unknown>, what: string) => {
    if ((await orStatus(answer)) !== 403) throw new Error(`Quien arma pedidos ${what}`)
  }
  return {
    cart: lines,
    async act(act, article, quantity, pick) {
      const sold = soldQuantity(quantity, article.multiple)
      const { code, articleId } = article
      switch (act) {
        case 'type': {
          const line = { row: 0, articleId, quantity, note: 'de Lola', ask: true }
          const { lines: stored } = await user.call(saveCartLines, { body: { clientId, lines: [line] } })
          if (stored.length > 0) cart.set(code, { code, quantity: sold, note: 'de Lola' })
          return stored.length > 0
        }
        case 'save': {
          const line = { code, quantity: sold, note: '' }
          const named = { name: `De Lola ${++names}`, shared: pick % 2 === 0 }
          const body = { clientId, ...named, lines: [{ ...line, articleId }] }
          const { id, kind, version } = await user.call(createSavedList, { body })
          shelf.add('second', { id, kind, version, ...named, archived: false, isOwn: true, sent: null, lines: [line] })
          return true
        }
        case 'send': {
          const body = { clientId, name: `Pedido ${++names}`, addressId: PICKUP, note: '' }
          const answer = await orStatus(user.call(sendCart, { body }))
          if (typeof answer === 'number') return false
          const { id, kind, name, shared, archived, version } = answer
          const list = { id, kind, name, shared, archived, version, isOwn: true, lines: lines() }
          shelf.add('second', { ...list, sent: 'waiting' })
          cart.clear()
          return true
        }
        case 'load': {
          const list = await visible(({ archived }) => !archived)(pick)
          if (list) await load(list, quantity % 2 === 0)
          return list !== undefined
        }
        case 'change': {
          const list = await visible(() => true)(pick)
          if (list) await change(list, quantity)
          return list !== undefined
        }
        case 'delete': {
          const list = await visible(({ isOwn, sent }) => isOwn && sent === 'returned')(pick)
          if (!list) return false
          const query = { clientId, version: list.version }
          await user.call(deleteSavedList, { params: { id: list.id }, query })
          shelf.deleted(list.id, 'quien arma')
          return true
        }
        case 'order': {
          const query = { clientId, addressId: PICKUP, note: '', condition: OWN_CONDITION }
          const asked = { articleId, quantity: sold, note: '', unitPrice: shop.priceOf(article), ask: false }
          const body = { lines: [asked], known: [] }
          const all = { ...query, shownTotal: sold * shop.priceOf(article), ruleReason: undefined }
          await mustBeRefused(user.call(createOrder, { query: all, body }), 'hizo un pedido')
          return true
        }
        case 'confirm': {
          const list = await visible(({ sent }) => sent === 'waiting')(pick)
          if (!list) return false
          const asked = list.lines.map(({ code: of, ...line }) => {
            const ordered = articleOf(of)
            return { ...line, articleId: ordered.articleId, unitPrice: shop.priceOf(ordered) }
          })
          const shownTotal = asked.reduce((sum, line) => sum + line.quantity * line.unitPrice, 0)
          const body = { clientId, addressId: PICKUP, note: '', version: list.version, shownTotal, lines: asked }
          await mustBeRefused(user.call(confirmSentCart, { params: { id: list.id }, body }), 'confirmó un pedido')
          return true
        }
      }
    },
  }
}
