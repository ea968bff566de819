import { useMemo } from 'react'
import { USER_TO_EDIT } from '../../../contract/user-admin.ts'
import type { SearchValues } from '../../lib/navigation.ts'
import { useLocation } from '../../lib/router.tsx'
import type { UserFilters } from './users.api.ts'

/** The user whose form is open, or a new one. */
export type OpenForm = number | 'new' | null

interface Place {
  filters: UserFilters
  /** Counted from 0. */
  page: number
  open: OpenForm
}

/** Where the address says the user list is. */
export function readPlace({ n = '', t = '', h = '', a = '', pag, nuevo, ...rest }: SearchValues): Place {
  const asked = Number(rest[USER_TO_EDIT])
  const page = Number(pag)
  return {
    filters: { name: String(n), type: String(t), enabled: String(h), active: String(a) },
    page: Number.isInteger(page) && page > 0 ? page - 1 : 0,
    open: Number.isInteger(asked) && asked > 0 ? asked : nuevo === '1' ? 'new' : null,
  }
}

/** The address's values for a place; pages count from 1 there. */
export const writePlace = ({ filters, page, open }: Place): SearchValues => ({
  n: filters.name,
  t: filters.type,
  h: filters.enabled,
  a: filters.active,
  pag: page > 0 ? page + 1 : undefined,
  nuevo: open === 'new' ? 1 : undefined,
  [USER_TO_EDIT]: typeof open === 'number' ? open : undefined,
})

/** The place, and the address's values for one that differs from it: other filters begin at the first page, no form open. */
export function usePlace() {
  const { search: given } = useLocation()
  return useMemo(() => {
    const place = readPlace(given)
    const search = (change: Partial<Place>): SearchValues =>
      writePlace({ filters: place.filters, page: 0, open: null, ...change })
    return { ...place, search }
  }, [given])
}
