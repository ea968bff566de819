import { useState } from 'react'
import { type LinesAnswer, saveCartLines } from '../../../contract/cart-lines.ts'
import { LIST_MAX_BYTES, LIST_MAX_ROWS, reviewList } from '../../../contract/filled-list.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { ChooseClientFirst } from '../../shop/ChooseClientFirst.tsx'
import { noteLinesSet, useCartOwner } from '../../shop/cart.ts'
import { useOnBehalf } from '../../shop/chosen-client.ts'
import type { CartOwner } from '../../shop/device-store.ts'
import { ChooseSheet } from '../../shop/sheets/ChooseSheet.tsx'
import styles from '../../shop/sheets/sheets.module.css'
import { useStepFocus } from '../../shop/sheets/use-step-focus.ts'
import { ListResult } from './ListResult.tsx'
import { ListReviewForm } from './ListReviewForm.tsx'

const TITLE = 'Cargar mi lista'

/** A price list that was filled in is read, reviewed, and set in the cart, for staff in the chosen client's (R215). */
export function FilledListPage() {
  const { missing } = useOnBehalf()
  const owner = useCartOwner()
  // A review belongs to the cart it was made for.
  return missing ? <ChooseClientFirst title={TITLE} /> : <FilledList key={owner.clientId} owner={owner} />
}

function FilledList({ owner }: { owner: CartOwner }) {
  const { clientId } = owner
  const [read, setRead] = useState<{ fileName: string; review: LinesAnswer } | null>(null)
  const [stored, setStored] = useState<LinesAnswer | null>(null)
  useStepFocus(stored ? 'result' : read ? 'review' : 'choose')
  const load = useAction(
    ({ lines }: LinesAnswer) =>
      call(saveCartLines, {
        body: {
          clientId,
          lines: lines.map(({ row, code, quantity, note }) => ({ row, code, quantity, note })),
        },
      }),
    {
      onDone: (answer) => {
        void noteLinesSet(owner, answer.lines)
        setStored(answer)
      },
    },
  )
  const again = () => {
    setRead(null)
    setStored(null)
  }
  return (
    <div className="page">
      <div className="page__head">
        <h1>{TITLE}</h1>
        {!read && (
          <Link to={paths.cart} className="button button--plain">
            Volver al carrito
          </Link>
        )}
      </div>
      {!read && (
        <ChooseSheet
          what="La carga"
          rows={formatCount(LIST_MAX_ROWS)}
          maxBytes={LIST_MAX_BYTES}
          read={(body, signal) => call(reviewList, { query: { clientId }, body, signal })}
          onRead={(fileName, review) => setRead({ fileName, review })}
        >
          <Steps />
        </ChooseSheet>
      )}
      {read && !stored && (
        <ListReviewForm
          fileName={read.fileName}
          review={read.review}
          busy={load.busy}
          onAccept={() => void load.run(read.review)}
          onCancel={again}
        />
      )}
      {read && stored && (
        <ListResult fileName={read.fileName} review={read.review} stored={stored} onAgain={again} />
      )}
    </div>
  )
}

const Steps = () => (
  <ol className={styles.steps}>
    <li>
      Descargue la lista de precios de una marca en <Link to={paths.catalogues}>Catálogos</Link>.
    </li>
    <li>
      Complete la columna <strong>Cantidad</strong> de los artículos que quiere pedir y, si hace falta,{' '}
      <strong>Observación</strong>. El resto puede quedar como vino.
    </li>
    <li>
      Elija aquí el archivo: verá qué se entendió antes de cargarlo. Los precios son siempre los de hoy.
    </li>
  </ol>
)
