import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useEffect } from 'react'
import { USERS_PAGE_SIZE } from '../../../contract/user-admin.ts'
import { messageOf } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { currentLocation, navigate, type SearchValues } from '../../lib/navigation.ts'
import { titleOf } from '../../lib/shop.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { UserFilterBar } from './UserFilterBar.tsx'
import { UsersTable } from './UsersTable.tsx'
import { usePlace } from './use-place.ts'
import { useUserPage } from './users.api.ts'

const UserDrawer = lazy(() => import('./UserDrawer.tsx').then((module) => ({ default: module.UserDrawer })))

/** User administration (spec 2 section 2). Filters, page and the open form stand in the address. */
export function UsersPage() {
  const { filters, page, open, search } = usePlace()
  const users = useUserPage(filters, page)
  const rows = users.data ?? []
  const total = rows[0]?.total ?? 0
  const emptyBehind = users.isSuccess && !users.isPlaceholderData && rows.length === 0 && page > 0
  const toPage = (index: number) => navigate(paths.adminUsers, { search: search({ page: index }) })
  useEffect(() => {
    // A page that has no rows any more steps back (spec 2 section 4).
    if (emptyBehind) navigate(paths.adminUsers, { search: search({ page: page - 1 }), replace: true })
  }, [emptyBehind, page, search])
  return (
    <div className="page">
      <title>{titleOf('Usuarios')}</title>
      <div className="page__head">
        <h1>Usuarios</h1>
        <button type="button" className="button" onClick={() => openForm(search({ page, open: 'new' }))}>
          <IconPlus size={18} aria-hidden />
          Nuevo
        </button>
      </div>
      <UserFilterBar
        key={JSON.stringify(filters)}
        filters={filters}
        onSearch={(wanted) => navigate(paths.adminUsers, { search: search({ filters: wanted }) })}
      />
      {users.isPending && <SkeletonRows rows={10} height={40} />}
      {users.isError && (
        <EmptyState text={messageOf(users.error)}>
          <button type="button" className="button" onClick={() => users.refetch()}>
            Volver a intentar
          </button>
        </EmptyState>
      )}
      {users.isSuccess && rows.length === 0 && !emptyBehind && (
        <EmptyState text="No hay usuarios para esta búsqueda" />
      )}
      {rows.length > 0 && (
        <>
          <UsersTable
            rows={rows}
            busy={users.isPlaceholderData}
            onEdit={(id) => openForm(search({ page, open: id }))}
          />
          <Pager
            page={page}
            hasNext={(page + 1) * USERS_PAGE_SIZE < total}
            onPage={toPage}
            note={`${formatCount(total)} ${total === 1 ? 'usuario' : 'usuarios'}`}
          />
        </>
      )}
      {open !== null && (
        <Suspense>
          <UserDrawer
            key={open}
            id={open === 'new' ? null : open}
            onClose={() => closeForm(search({ page }))}
          />
        </Suspense>
      )}
    </div>
  )
}

/** An entry of its own, so that Back closes the form. */
const openForm = (search: SearchValues) =>
  navigate(paths.adminUsers, { search, state: { detailFromList: true } })

/** Back to the list: where the form was opened from it, or in the place of the address that opened it. */
function closeForm(search: SearchValues): void {
  if (currentLocation().state.detailFromList) window.history.back()
  else navigate(paths.adminUsers, { search, replace: true })
}
