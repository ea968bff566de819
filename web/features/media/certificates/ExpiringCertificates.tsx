import { useQuery } from '@tanstack/react-query'
import { type Certificate, listExpiring } from '../../../../contract/certificates.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { fileAddress } from '../../../shop/certificates/certificates.ts'
import { Expiry } from '../../../shop/certificates/Expiry.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { ListSection } from '../../../ui/table/ListSection.tsx'

const columns: readonly Column<Certificate>[] = [
  { name: 'expiresOn', label: 'Vence', kind: 'short', phone: 'end', show: (row) => <Expiry of={row} /> },
  {
    name: 'name',
    label: 'Certificado',
    kind: 'short',
    phone: 'title',
    show: (row) => <a href={fileAddress(row)}>{row.name}</a>,
  },
  {
    name: 'description',
    label: 'Artículo',
    kind: 'long',
    phone: 'second',
    show: ({ description }) => description,
  },
  { name: 'kind', label: 'Tipo', show: ({ kind }) => kind },
]

/** The certificates to renew, on the admin's home: those expired, and those that expire soon. */
export const ExpiringCertificates = () => (
  <ListSection
    title="Certificados vencidos o por vencer"
    list={useQuery(queryOf(listExpiring))}
    columns={columns}
    atOnce={5}
    keyOf={({ id }) => id}
    nameOf={({ name }) => name}
    actions={({ name }) => (
      <Link
        to={paths.adminCertificates}
        search={{ n: name }}
        className="button button--small button--plain"
        aria-label={`Renovar ${name}`}
      >
        Renovar
      </Link>
    )}
  />
)
