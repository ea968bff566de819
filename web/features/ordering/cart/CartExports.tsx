import { IconFileSpreadsheet, IconFileTypePdf, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { CART_PDF, CART_SPREADSHEET, cartPdf, cartSpreadsheet } from '../../../../contract/documents.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import { useAction } from '../../../lib/action.ts'
import { download, fetchFile } from '../../../lib/download.ts'
import { useCartBusy, useCartOwner } from '../../../shop/cart.ts'
import { SendOffer } from '../../../shop/offers/SendOffer.tsx'
import { ShareButton } from '../../../shop/share/ShareButton.tsx'
import styles from './cart.module.css'

const kinds = [
  { name: 'Excel', endpoint: cartSpreadsheet, otherwise: CART_SPREADSHEET, Icon: IconFileSpreadsheet },
  { name: 'PDF', endpoint: cartPdf, otherwise: CART_PDF, Icon: IconFileTypePdf },
] as const
type Kind = (typeof kinds)[number]

/** The cart as a file for the client: 'Exportar Excel', 'Exportar PDF', 'Compartir', 'Con precio' (R102, R392). */
export function CartExports() {
  const { userId, clientId } = useCartOwner()
  const cartBusy = useCartBusy()
  const [sends, setSends] = useState(false)
  const [withPrices, setWithPrices] = useState(true)
  const making = useAction(
    ({ endpoint, otherwise }: Kind) => download(endpoint, { query: { userId, clientId, withPrices }, otherwise }),
    { success: (_, { name }) => `${name} descargado` },
  )
  // The file must show what the screen shows.
  const make = (kind: Kind) => !cartBusy && making.run(kind)
  return (
    <section className={`panel ${styles.exports}`} aria-label="Exportar">
      {kinds.map((kind) => (
        <button
          key={kind.name}
          type="button"
          className="button button--plain button--small"
          aria-disabled={making.busy || cartBusy}
          onClick={() => make(kind)}
        >
          <kind.Icon size={19} aria-hidden />
          {making.busyWith === kind ? 'Preparando…' : `Exportar ${kind.name}`}
        </button>
      ))}
      {clientId !== NO_CLIENT && (
        <button
          type="button"
          className="button button--plain button--small"
          aria-disabled={cartBusy}
          onClick={() => !cartBusy && setSends(true)}
        >
          <IconSend size={19} aria-hidden />
          Cotizar por enlace
        </button>
      )}
      {!cartBusy && (
        <ShareButton
          paper={{
            title: 'Cotización',
            file: () => fetchFile(cartPdf, { query: { userId, clientId, withPrices }, otherwise: CART_PDF }),
          }}
          of="la cotización"
          className="button button--plain button--small"
        />
      )}
      <label className={styles.prices}>
        <input type="checkbox" checked={withPrices} onChange={({ target }) => setWithPrices(target.checked)} />
        Con precio
      </label>
      <span className="visually-hidden" role="status">
        {making.busyWith && `Preparando ${making.busyWith.name}…`}
      </span>
      {sends && <SendOffer clientId={clientId} listId={null} onClose={() => setSends(false)} />}
    </section>
  )
}
