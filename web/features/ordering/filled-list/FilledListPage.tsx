import { useState } from 'react'
import { LIST_MAX_BYTES, LIST_MAX_ROWS, reviewList } from '../../../../contract/filled-list.ts'
import { call } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import type { CartOwner } from '../../../shop/book/device-store.ts'
import { ChooseClientFirst } from '../../../shop/ChooseClientFirst.tsx'
import { useCartBusy, useCartOwner } from '../../../shop/cart.ts'
import { useOnBehalf } from '../../../shop/chosen-client.ts'
import { keptReview, listName, useKeptReview } from '../../../shop/review/kept-review.ts'
import { ReviewTable } from '../../../shop/review/ReviewTable.tsx'
import { StoredLines } from '../../../shop/review/StoredLines.tsx'
import { useAdding, useReview } from '../../../shop/review/use-review.ts'
import { ChooseSheet } from '../../../shop/sheets/ChooseSheet.tsx'
import styles from '../../../shop/sheets/sheets.module.css'
import { useStepFocus } from '../../../shop/sheets/use-step-focus.ts'

const TITLE = 'Cargar mi lista'
/** No file was read. */
const NO_FILE: { readonly fileName: string | null } = { fileName: null }

/** A filled-in price list is read, reviewed, and put into the cart; for staff, into the chosen client's (R215). */
export function FilledListPage() {
  const { missing } = useOnBehalf()
  const owner = useCartOwner()
  // A review belongs to the cart it was made for.
  return missing ? <ChooseClientFirst title={TITLE} /> : <FilledList key={owner.clientId} owner={owner} />
}

function FilledList({ owner }: { owner: CartOwner }) {
  const { clientId } = owner
  /** Counts the files: as a key it gives each file a fresh review. */
  const [round, setRound] = useState(0)
  return <OneList key={round} owner={owner} clientId={clientId} onAgain={() => setRound((before) => before + 1)} />
}

interface OneListProps {
  readonly owner: CartOwner
  readonly clientId: number
  readonly onAgain: () => void
}

/** One file on its way into the cart. Its errors are mended in the review, without choosing the file again. */
function OneList({ owner, clientId, onAgain }: OneListProps) {
  const [kept] = useState(() => keptReview(listName(owner), NO_FILE))
  const review = useReview(owner, () => kept.rows)
  const [fileName, setFileName] = useState(kept.fileName)
  const adding = useAdding(review)
  const isCartBusy = useCartBusy()
  const { rows, stored } = review
  const forget = useKeptReview(listName(owner), { fileName, rows })
  useStepFocus(fileName === null ? 'choose' : rows.length > 0 ? 'review' : 'result')
  return (
    <div className="page">
      <div className="page__head">
        <h1>{TITLE}</h1>
        <Link to={paths.cart} className="button button--plain">
          {stored.length > 0 ? 'Ver el carrito' : 'Volver al carrito'}
        </Link>
      </div>
      {fileName === null ? (
        <ChooseSheet
          what="La carga"
          rows={formatCount(LIST_MAX_ROWS)}
          maxBytes={LIST_MAX_BYTES}
          roles={['code', 'ean', 'name', 'quantity', 'packs', 'note']}
          read={(body, signal, columns) => call(reviewList, { query: { clientId, columns }, body, signal })}
          onRead={(name, answer) => {
            setFileName(name)
            review.open(answer)
          }}
        >
          <Steps />
        </ChooseSheet>
      ) : (
        <div className={styles.review}>
          <section className={`panel ${styles.facts}`} aria-label="Resumen de la lista">
            <h2>{fileName}</h2>
            <button
              type="button"
              className="button button--plain"
              onClick={() => {
                forget()
                onAgain()
              }}
            >
              Cargar otra lista
            </button>
          </section>
          <ReviewTable
            review={review}
            label="Renglones de la lista"
            verb="Cargar"
            {...adding}
            // Changes that were typed into the cart before must be stored first.
            busy={adding.busy || isCartBusy}
          />
          <StoredLines lines={stored} />
        </div>
      )}
    </div>
  )
}

const Steps = () => (
  <ol className={styles.steps}>
    <li>
      Descargue la lista de precios de una marca en <Link to={paths.catalogues}>Catálogos</Link>, o use una propia con
      código y cantidad, o un pedido en PDF.
    </li>
    <li>
      Complete la columna <strong>Cantidad</strong> de los artículos que quiere pedir y, si hace falta,{' '}
      <strong>Observación</strong>. El resto puede quedar como vino.
    </li>
    <li>Elija aquí el archivo: verá qué se entendió antes de cargarlo. Los precios son siempre los de hoy.</li>
    <li>
      ¿Una planilla con las cantidades de varias sucursales? Va en{' '}
      <Link to={paths.branchOrders}>Pedido por sucursales</Link>: un pedido para cada una.
    </li>
  </ol>
)
