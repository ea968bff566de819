/** The public inventories (R18, R102): the page that a link opens for everybody who has it. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type Inventory,
  type InventoryPlace,
  inventoryPlace,
  listInventory,
  openInventory,
  searchOfPlace,
} from '../../../../contract/inventory.ts'
import { pricesInWords } from '../../../../contract/vat.ts'
import { useAddressState } from '../../../lib/address-state.ts'
import { ApiError } from '../../../lib/api.ts'
import { formatCount, formatDate } from '../../../lib/format.ts'
import { outdate, pagesQueryOf, queryOf } from '../../../lib/query.ts'
import { useLocation } from '../../../lib/router.tsx'
import { ContactWays } from '../../../shop/ContactWays.tsx'
import { codeNotice } from '../../../shop/code-notice.ts'
import { NotFoundMessage } from '../../../shop/NotFoundMessage.tsx'
import { Tips } from '../../../shop/Tips.tsx'
import { usePricesWithVat } from '../../../shop/vat/use-prices-with-vat.ts'
import { useScrolledPast } from '../../../ui/use-scrolled-past.ts'
import { Waiting } from '../../../ui/Waiting.tsx'
import { InventoryBar } from './InventoryBar.tsx'
import { InventoryCards } from './InventoryCards.tsx'
import styles from './inventory.module.css'
import { joinPages } from './join-pages.ts'
import { isNarrowed } from './search-words.ts'

/** Part of the page's height, from 0 to 1, after which the next page of articles is loaded (R109). */
const NEXT_PAGE_AT = 0.95
const MINUTE = 60_000

/** What a link shows does not change, so that its loaded pages are not all fetched again when the window gets the focus. */
const UNTIL_LEFT = { staleTime: 5 * MINUTE, refetchOnWindowFocus: false } as const

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

/** Decodes a part of the address. A part that cannot be decoded is returned as it is, and opens no inventory. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function InventoryPage() {
  const token = decoded(useLocation().pathname.split('/')[2] ?? '')
  const opened = useQuery({ ...queryOf(openInventory, { params: { token } }), ...UNTIL_LEFT })
  if (isNotFound(opened.error)) return <NotFoundMessage />
  return (
    <div className={styles.page}>
      <Waiting for={opened} rows={6} height={132}>
        {(inventory) => <Listing token={token} inventory={inventory} />}
      </Waiting>
    </div>
  )
}

function Listing({ token, inventory }: { token: string; inventory: Inventory }) {
  const pricesWithVat = usePricesWithVat()
  const { value: place, go } = useAddressState(inventoryPlace)
  const query = useMemo(() => searchOfPlace(place, inventory), [place, inventory])
  const list = useInfiniteQuery({
    ...pagesQueryOf(listInventory, { params: { token }, query }),
    ...UNTIL_LEFT,
    // The rows of the previous search stay until those of the new one have come.
    placeholderData: (before) => before,
  })
  const {
    data,
    dataUpdatedAt,
    error,
    hasNextPage,
    isFetching,
    isPlaceholderData,
    isFetchNextPageError,
    fetchNextPage,
  } = list
  const pages = useMemo(() => joinPages(data?.pages ?? []), [data])
  // After a failure the next page waits until the user asks for it.
  useScrolledPast(NEXT_PAGE_AT, hasNextPage && !isFetching && !error, fetchNextPage)

  const change = (to: Partial<InventoryPlace>) => {
    // A filter that is being typed on replaces its last entry in the history.
    const typedOn = Object.keys(to).every((name) => place[name as keyof InventoryPlace])
    go(to, { replace: typedOn })
    window.scrollTo({ top: 0, behavior: 'instant' })
  }
  const clear = () => {
    change({ text: '', brandId: undefined, minPrice: undefined, maxPrice: undefined })
    void outdate(listInventory)
  }
  const first = data?.pages[0]
  const total = data && (first?.[0]?.total ?? 0)
  const alone = query.brandId === undefined && query.minPrice === undefined && query.maxPrice === undefined
  const notice = first && !isPlaceholderData ? codeNotice(first[0], { text: query.text, alone }) : undefined
  // The link was renewed while its list was open.
  if (isNotFound(error)) return <NotFoundMessage />
  return (
    <>
      <header className={styles.title}>
        <h1>Inventario</h1>
        <p role="status">{total !== undefined && `${formatCount(total)} ${total === 1 ? 'artículo' : 'artículos'}`}</p>
      </header>
      <div className={styles.contact}>
        {inventory.withPrices && data && (
          <p>
            {pricesWithVat === null ? 'Precios' : pricesInWords(pricesWithVat)} al{' '}
            {formatDate(new Date(dataUpdatedAt).toISOString())}
          </p>
        )}
        <ContactWays text="Consulta por el inventario" />
      </div>
      <InventoryBar query={query} inventory={inventory} onChange={change} onClear={clear} />
      {notice && (
        <p className={styles.notice} role="status">
          {notice}
        </p>
      )}
      <Waiting for={{ data, error, refetch: list.refetch }} rows={6} height={132}>
        {() => (
          <InventoryCards
            pages={pages}
            busy={isPlaceholderData}
            loading={isFetching && !isPlaceholderData && hasNextPage}
            error={isFetchNextPageError ? error : null}
            onRetry={() => void fetchNextPage()}
            onClear={isNarrowed(query) ? clear : null}
          />
        )}
      </Waiting>
      <Tips />
    </>
  )
}
