/** A seller sends a client a cart put aside, or the cart as a quotation, by a link (R387). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressInWords } from '../../../contract/address-text.ts'
import { linkAddress, MOST_LINK_DAYS } from '../../../contract/links.ts'
import { listOffers, makeOffer, OFFER_DAYS, offerQuotation } from '../../../contract/offers.ts'
import { deliveryInWords } from '../../../contract/order-text.ts'
import { NO_ADDRESS, PICKUP } from '../../../contract/orders.ts'
import { MAX_NOTE } from '../../../contract/rules.ts'
import { isDay } from '../../../contract/wire.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api.ts'
import { shopName } from '../../lib/shop.ts'
import { paths } from '../../paths.ts'
import { LabelledDay } from '../../ui/DayBox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { addressesQuery, lastDeliveryQuery } from '../clients.ts'
import { LinkDialog } from '../share/LinkDialog.tsx'
import { lastDay as lastDayOf } from './last-day.ts'
import styles from './offers.module.css'

interface SendOfferProps {
  readonly clientId: number
  /** The cart put aside; null: the cart, as a quotation. */
  readonly listId: number | null
  readonly onClose: () => void
}

const DAY_MS = 86_400_000
/** In Argentina, which is three hours behind UTC. */
const dayFromNow = (days: number) => new Date(Date.now() - 3 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10)

export function SendOffer({ clientId, listId, onClose }: SendOfferProps) {
  const { data: addresses } = useQuery(addressesQuery(clientId))
  const { data: last } = useQuery(lastDeliveryQuery(clientId))
  const [chosen, setChosen] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const [lastDay, setLastDay] = useState(() => dayFromNow(OFFER_DAYS))
  const known = addresses?.map(({ id }) => id) ?? []
  const usual = last !== undefined && last !== null && (last === PICKUP || known.includes(last)) ? last : known[0]
  const addressId = chosen ?? usual ?? NO_ADDRESS
  const choices = [
    ...(addresses ?? []).map((address) => ({ id: address.id, label: addressInWords(address) })),
    { id: PICKUP, label: deliveryInWords({ addressId: PICKUP, address: '' }) },
    ...(known.length === 0 ? [{ id: NO_ADDRESS, label: 'A coordinar' }] : []),
  ]
  const [made, setMade] = useState<{ key: string; until: string; quotation: number | null } | null>(null)
  const making = useAction(
    () => {
      const body = { clientId, addressId, note: note.trim() }
      return listId === null ? call(offerQuotation, { body }) : call(makeOffer, { body: { ...body, listId, lastDay } })
    },
    { outdates: [listOffers], onDone: setMade },
  )
  if (made) {
    const what = made.quotation === null ? 'El pedido' : `La cotización N° ${made.quotation}`
    const until = lastDayOf(made.until)
    return (
      <LinkDialog
        title="Enlace creado"
        address={linkAddress(window.location.origin, paths.accept, made.key)}
        message={`${what} de ${shopName()} para que lo vea y lo acepte, hasta el ${until}:`}
        onClose={onClose}
      >
        <p>
          Envíeselo a su cliente: sirve hasta el {until}. Quien lo tenga puede aceptarlo, una sola vez. Cuando responda,
          le escribimos a usted.
        </p>
        <p className={styles.help}>No se vuelve a mostrar. En «Mis listas» ve qué respondió, y puede quitarlo.</p>
      </LinkDialog>
    )
  }
  const ready = addresses !== undefined && (listId === null || isDay(lastDay))
  return (
    <Modal
      title="Enviar para que lo acepten"
      size="small"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button button--plain" onClick={onClose}>
            Cancelar
          </button>
          <button
            type="button"
            className="button"
            aria-disabled={making.busy || !ready}
            onClick={() => !making.busy && ready && void making.run()}
          >
            {making.busy ? 'Creando…' : 'Crear el enlace'}
          </button>
        </>
      }
    >
      <div className={styles.form}>
        <p>
          Su cliente lo abre en el teléfono, sin usuario ni contraseña: ve los artículos y los precios, cambia
          cantidades y lo acepta. El pedido queda a nombre de usted.
        </p>
        <Field label="Entrega">
          {(control) => (
            <select {...control} value={addressId} onChange={({ target }) => setChosen(Number(target.value))}>
              {choices.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Observaciones" help="El cliente las ve, y van en el pedido.">
          {(control) => (
            <textarea
              {...control}
              rows={2}
              maxLength={MAX_NOTE}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
        {listId === null ? (
          <p className={styles.help}>Los precios valen hasta el día de la cotización.</p>
        ) : (
          <LabelledDay
            label="Se puede aceptar hasta"
            help={`A los precios del día en que lo acepte. Lo habitual es una semana; a lo sumo, ${MOST_LINK_DAYS} días.`}
            value={lastDay}
            onChange={setLastDay}
          />
        )}
      </div>
    </Modal>
  )
}
