import { IconClipboardList, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { roleChoices, userTypes } from '../../../../contract/roles.ts'
import { filterUsers, USER_SORTS, USER_TO_EDIT, USERS_PAGE_SIZE } from '../../../../contract/user-admin.ts'
import { sortText, wireObject } from '../../../../contract/wire.ts'
import { useAction } from '../../../lib/action.ts'
import {
  choiceInAddress,
  idInAddress,
  pageInAddress,
  textInAddress,
  useAddressState,
  yesInAddress,
} from '../../../lib/address-state.ts'
import { exportList } from '../../../lib/download.ts'
import { usePageSize } from '../../../lib/page-size.ts'
import { pageQueryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import { ListPage } from '../../../ui/table/ListPage.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import { userColumns } from './user-columns.tsx'

const UserDrawer = lazy(() => import('./UserDrawer.tsx').then((module) => ({ default: module.UserDrawer })))
const NewUserDrawer = lazy(() => import('./UserDrawer.tsx').then((m) => ({ default: m.NewUserDrawer })))

const address = wireObject({
  name: ['n', textInAddress],
  type: ['t', choiceInAddress(userTypes)],
  enabled: ['h', choiceInAddress(['1', '0'])],
  active: ['a', choiceInAddress(['1', '0'])],
  clientInUse: ['c', choiceInAddress(['1', '0'])],
  page: ['pag', pageInAddress],
  sort: ['orden', sortText(USER_SORTS)],
  open: [USER_TO_EDIT, idInAddress],
  isNew: ['nuevo', yesInAddress],
})
const yesNo = [
  { value: '1', label: 'Sí' },
  { value: '0', label: 'No' },
]
const closed = { open: null, isNew: false }

/** User administration (R202). Filters, page and the open form are kept in the address. */
export function UsersPage() {
  const place = useAddressState(address)
  const { page, sort, open, isNew, ...filters } = place.value
  const query = { ...filters, sort, page }
  const pageSize = usePageSize(USERS_PAGE_SIZE)
  const list = useQuery(pageQueryOf(filterUsers, { query: { ...query, size: pageSize.asked } }))
  const exporting = useAction(() => exportList(filterUsers, { query }, 'usuarios.xlsx'))
  const close = () => place.close(closed)
  return (
    <ListPage
      title="Usuarios"
      nouns={['usuario', 'usuarios']}
      empty="No hay usuarios para esta búsqueda"
      list={list}
      place={place}
      filters={filters}
      pageSize={pageSize}
      columns={userColumns}
      keyOf={({ id }) => id}
      nameOf={({ name, businessName }) => name || businessName}
      actions={({ id, name, businessName }) => (
        <>
          <RowButton
            label="Editar"
            of={name || businessName}
            icon={<IconPencil size={17} aria-hidden />}
            onClick={() => place.open({ open: id })}
          />
          <Link
            to={paths.ordersOfUser(id)}
            className="button button--small button--quiet"
            aria-label={`Pedidos de ${name || businessName}`}
          >
            <IconClipboardList size={17} aria-hidden />
            Pedidos
          </Link>
        </>
      )}
      exporting={exporting}
      head={
        <button type="button" className="button" onClick={() => place.open({ isNew: true })}>
          <IconPlus size={18} aria-hidden />
          Nuevo
        </button>
      }
      search={{
        label: 'Buscar usuarios',
        value: filters,
        onSearch: (wanted, step) => place.go({ ...closed, ...wanted, page: 0 }, step),
        children: (form) => (
          <>
            <TextField
              form={form}
              name="name"
              label="Nombre"
              type="search"
              maxLength={100}
              placeholder="Nombre, razón social, email o CUIT"
            />
            <SelectField form={form} name="type" label="Tipo" none="Todos" options={roleChoices} />
            <SelectField form={form} name="enabled" label="Habilitado" none="Todos" options={yesNo} />
            <SelectField form={form} name="active" label="Activo" none="Todos" options={yesNo} />
            <SelectField form={form} name="clientInUse" label="Cliente en uso" none="Todos" options={yesNo} />
          </>
        ),
      }}
    >
      <Suspense>
        {isNew && <NewUserDrawer onClose={close} />}
        {open !== null && <UserDrawer key={open} id={open} onClose={close} />}
      </Suspense>
    </ListPage>
  )
}
