import { IconBrandWhatsapp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { CONTACT_SORTS, CONTACTS_PAGE_SIZE, listContacts } from '../../../../contract/contacts.ts'
import { listSellers } from '../../../../contract/erp-lists.ts'
import { roleChoices, userTypes } from '../../../../contract/roles.ts'
import { sortText, wireObject } from '../../../../contract/wire.ts'
import { useAction } from '../../../lib/action.ts'
import {
  choiceInAddress,
  idInAddress,
  pageInAddress,
  textInAddress,
  useAddressState,
} from '../../../lib/address-state.ts'
import { exportList } from '../../../lib/download.ts'
import { usePageSize } from '../../../lib/page-size.ts'
import { pageQueryOf, queryOf } from '../../../lib/query.ts'
import { optionsOf, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { ListPage } from '../../../ui/table/ListPage.tsx'
import { contactColumns, whatsappOf } from './contact-columns.tsx'

const address = wireObject({
  text: ['n', textInAddress],
  type: ['t', choiceInAddress(userTypes)],
  sellerId: ['v', idInAddress],
  page: ['pag', pageInAddress],
  sort: ['orden', sortText(CONTACT_SORTS)],
})

/** The contact data of all users who have an account (R28). */
export function ContactsPage() {
  const place = useAddressState(address)
  const { page, sort, sellerId, ...words } = place.value
  const pageSize = usePageSize(CONTACTS_PAGE_SIZE)
  const query = { ...words, sellerId: sellerId ?? undefined, page, sort }
  const { data: sellers = [] } = useQuery({ ...queryOf(listSellers), staleTime: 3_600_000 })
  return (
    <ListPage
      title="Contactos"
      nouns={['contacto', 'contactos']}
      empty="No hay contactos que coincidan con la búsqueda."
      list={useQuery(pageQueryOf(listContacts, { query: { ...query, size: pageSize.asked } }))}
      place={place}
      filters={{ ...words, sellerId }}
      pageSize={pageSize}
      columns={contactColumns}
      keyOf={({ id }) => id}
      nameOf={({ businessName, name }) => businessName || name}
      exporting={useAction(() => exportList(listContacts, { query }, 'contactos.xlsx'))}
      actions={(contact) => {
        const number = whatsappOf(contact)
        return (
          number && (
            <a
              className="button button--small button--quiet"
              href={`https://wa.me/${number}`}
              target="_blank"
              rel="noreferrer"
              aria-label={`WhatsApp a ${contact.name || contact.businessName}`}
            >
              <IconBrandWhatsapp size={17} aria-hidden />
              WhatsApp
            </a>
          )
        )
      }}
      search={{
        label: 'Buscar contactos',
        value: { ...words, sellerId: sellerId === null ? '' : String(sellerId) },
        onSearch: ({ sellerId: seller, ...found }, step) =>
          place.go({ ...found, sellerId: seller === '' ? null : Number(seller), page: 0 }, step),
        children: (form) => (
          <>
            <TextField form={form} name="text" label="Nombre, razón social, email o número" type="search" />
            <SelectField form={form} name="type" label="Tipo" none="Todos" options={roleChoices} />
            <SelectField form={form} name="sellerId" label="Vendedor" none="Todos" options={optionsOf(sellers)} />
          </>
        ),
      }}
    />
  )
}
