import type { PendingCart } from '../../../../contract/clients.ts'
import { formatCuit } from '../../../../contract/cuit.ts'
import { callLink } from '../../../../contract/phone.ts'
import { roles } from '../../../../contract/roles.ts'
import { formatAmount, formatCount, formatDate } from '../../../lib/format.ts'
import { Mark } from '../../../ui/Mark.tsx'
import { type Column, NO_VALUE } from '../../../ui/table/columns.ts'
import { ageOf, STANDS_LONG } from './cart-text.ts'

/** The numbers of the client's user, each a link where it can be dialled. */
const Phones = ({ phones }: { phones: readonly string[] }) => {
  const distinctPhones = [...new Set(phones.map((phone) => phone.trim()).filter(Boolean))]
  if (distinctPhones.length === 0) return NO_VALUE
  return distinctPhones.map((phone) => {
    const link = callLink(phone)
    return <div key={phone}>{link ? <a href={link}>{phone}</a> : phone}</div>
  })
}

/** The columns of a list of waiting carts (R202: razon, email, cuit, seller, total, items, date). */
export const cartColumns: readonly Column<PendingCart>[] = [
  {
    name: 'businessName',
    label: 'Razón social',
    kind: 'long',
    phone: 'title',
    sort: ({ businessName }) => businessName,
    show: ({ businessName, holder, holderType }) => (
      <>
        <strong>{businessName}</strong>
        {roles[holderType].isStaff && <small>Lo carga {holder}</small>}
      </>
    ),
  },
  {
    name: 'days',
    label: 'Parado',
    kind: 'short',
    phone: 'second',
    sort: ({ days }) => days,
    show: ({ days }) => <Mark kind={days >= STANDS_LONG ? 'warning' : undefined}>{ageOf(days)}</Mark>,
  },
  {
    name: 'total',
    label: 'Total',
    kind: 'figure',
    phone: 'end',
    sort: ({ total }) => total,
    show: ({ total }) => <strong>$&nbsp;{formatAmount(total)}</strong>,
  },
  {
    name: 'lines',
    label: 'Items',
    kind: 'figure',
    sort: ({ lineCount }) => lineCount,
    show: ({ lineCount }) => formatCount(lineCount),
  },
  {
    name: 'date',
    label: 'Fecha',
    kind: 'short',
    sort: ({ updatedAt }) => updatedAt,
    show: ({ updatedAt }) => formatDate(updatedAt),
  },
  {
    name: 'phone',
    label: 'Teléfono',
    kind: 'short',
    show: ({ mobile, phone }) => <Phones phones={[mobile, phone]} />,
  },
  {
    name: 'email',
    label: 'Email',
    kind: 'long',
    show: ({ email }) => email && <a href={`mailto:${email}`}>{email}</a>,
  },
  { name: 'cuit', label: 'CUIT', kind: 'short', show: ({ cuit }) => cuit && formatCuit(cuit) },
  { name: 'seller', label: 'Vendedor', phone: 'second', show: ({ seller }) => seller },
]

/** The columns by which waiting carts can be sorted; by default the longest waiting comes first. */
export const CART_SORTS = ['businessName', 'days', 'total', 'lines', 'date'] as const
