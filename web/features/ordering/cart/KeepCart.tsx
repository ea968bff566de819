import { IconClockPause } from '@tabler/icons-react'
import { useState } from 'react'
import { type CartLine, getCart, getSimpleCart } from '../../../../contract/cart.ts'
import { createSavedList, listSavedLists, type SavedList } from '../../../../contract/saved-lists.ts'
import { useAction } from '../../../lib/action.ts'
import { call, isPutOff } from '../../../lib/api.ts'
import { navigate } from '../../../lib/navigation.ts'
import { isPassing } from '../../../lib/query-client.ts'
import { Link } from '../../../lib/router.tsx'
import { showToast } from '../../../lib/toast.ts'
import { paths } from '../../../paths.ts'
import { sendBook } from '../../../shop/book/cart-saves.ts'
import { useCartBusy, useCartOwner } from '../../../shop/cart.ts'
import { fillCartNow } from '../../../shop/orders/use-fill-cart.ts'
import { ListNameDialog } from '../../../shop/saved-lists/ListNameDialog.tsx'
import { listFilling } from '../../../shop/saved-lists/list-filling.ts'
import { asideName, whyNotAside } from '../../../shop/saved-lists/put-aside.ts'
import { SaveAsList } from '../../../shop/saved-lists/SaveAsList.tsx'
import styles from './cart.module.css'

/** The cart kept for later: as a list, which stays, or put aside, which leaves the cart empty (R368, R369). */
export function KeepCart({ lines }: { lines: readonly CartLine[] }) {
  const owner = useCartOwner()
  const busy = useCartBusy()
  const [name, setName] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const takeUp = useAction((list: SavedList) => fillCartNow(owner, listFilling(list, owner.clientId)))
  const begin = async () => {
    await sendBook(owner)
    const why = whyNotAside(owner)
    setProblem(why)
    if (!why) setName(asideName())
  }
  const putAside = async (named: Pick<SavedList, 'name' | 'shared'>) => {
    try {
      return await call(createSavedList, { body: { clientId: owner.clientId, ...named } })
    } catch (error) {
      // The cart may have gone all the same, and with it this dialog and what it says.
      if (isPassing(error) && !isPutOff(error))
        showToast('failure', `No llegó la respuesta. Si el carrito está vacío, quedó aparte: «${named.name}»`, {
          label: 'Mis listas',
          run: () => navigate(paths.savedLists),
        })
      throw error
    }
  }
  return (
    <section className={`panel ${styles.keep}`} aria-label="Guardar el carrito">
      <SaveAsList clientId={owner.clientId} lines={lines} className="button button--plain button--small" />
      <button
        type="button"
        className="button button--plain button--small"
        aria-disabled={busy}
        onClick={() => !busy && void begin()}
      >
        <IconClockPause size={18} aria-hidden />
        Dejar aparte
      </button>
      <Link to={paths.savedLists} className="button button--quiet button--small">
        Mis listas
      </Link>
      {problem && (
        <p className="notice notice--error" role="alert">
          {problem}
        </p>
      )}
      {name !== null && (
        <ListNameDialog
          title="Dejar aparte el carrito"
          text="El carrito queda vacío para otro pedido, y este espera en «Mis listas» hasta que lo retome."
          confirm="Dejar aparte"
          clientId={owner.clientId}
          first={{ name, shared: false }}
          save={putAside}
          outdates={[getSimpleCart, getCart, listSavedLists]}
          onClose={() => setName(null)}
          onSaved={(list) => {
            setName(null)
            showToast('success', `El carrito quedó aparte: «${list.name}»`, {
              label: 'Retomar',
              run: () => void takeUp.run(list),
            })
          }}
        />
      )}
    </section>
  )
}
