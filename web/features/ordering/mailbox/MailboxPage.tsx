import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { listMails, MAILBOX_PAGE_SIZE, mailboxState, mailStates } from '../../../../contract/mailbox.ts'
import { wireObject } from '../../../../contract/wire.ts'
import { choiceInAddress, pageInAddress, textInAddress, useAddressState } from '../../../lib/address-state.ts'
import { formatInstant } from '../../../lib/format.ts'
import { usePageSize } from '../../../lib/page-size.ts'
import { pageQueryOf, queryOf } from '../../../lib/query.ts'
import { useLocation } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { ListPage } from '../../../ui/table/ListPage.tsx'
import { MailPage } from './MailPage.tsx'
import { AGAIN } from './mail-acts.ts'
import { senderOf, stateMark, stateWords } from './mail-words.ts'

type MailRow = ResponseOf<typeof listMails>[number]

/** The mailbox (R326): the list, or the mail that the address names. */
export function MailboxPage() {
  const { pathname } = useLocation()
  return pathname.replace(/\/$/, '') === paths.mailbox ? <Mails /> : <MailPage />
}

const address = wireObject({
  text: ['n', textInAddress],
  state: ['estado', choiceInAddress(mailStates)],
  page: ['pag', pageInAddress],
})

const columns: readonly Column<MailRow>[] = [
  {
    name: 'received',
    label: 'Recibido',
    kind: 'short',
    phone: 'second',
    show: (mail) => formatInstant(mail.receivedAt),
  },
  { name: 'subject', label: 'Asunto', kind: 'long', phone: 'title', show: (mail) => mail.subject || 'Sin asunto' },
  { name: 'sender', label: 'De', kind: 'long', phone: 'second', show: senderOf },
  { name: 'client', label: 'Cliente', kind: 'long', show: (mail) => mail.businessName || 'Sin identificar' },
  { name: 'files', label: 'Archivos', kind: 'figure', show: (mail) => mail.fileCount || '' },
  {
    name: 'state',
    label: 'Estado',
    phone: 'end',
    show: (mail) => <Mark kind={stateMark(mail)}>{stateWords(mail)}</Mark>,
  },
]

function Mails() {
  const place = useAddressState(address)
  const { page, text, state } = place.value
  const pageSize = usePageSize(MAILBOX_PAGE_SIZE)
  const { data: box } = useQuery({ ...queryOf(mailboxState), refetchInterval: AGAIN })
  const query = { page, text, state: state || undefined }
  return (
    <ListPage
      title="Recibidos"
      nouns={['correo', 'correos']}
      empty={text || state ? 'Ningún correo coincide con la búsqueda' : 'No hay correos recibidos'}
      list={useQuery({ ...pageQueryOf(listMails, { query }), refetchInterval: AGAIN })}
      place={place}
      filters={{ text, state }}
      pageSize={pageSize}
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={({ subject, sender }) => `${subject || 'Sin asunto'}, de ${sender}`}
      hrefOf={({ id }) => `${paths.mailbox}/${id}`}
      notice={
        box?.fault && (
          <p className="notice notice--error">
            {box.fault}
            {box.failingSince && `, desde ${formatInstant(box.failingSince)}`}. Se vuelve a probar sin que nadie haga
            nada.
          </p>
        )
      }
      search={{
        label: 'Buscar correos',
        value: { text, state },
        onSearch: (wanted, step) => place.go({ ...wanted, page: 0 }, step),
        children: (form) => (
          <>
            <TextField
              form={form}
              name="text"
              label="Buscar"
              type="search"
              maxLength={100}
              placeholder="Remitente, asunto o cliente"
            />
            <SelectField
              form={form}
              name="state"
              label="Estado"
              none="Todos"
              options={[
                { value: 'new', label: 'Nuevo' },
                { value: 'taken', label: 'En preparación' },
                { value: 'order', label: 'Con pedido' },
                { value: 'aside', label: 'Apartado' },
              ]}
            />
          </>
        ),
      }}
    />
  )
}
