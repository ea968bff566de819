import type { Contact } from '../../../../contract/contacts.ts'
import { callLink, whatsappNumber } from '../../../../contract/phone.ts'
import { Mark } from '../../../ui/Mark.tsx'
import { type Column, NO_VALUE } from '../../../ui/table/columns.ts'

const Phone = ({ number }: { number: string }) => {
  const link = callLink(number)
  return link ? <a href={link}>{number}</a> : number
}

/** The columns of the directory (R28). */
export const contactColumns: readonly Column<Contact>[] = [
  {
    name: 'businessName',
    sort: 'server',
    label: 'Razón social',
    kind: 'long',
    phone: 'title',
    show: ({ businessName, active }) => (
      <>
        {businessName || NO_VALUE} {!active && <Mark kind="warning">no activo</Mark>}
      </>
    ),
  },
  { name: 'name', sort: 'server', label: 'Nombre', phone: 'second', show: ({ name }) => name },
  {
    name: 'email',
    sort: 'server',
    label: 'Email',
    kind: 'long',
    show: ({ email }) => <a href={`mailto:${email}`}>{email}</a>,
  },
  {
    name: 'phone',
    label: 'Teléfono',
    kind: 'short',
    show: ({ phone }) => phone && <Phone number={phone} />,
  },
  {
    name: 'mobile',
    label: 'Celular',
    kind: 'short',
    phone: 'second',
    show: ({ mobile }) => mobile && <Phone number={mobile} />,
  },
  { name: 'seller', sort: 'server', label: 'Vendedor', phone: 'second', show: ({ seller }) => seller },
]

/** The contact's number for WhatsApp, the mobile before the telephone; null when neither is one. */
export const whatsappOf = ({ mobile, phone }: Contact): string | null => whatsappNumber(mobile) ?? whatsappNumber(phone)
