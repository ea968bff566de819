import { IconBrandWhatsapp, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { PendingCart } from '../../../../contract/clients.ts'
import { listCarts } from '../../../../contract/order-admin.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import { type Sort, sortText, wireObject } from '../../../../contract/wire.ts'
import { choiceInAddress, pageInAddress, textInAddress, useAddressState } from '../../../lib/address-state.ts'
import { isWithoutAnswer } from '../../../lib/api.ts'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { usePageSize } from '../../../lib/page-size.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { useUser } from '../../../lib/session.ts'
import { paths } from '../../../paths.ts'
import { UnsentHere } from '../../../shop/book/Unsent.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import { sorted } from '../../../ui/table/columns.ts'
import { ListPage } from '../../../ui/table/ListPage.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import { CART_SORTS, cartColumns } from './cart-columns.tsx'
import { chatAbout, keyOf } from './cart-text.ts'
import { useDeleteCarts } from './use-delete-carts.ts'

const CartModal = lazy(() => import('./CartModal.tsx').then((module) => ({ default: module.CartModal })))

const PAGE_ROWS = 25
const ages = [
  { value: '1', label: '1 día o más' },
  { value: '3', label: '3 días o más' },
  { value: '7', label: '7 días o más' },
  { value: '30', label: '30 días o más' },
]
const address = wireObject({
  client: ['cli', textInAddress],
  seller: ['vendedor', textInAddress],
  days: ['dias', choiceInAddress(ages.map(({ value }) => value))],
  page: ['pag', pageInAddress],
  sort: ['orden', sortText(CART_SORTS)],
})
const longestFirst: Sort<(typeof CART_SORTS)[number]> = { by: 'days', down: true }

const inWords = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
const hasWords = ({ businessName, email, cuit, holder }: PendingCart, text: string) => {
  const words = inWords([businessName, email, cuit, holder].join(' '))
  const hasWord = (word: string) => words.includes(word) || words.includes(word.replace(/(?<=\d)-(?=\d)/g, ''))
  return inWords(text).split(/\s+/).every(hasWord)
}

interface PendingCartsProps {
  title: string
  /** Shown above the filters. */
  tabs?: ReactNode
  /** Chooses the carts; without it all that the user may see are listed. */
  only?: (cart: PendingCart) => boolean
  /** Whether carts of other users can be deleted here, one by one or also all at once; undefined: they cannot. */
  deletes?: 'one' | 'all'
}

/** Waiting carts (R202), the longest waiting first, each with a way to reach its client. */
export function PendingCarts({ title, tabs, only, deletes }: PendingCartsProps) {
  const user = useUser()
  const place = useAddressState(address)
  const { page, sort = longestFirst, ...filters } = place.value
  const pageSize = usePageSize(PAGE_ROWS)
  const [open, setOpen] = useState<PendingCart | null>(null)
  const [isAsking, setAsking] = useState(false)
  const remove = useDeleteCarts()
  const carts = useQuery(queryOf(listCarts))
  const all = only ? carts.data?.filter(only) : carts.data
  const found = all?.filter(
    (cart) =>
      hasWords(cart, filters.client) &&
      cart.days >= Number(filters.days) &&
      (filters.seller === '' || cart.seller === filters.seller),
  )
  const rows = found && sorted(found, cartColumns, sort).slice(page * pageSize.rows, (page + 1) * pageSize.rows)
  const sellers = [...new Set(all?.map(({ seller }) => seller).filter(Boolean))].toSorted()
  const total = all?.reduce((sum, cart) => sum + cart.total, 0) ?? 0
  const isOwn = ({ userId }: PendingCart) => userId === user.id
  return (
    <ListPage
      title={title}
      nouns={['carrito', 'carritos']}
      empty={all?.length === 0 ? 'No hay pedidos pendientes..' : 'Ningún carrito coincide con la búsqueda'}
      list={{ ...carts, data: rows && { rows, total: found.length }, isPlaceholderData: false }}
      // The sort order is also shown when it is the one by default.
      place={{ ...place, value: { ...place.value, sort } }}
      filters={filters}
      pageSize={pageSize}
      columns={cartColumns}
      keyOf={keyOf}
      nameOf={({ businessName }) => businessName}
      actions={(cart) => (
        <>
          <RowButton label="Ver carrito" of={`de ${cart.businessName}`} kind="plain" onClick={() => setOpen(cart)} />
          <Chat cart={cart} small />
        </>
      )}
      head={
        deletes === 'all' &&
        all !== undefined &&
        all.length > 0 && (
          <button type="button" className="button button--danger" onClick={() => setAsking(true)}>
            <IconTrash size={18} aria-hidden />
            Borrar todos
          </button>
        )
      }
      tabs={tabs}
      search={{
        label: 'Buscar carritos',
        value: filters,
        onSearch: (wanted, step) => place.go({ ...wanted, page: 0 }, step),
        children: (form) => (
          <>
            <TextField
              form={form}
              name="client"
              label="Cliente"
              type="search"
              maxLength={100}
              placeholder="Razón social, email o CUIT"
            />
            <SelectField form={form} name="days" label="Parado" none="Todos" options={ages} />
            {sellers.length > 1 && (
              <SelectField
                form={form}
                name="seller"
                label="Vendedor"
                none="Todos"
                options={sellers.map((seller) => ({ value: seller, label: seller }))}
              />
            )}
          </>
        ),
      }}
    >
      {/* The server's list can't be asked for; what this device keeps can be told. */}
      {isWithoutAnswer(carts.error) && <UnsentHere />}
      {open && (
        <Suspense>
          <CartModal cart={open} onClose={() => setOpen(null)}>
            {deletes && !isOwn(open) && (
              <button
                type="button"
                className="button button--danger"
                aria-disabled={remove.one.busy}
                onClick={() => void remove.one.run(open).then((done) => done && setOpen(null))}
              >
                Borrar carrito
              </button>
            )}
            <Chat cart={open} />
            {open.clientId !== NO_CLIENT && (
              <Link
                to={isOwn(open) ? paths.cart : paths.catalogue}
                search={isOwn(open) ? { id: open.clientId } : { c: open.clientId }}
                className="button"
              >
                {isOwn(open) ? 'Abrir carrito' : 'Pedir para este cliente'}
              </Link>
            )}
          </CartModal>
        </Suspense>
      )}
      {isAsking && all && (
        <ConfirmDialog
          title="Borrar carritos pendientes"
          text={`Se borran ${formatCount(all.length)} ${all.length === 1 ? 'carrito' : 'carritos'} por ${formatMoney(total)}, también los que se están cargando ahora. Puede deshacerlo durante 10 segundos.`}
          confirm="Borrar todos"
          busy={remove.all.busy}
          onConfirm={() => void remove.all.run().then(() => setAsking(false))}
          onCancel={() => setAsking(false)}
        />
      )}
    </ListPage>
  )
}

/** A link to a chat with the client about the cart; nothing without a number for it. */
function Chat({ cart, small = false }: { cart: PendingCart; small?: boolean }) {
  const chat = chatAbout(cart)
  if (!chat) return null
  return (
    <a
      className={`button button--plain ${small ? 'button--small' : ''}`}
      href={chat}
      target="_blank"
      rel="noreferrer"
      aria-label={`WhatsApp a ${cart.businessName}`}
    >
      <IconBrandWhatsapp size={18} aria-hidden />
      WhatsApp
    </a>
  )
}
