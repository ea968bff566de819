import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressInWords } from '../../../../contract/address-text.ts'
import { getOrderTerms } from '../../../../contract/order-amounts.ts'
import { deliveryInWords } from '../../../../contract/order-text.ts'
import { myOrders, NO_ADDRESS, PICKUP } from '../../../../contract/orders.ts'
import { MAX_NOTE } from '../../../../contract/rules.ts'
import {
  confirmSentCart,
  getSavedList,
  listSavedLists,
  MAX_WORD,
  returnSentCart,
  type SavedList,
  savedListTexts,
} from '../../../../contract/saved-lists.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { formatTime } from '../../../lib/format.ts'
import { navigate } from '../../../lib/navigation.ts'
import { outdate } from '../../../lib/query.ts'
import { paths } from '../../../paths.ts'
import { addressesQuery } from '../../../shop/clients.ts'
import { isOpen, linesOf, type OpenRow, totalOfLines } from '../../../shop/review/review-rows.ts'
import { useVatOf } from '../../../shop/vat/use-vat.ts'
import { VatRows } from '../../../shop/vat/VatRows.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { openHere } from '../../../ui/open-here.ts'
import styles from './saved-lists.module.css'
import { incomplete } from './saved-rows.ts'

/** What a maker is told of a cart that waits or was sent back (R372). */
export function SentNote({ sent }: { sent: NonNullable<SavedList['sent']> }) {
  const isWaiting = sent.state === 'waiting'
  return (
    <p className={isWaiting ? 'notice' : 'notice notice--error'} role="status">
      {isWaiting ? (
        `Enviado a confirmar el ${formatTime(sent.sentAt)}. Mientras espera puede cambiar los artículos, o retomarlo para que no se confirme.`
      ) : (
        <>
          {sent.decidedBy} lo devolvió: <strong>«{sent.word}»</strong>. Retómelo, cámbielo y vuelva a enviarlo.
        </>
      )}
    </p>
  )
}

/** Confirming or sending back what another buyer sent; `busy`, `failure` and `onAdd` are of the table of its lines. */
export function useDecision({ list, version, clientId }: { list: SavedList; version: number; clientId: number }) {
  const { id, sent } = list
  const [addressId, setAddressId] = useState(sent?.addressId ?? NO_ADDRESS)
  const [note, setNote] = useState(sent?.note ?? '')
  const [failure, setFailure] = useState('')
  const [asksWord, setAsksWord] = useState(false)
  const forget = () => Promise.all([listSavedLists, getOrderTerms, myOrders].map((endpoint) => outdate(endpoint)))
  const confirm = useAction(
    (rows: readonly OpenRow[]) => {
      const lines = linesOf(rows)
      return call(confirmSentCart, {
        params: { id },
        body: {
          ...{ clientId, addressId, note: note.trim(), version, shownTotal: totalOfLines(lines) },
          lines: lines.map(({ article: { articleId }, unitPrice, quantity, note: lineNote }) => ({
            ...{ articleId, unitPrice, quantity },
            note: lineNote,
          })),
        },
      })
    },
    {
      success: 'Pedido confirmado',
      onDone: ({ orderId }) => {
        void forget()
        navigate(paths.orderOf(orderId), { replace: true })
      },
      // The list is read again: prices may have changed, or somebody decided meanwhile.
      onRefused: ({ message }) => {
        setFailure(message)
        void outdate(getSavedList)
        void forget()
      },
    },
  )
  const sendBack = useAction((word: string) => call(returnSentCart, { params: { id }, body: { clientId, word } }), {
    success: ({ madeBy }) => `Devuelto a ${madeBy}`,
    onDone: () => {
      void forget()
      navigate(paths.savedLists, { replace: true })
    },
  })
  return {
    ...{ addressId, setAddressId, note, setNote, asksWord, setAsksWord, sendBack },
    busy: confirm.busy,
    failure,
    onAdd: (rows: readonly OpenRow[]) => {
      setFailure('')
      if (rows.some(isOpen)) setFailure(incomplete)
      else void confirm.run(rows)
    },
  }
}

/** The VAT of what would be confirmed (R357). */
export function SentVat({ rows }: { rows: readonly OpenRow[] }) {
  const vat = useVatOf(linesOf(rows).map(({ article: { vatRate }, ...line }) => ({ ...line, vatRate })))
  return vat && <VatRows vat={vat} className="panel" />
}

interface SentCartFormProps {
  readonly list: SavedList
  readonly clientId: number
  readonly decision: ReturnType<typeof useDecision>
}

/** Where the order goes and its observation, as the maker chose them, and the way back with a word (R372). */
export function SentCartForm({ list, clientId, decision }: SentCartFormProps) {
  const { data: addresses = [] } = useQuery(addressesQuery(clientId))
  const { addressId, setAddressId, note, setNote, asksWord, setAsksWord, sendBack } = decision
  const [word, setWord] = useState('')
  const [problem, setProblem] = useState('')
  const choices = addresses.map((address) => ({ id: address.id, label: addressInWords(address) }))
  const others = [{ id: PICKUP, label: deliveryInWords({ addressId: PICKUP, address: '' }) }]
  if (choices.length === 0) others.push({ id: NO_ADDRESS, label: 'A coordinar' })
  const submit = () => {
    if (word.trim() === '') setProblem(savedListTexts.word)
    else void sendBack.run(word.trim())
  }
  return (
    <section className={`panel ${styles.sent}`} aria-label="Pedido por confirmar">
      <p>
        <strong>{list.madeBy}</strong> lo envió a confirmar el {list.sent && formatTime(list.sent.sentAt)}. Cambie lo
        que haga falta y confírmelo, o devuélvalo con una palabra. Hace falta señal.
      </p>
      <Field label="Entrega">
        {(control) => (
          <select {...control} value={addressId} onChange={({ target }) => setAddressId(Number(target.value))}>
            {[...choices, ...others].map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Observaciones">
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
      <button type="button" className="button button--plain" onClick={() => setAsksWord(true)}>
        Devolver
      </button>
      {asksWord && (
        <ConfirmDialog
          title="Devolver el pedido"
          text={`${list.madeBy} lo ve en «Mis listas» con lo que usted escriba, y recibe un mail.`}
          confirm="Devolver"
          busy={sendBack.busy}
          harmless
          onConfirm={submit}
          onCancel={() => setAsksWord(false)}
        >
          <Field label="Por qué lo devuelve" required error={problem || undefined}>
            {(control) => (
              <textarea
                {...control}
                ref={openHere}
                rows={3}
                maxLength={MAX_WORD}
                value={word}
                onChange={({ target }) => {
                  setWord(target.value)
                  setProblem('')
                }}
              />
            )}
          </Field>
        </ConfirmDialog>
      )}
    </section>
  )
}
