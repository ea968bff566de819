/** The catalogue's place in the address: reads it, and navigates to another. */
import { useMemo } from 'react'
import { type CataloguePlace, filterOfPlace } from '../../../../contract/address.ts'
import { currentLocation, navigate } from '../../../lib/navigation.ts'
import { useLocation } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { usePricedClient } from '../../../shop/chosen-client.ts'
import { placeKey, readPlace, withFilter } from './place.ts'
import type { Anchor } from './use-scroll-place.ts'

/** The place, a key and a filter that change only with the filter, and the ways to other places. */
export function useCataloguePlace() {
  const location = useLocation()
  const place = useMemo(() => readPlace(location.search), [location.search])
  const key = placeKey(place)
  const clientId = usePricedClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal filters have equal keys, and must stay the same object
  const filter = useMemo(() => filterOfPlace(place, clientId), [key, clientId])

  /** Sets another filter. A new one can be left with Back; one that is being typed on replaces its last entry in the history. */
  const changeFilter = (change: CataloguePlace) => {
    const typedOn = (['buscar', 'desde', 'hasta'] as const).some(
      (name) => change[name] !== undefined && place[name] !== undefined,
    )
    navigate(paths.catalogue, {
      search: { ...currentLocation().search, ...withFilter({ parecidos: place.parecidos }, change) },
      replace: typedOn,
    })
  }

  /** Opens an article, in the place of the one that is open: Back leads to the list from any of them. */
  const openDetail = (code: string) => {
    const { search, state } = currentLocation()
    const isNext = place.articulo !== undefined
    navigate(paths.catalogue, {
      search: { ...search, articulo: code },
      state: isNext ? state : { ...state, detailFromList: true },
      replace: isNext,
    })
  }

  const closeDetail = () => {
    if (location.state.detailFromList) window.history.back()
    else
      navigate(paths.catalogue, {
        search: { ...currentLocation().search, articulo: undefined },
        replace: true,
      })
  }

  const writeAnchor = (anchor: Anchor | undefined) => {
    // Another screen is being opened: this navigation must not overtake that one.
    if (currentLocation().pathname !== paths.catalogue) return
    const { search, state } = currentLocation()
    navigate(paths.catalogue, {
      search: { ...search, posicion: anchor?.position },
      state: { ...state, catalogueOffset: anchor?.offset },
      replace: true,
    })
  }

  return {
    place,
    key,
    filter,
    offset: location.state.catalogueOffset ?? 0,
    changeFilter,
    openDetail,
    closeDetail,
    writeAnchor,
  }
}
