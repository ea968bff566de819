/**
 * The panel that follows a typed code and Enter, on every screen: it shows the code's article, and the next Enter adds the
 * quantity (R227). The end or the beginning of a code leads to the one article it can mean; after that article was seen, one
 * more Enter confirms it (R38).
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { filterOfPlace } from '../../../../contract/address.ts'
import { articleOfPart } from '../../../../contract/code-parts.ts'
import { codesAsked } from '../../../../contract/codes.ts'
import { isVideo } from '../../../../contract/media.ts'
import { hasPrice, priceOf } from '../../../../contract/price.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import { formatCount, formatMoney, formatPercent } from '../../../lib/format.ts'
import { openDeviceCatalogueSoon } from '../../../shop/book/device-catalogue/fill.ts'
import { useCart, usePendingLine, useSaveCartLine } from '../../../shop/cart.ts'
import { useClientId, useOnBehalf, usePricedClient } from '../../../shop/chosen-client.ts'
import { clientQuery } from '../../../shop/clients.ts'
import { MediaView } from '../../../ui/MediaView.tsx'
import { QuantityBox } from '../../../ui/QuantityBox.tsx'
import { saveTyped, typedQuantity } from '../../../ui/quantity.ts'
import styles from './CodePanel.module.css'
import { pageQuery } from './catalogue.api.ts'
import { packsOf, stockOf } from './product-text.ts'

export interface CodePanelProps {
  readonly text: string
  /** Called when the text is no code of an article that can be ordered here and now: the list then has the answer. */
  readonly onNone: () => void
  /** Called when the article was added, or the panel was left. */
  readonly onClose: () => void
}

export function CodePanel({ text, onNone, onClose }: CodePanelProps) {
  const { isStaff, missing } = useOnBehalf()
  const filter = filterOfPlace({ buscar: text }, usePricedClient())
  const { data, isError } = useQuery({ ...pageQuery(filter, 0), enabled: !missing })
  const [first, second] = data ?? []
  const isCode = codesAsked(text).length === 1
  const exact = first?.found === 'code' && !second ? first : undefined
  const near = data && isCode && first?.found === 'near' ? articleOfPart(text, data) : undefined
  const found = exact ?? near
  const row = found && hasPrice(found) ? found : undefined
  /** Id of the article that the user confirmed after seeing it. */
  const [confirmedId, setConfirmedId] = useState<number>()
  const hasTypedOn = useRef(false)
  const isAsked = row !== undefined && row === near && confirmedId !== row.articleId
  // Where the server cannot be reached, the article that the device found stays (R224).
  const none = missing || (data ? !row : isError)

  // Screens other than the catalogue have not opened the device's catalogue yet.
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
  /** Whether Enter came before the article: the typed quantity is then fixed until the article has come. */
  const [taken, setTaken] = useState(false)
  const value = typed ?? (row ? String(pending?.quantity ?? (inCart || row.multiple)) : '')

  // A text that may be a code shows its quantity box at once, so that a fast typist need not wait for the answer.
  const shown = row !== undefined || (!none && isCode)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it appears, and when the article comes.
  useLayoutEffect(() => {
    const next = panel.current?.querySelector<HTMLElement>('[data-asked], input')
    next?.focus()
    // The article's own quantity is selected, so that typing replaces it.
    if (typed === undefined && next instanceof HTMLInputElement) next.select()
  }, [shown, row, isAsked])

  const add = (quantity: number) => {
    // An Enter before the article was seen does not confirm it.
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
        row ? `${isAsked ? 'Parecido:' : 'Cantidad de'} ${row.code} ${row.description}` : `Cantidad de ${text}`
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
              <strong>{formatMoney(priceOf(row))}</strong>
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
            onClick={() => setConfirmedId(row.articleId)}
            onKeyDown={(event) => {
              // A user who types on has not seen the article yet: the next Enter only ends the typing.
              const isTyped = event.key.length === 1
              if (isTyped || (event.key === 'Enter' && hasTypedOn.current)) event.preventDefault()
              if (isTyped || event.key === 'Enter') hasTypedOn.current = isTyped
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

/** The client that staff order for, since not every screen shows it. */
function For() {
  const { data: client } = useQuery(clientQuery(useClientId()))
  return client ? ` · Para ${client.businessName}` : null
}
