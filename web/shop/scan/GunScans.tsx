/** Scans of a barcode gun on any screen: each article goes into the cart; codes that could not be added are listed (R243). */
import { IconAlertTriangle, IconRefresh, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type CatalogueRow, searchProducts } from '../../../contract/catalogue.ts'
import { hasPrice } from '../../../contract/price.ts'
import { messageOf } from '../../lib/api.ts'
import { onNavigation } from '../../lib/navigation.ts'
import { queryOf } from '../../lib/query.ts'
import { isPassing, queryClient } from '../../lib/query-client.ts'
import { useSession } from '../../lib/session.ts'
import { showToast } from '../../lib/toast.ts'
import { pendingLines, saveLine, storedCart } from '../book/cart-saves.ts'
import { fillFromDevice } from '../book/device-catalogue/fill.ts'
import type { CartOwner } from '../book/device-store.ts'
import { setToldAlready, useCartOwner } from '../cart.ts'
import { simpleOf } from '../cart-queries.ts'
import { chooseFirst, useOnBehalf, usePricedClient } from '../chosen-client.ts'
import { gunUser, takeGunScans } from './gun-keys.ts'
import { ScannedLine } from './ScannedLine.tsx'
import styles from './scan.module.css'
import { searchFor } from './scan-rules.ts'
import { createSignals, isMuted } from './signals.ts'
import { dropScan, keepScan, takeScans } from './waiting-scans.ts'

/** A code that is in no cart, and why. */
interface Failed {
  readonly id: number
  readonly code: string
  readonly why: string
}
let lastId = 0

/** Milliseconds before codes without an answer are looked up again. */
const RETRY = 10_000

/** The articles with exactly that code; the device answers where the server can't be reached (R224). */
async function articlesOf(code: string, clientId: number | undefined): Promise<CatalogueRow[]> {
  const query = { text: searchFor(code), order: 'default' as const, page: 0, clientId }
  const asked = queryOf(searchProducts, { query })
  fillFromDevice(asked.queryKey, { what: 'page', filter: query })
  const rows = await queryClient.fetchQuery({ ...asked, staleTime: 60_000 }).catch((error: unknown) => {
    const known = queryClient.getQueryData(asked.queryKey)
    if (known) return known
    throw error
  })
  return rows[0]?.found === 'code' ? rows : []
}

/** Sets one multiple more than the cart and the device know. The new quantity is sent, never an increment. */
function addOne(owner: CartOwner, article: CatalogueRow): void {
  const { articleId, code, multiple } = article
  const stored = storedCart(owner)?.find((line) => line.articleId === articleId)?.quantity ?? 0
  const known = pendingLines(owner).get(articleId)?.quantity ?? stored
  saveLine(owner, { articleId, code, quantity: known + multiple, article })
}

/** Hears the gun on every screen of the shop; not in the administration. */
export function GunScans() {
  useSession()
  const user = useSyncExternalStore(onNavigation, gunUser)
  return user && <Scans />
}

function Scans() {
  const owner = useCartOwner()
  const { missing } = useOnBehalf()
  const pricedClient = usePricedClient()
  const [added, setAdded] = useState<readonly CatalogueRow[]>([])
  const [failed, setFailed] = useState<readonly Failed[]>([])
  const list = useRef<HTMLElement>(null)
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const isEmpty = added.length + failed.length + waiting.length === 0
  const clear = () => {
    setAdded([])
    setFailed([])
    setWaiting([])
  }
  // Scans belong to the cart that they were made for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another cart.
  useEffect(clear, [owner])
  useEffect(() => {
    const signals = createSignals()
    const fail = (code: string, why: string) => {
      lastId++
      const id = lastId
      setFailed((before) => [{ id, code, why }, ...before])
    }
    const take = async (code: string): Promise<boolean> => {
      try {
        const articles = await articlesOf(code, pricedClient)
        const [article, ...others] = articles
        if (!article) fail(code, 'no es de ningún artículo del catálogo')
        else if (others.length > 0) fail(code, `es de ${articles.length} artículos: búsquelo por su código`)
        else if (!hasPrice(article)) fail(code, `${article.code} no tiene precio: consulte con ventas`)
        else {
          // The cart is read first: it knows the article's quantity. Without signal only the device's own lines are known.
          await queryClient.ensureQueryData(simpleOf(owner)).catch(() => undefined)
          setAdded((before) => [article, ...before.filter(({ articleId }) => articleId !== article.articleId)])
          addOne(owner, article)
        }
      } catch (error) {
        if (isPassing(error)) return false
        fail(code, messageOf(error))
      }
      return true
    }
    let retry: ReturnType<typeof setTimeout> | undefined
    let ended = false
    const takeAll = async () => {
      const stillWaiting = await takeScans(owner, take)
      if (stillWaiting === null || ended) return
      setWaiting(stillWaiting)
      clearTimeout(retry)
      if (stillWaiting.length > 0) retry = setTimeout(takeAll, RETRY)
    }
    const stopListening = takeGunScans(owner.userId, (code) => {
      if (missing) {
        showToast('failure', `${chooseFirst}: no se agregó ${code}`)
        return
      }
      signals.read(isMuted())
      keepScan(owner, code)
      void takeAll()
    })
    void takeAll()
    window.addEventListener('online', takeAll)
    return () => {
      ended = true
      clearTimeout(retry)
      window.removeEventListener('online', takeAll)
      stopListening()
      signals.end()
    }
  }, [owner, missing, pricedClient])
  // The list tells of these when they are stored: a message after it, of an earlier scan, would pass for the last one's (R243).
  useEffect(() => {
    setToldAlready((id) => added.some(({ articleId }) => articleId === id))
    return () => setToldAlready(() => false)
  }, [added])
  // In the top layer, over a dialog that opened meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each scan.
  useEffect(() => {
    if (isEmpty) return
    list.current?.hidePopover()
    list.current?.showPopover()
  }, [isEmpty, added, failed, waiting])
  if (isEmpty) return null
  return (
    <section ref={list} popover="manual" className={styles.gun} aria-label="Escaneados con la pistola">
      <header>
        <h2>Escaneados</h2>
        <button type="button" aria-label="Cerrar la lista de escaneados" onClick={clear}>
          <IconX size={18} aria-hidden />
        </button>
      </header>
      <div role="status">
        <ul className={styles.added}>
          {waiting.map((code, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one code may wait twice.
            <li key={`en espera ${place}`} data-state="failed">
              <IconRefresh size={18} aria-hidden />
              <strong>{code}</strong>
              <span>la tienda no respondió; se vuelve a buscar</span>
              <button
                type="button"
                aria-label={`No agregar ${code}`}
                onClick={() => {
                  dropScan(owner, code)
                  setWaiting((before) => before.toSpliced(place, 1))
                }}
              >
                <IconX size={16} aria-hidden />
              </button>
            </li>
          ))}
          {failed.map(({ id, code, why }) => (
            <li key={`código ${id}`} data-state="failed">
              <IconAlertTriangle size={18} aria-hidden />
              <strong>{code}</strong>
              <span>{why}</span>
              <button
                type="button"
                aria-label={`Quitar ${code} de la lista`}
                onClick={() => setFailed((before) => before.filter((entry) => entry.id !== id))}
              >
                <IconX size={16} aria-hidden />
              </button>
            </li>
          ))}
          {added.map((article) => (
            <ScannedLine key={article.articleId} article={article} />
          ))}
        </ul>
      </div>
    </section>
  )
}
