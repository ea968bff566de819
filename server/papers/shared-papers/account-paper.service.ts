/** A client's account on paper (R392), as the ERP told it last (R306). */
import { formatPesos } from '../../../contract/amounts.ts'
import { leftOf } from '../../../contract/client-account.ts'
import type { Queryable } from '../../db/open.ts'
import { dayText, formatInstant } from '../../lib/dates.ts'
import type { Face } from '../../lib/face.ts'
import { accountOf } from '../../ordering/ordering.ts'
import { notFound } from '../../refusal.ts'
import { findPaperClient, readPaperSettings } from '../trade-papers/paper-shop.queries.ts'
import { clientFactsOf, factsOf, paperShopOf } from '../trade-papers/paper-shop.rules.ts'
import type { TradePaper } from '../trade-papers/trade-paper.types.ts'

const NO_ACCOUNT = 'El sistema de gestión no envió la cuenta de este cliente'

/** @throws Refusal 404 where the ERP told no account */
export async function accountPaper(
  db: Queryable,
  clientId: number,
  { face, shopAddress }: { face: Face; shopAddress: string },
): Promise<TradePaper> {
  const account = await accountOf(db, clientId)
  const client = account && (await findPaperClient(db, clientId))
  if (!account || !client) throw notFound(NO_ACCOUNT)
  const { balance, limit, ordered, billedSince = 0, bills } = account
  const some = (cents: number) => (cents > 0 ? formatPesos(cents) : '')
  return {
    shop: paperShopOf(await readPaperSettings(db), face, shopAddress),
    title: 'Cuenta corriente',
    number: '',
    days: [['Al', formatInstant(account.at)]],
    client: client.name,
    clientFacts: clientFactsOf(client),
    terms: factsOf([
      [balance < 0 ? 'Saldo a favor' : 'Saldo', formatPesos(Math.abs(balance))],
      ['Sin facturar', some(ordered)],
      ['Facturado después', some(billedSince)],
      ['Límite', limit === null ? '' : formatPesos(limit)],
      ['Disponible', limit === null ? '' : formatPesos(leftOf(account, limit))],
    ]),
    note: '',
    kind: 'plain',
    withPictures: false,
    lines: bills.map(({ kind, number, day, dueDay, amount, balance: left }) => ({
      code: kind,
      description: `${number} del ${spoken(day)}${dueDay ? `, vence el ${spoken(dueDay)}` : ''}`,
      note: `Importe ${formatPesos(amount)} · saldo ${formatPesos(left)}`,
      quantity: null,
      unitsPerPack: 0,
      multiple: 1,
      price: null,
      soldOut: false,
      picture: null,
    })),
    withCounts: false,
    total: 0,
    closing: [bills.length === 0 ? 'No hay comprobantes pendientes de pago.' : 'Según el sistema de gestión.'],
  }
}

const spoken = (day: string): string => dayText(new Date(`${day}T12:00:00Z`))
