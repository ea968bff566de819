/**
 * A code that was typed and Enter: its article, and the quantity that the next Enter adds (R227). On every screen. The end or the beginning
 * of a code leads to the one article it can mean; an Enter more says that it does, after it was seen (R38).
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { filterOfPlace } from '../../../../contract/address.ts'
import { articleOfPart } from '../../../../contract/code-parts.ts'
import { codesAsked } from '../../../../contract/codes.ts'
import { isVideo } from '../../../../contract/media.ts'
import { hasPrice, NO_CLIENT, unitPrice } from '../../../../contract/rules.ts'
import { formatCount, formatMoney, formatPercent } from '../../../lib/format.ts'
import { openDeviceCatalogueSoon } from '../../../shop/book/device-catalogue/fill.ts'
import { useCart, usePendingLine, useSaveCartLine } from '../../../shop/cart.ts'
import { useClientId, useOnBehalf } from '../../../shop/chosen-client.ts'
import { clientQuery } from '../../../shop/clients.ts'
import { MediaView } from '../../../ui/MediaView.tsx'
import { QuantityBox } from '../../../ui/QuantityBox.tsx'
import { saveTyped, typedQuantity } from '../../../ui/quantity.ts'
import styles from './CodePanel.module.css'
import { pageQuery } from './catalogue.api.ts'
import { packsOf, stockOf } from './product-text.ts'

export interface CodePanelProps {
  readonly text: string
  /** The text is no code of an article that can be ordered here and now: the list has the answer. */
  readonly onNone: () => void
  /** Added, or left. */
  readonly onClose: () => void
}

export function CodePanel({ text, onNone, onClose }: CodePanelProps) {
  const { isStaff, missing } = useOnBehalf()
  const { data, isError } = useQuery({ ...pageQuery(filterOfPlace({ buscar: text }), 0), enabled: !missing })
  const [first, second] = data ?? []
  const isCode = codesAsked(text).length === 1
  const exact = first?.found === 'code' && !second ? first : undefined
  const near = data && isCode && first?.found === 'near' ? articleOfPart(text, data) : undefined
  const found = exact ?? near
  const row = found && hasPrice(found.listPrice) ? found : undefined
  /** The article that an Enter said to be meant, after it was shown. */
  const [meant, setMeant] = useState<number>()
  const typedOn = useRef(false)
  const isAsked = row !== undefined && row === near && meant !== row.articleId
  // What the device found stands where the server can't be reached (R224).
  const none = missing || (data ? !row : isError)

  // Other screens than the catalogue have not opened it yet.
  useEffect(openDeviceCatalogueSoon, [])

  const latest = useRef({ onNone, onClose })
  useEffect(() => {
    latest.current = { onNone, onClose }
  })
  useEffect(() => {
    if (none) latest.current.onNone()
  }, [none])

  const panel = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      if (!panel.current?.contains(target as Node)) latest.current.onClose()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [])

  const { lines } = useCart()
  const save = useSaveCartLine()
  const pending = usePendingLine(row?.articleId ?? NO_CLIENT)
  const inCart = row ? (lines.get(row.articleId)?.quantity ?? 0) : 0
  const [typed, setTyped] = useState<string>()
  /** Enter came before the article: the quantity is taken, and nothing else until the article is there. */
  const [taken, setTaken] = useState(false)
  const value = typed ?? (row ? String(pending?.quantity ?? (inCart || row.multiple)) : '')

  // What may be a code is asked for its quantity at once, so that a quick hand does not have to wait for the answer.
  const shown = row !== undefined || (!none && isCode)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it appears, and when the article comes.
  useLayoutEffect(() => {
    const next = panel.current?.querySelector<HTMLElement>('[data-asked], input')
    next?.focus()
    // The article's own quantity gives way to what is typed over it.
    if (typed === undefined && next instanceof HTMLInputElement) next.select()
  }, [shown, row, isAsked])

  const add = (quantity: number) => {
    // An Enter before the article was seen does not say that it is meant.
    if (!row || isAsked) setTaken(!row)
    else if (save({ articleId: row.articleId, code: row.code, quantity, article: row })) onClose()
    else setTaken(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the article comes.
  useEffect(() => {
    if (!row || !taken) return
    const quantity = typedQuantity(value)
    if (quantity === null) setTaken(false)
    else add(quantity)
  }, [row, taken])

  if (!shown) return null
  return (
    <fieldset
      ref={panel}
      className={styles.panel}
      aria-label={
        row
          ? `${isAsked ? 'Parecido:' : 'Cantidad de'} ${row.code} ${row.description}`
          : `Cantidad de ${text}`
      }
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      {row ? (
        <MediaView
          className={styles.photo}
          source={row.image}
          video={row.media1 !== null && isVideo(row.media1)}
          alt=""
          width={72}
          height={72}
          eager
        />
      ) : (
        <span className={styles.photo} />
      )}
      <div className={styles.what} role="status">
        {row ? (
          <>
            {isAsked && <p>No existe el código {text}. ¿Es este?</p>}
            <p className={styles.code}>
              {row.code}
              {isStaff && <For />}
            </p>
            <p className={styles.name}>{row.description}</p>
            <p className={styles.code}>{[packsOf(row), stockOf(row)].filter(Boolean).join(' · ')}</p>
            <p>
              <strong>{formatMoney(unitPrice(row.listPrice, row.discount))}</strong>
              {row.discount > 0 && <em className={styles.discount}> -{formatPercent(row.discount)}</em>}
            </p>
          </>
        ) : (
          <p>Buscando {text}…</p>
        )}
      </div>
      <div className={styles.buy}>
        {inCart > 0 && <p className={styles.code}>En el carrito: {formatCount(inCart)}</p>}
        {isAsked ? (
          <button
            type="button"
            data-asked
            className="button button--small"
            onClick={() => setMeant(row.articleId)}
            onKeyDown={(event) => {
              // Who types on has not seen it yet: that Enter ends what was typed.
              const isTyped = event.key.length === 1
              if (isTyped || (event.key === 'Enter' && typedOn.current)) event.preventDefault()
              if (isTyped || event.key === 'Enter') typedOn.current = isTyped
            }}
          >
            SÍ, ES ESTE
          </button>
        ) : (
          <>
            <QuantityBox
              of={row?.code ?? text}
              multiple={row?.multiple ?? 1}
              value={value}
              onChange={(quantity) => {
                if (!taken) setTyped(quantity)
              }}
              onSave={add}
            />
            <button
              type="button"
              className="button button--small"
              onClick={({ currentTarget }) => saveTyped(value, currentTarget, add)}
            >
              {inCart > 0 ? 'GUARDAR' : 'AGREGAR'}
            </button>
          </>
        )}
      </div>
    </fieldset>
  )
}

/** Whom staff orders for: not every screen shows it. */
function For() {
  const { data: client } = useQuery(clientQuery(useClientId()))
  return client ? ` · Para ${client.businessName}` : null
}
