import { IconDownload, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Certificate, certificateTexts, listCertificates } from '../../../../contract/certificates.ts'
import { wireObject } from '../../../../contract/wire.ts'
import { textInAddress, useAddressState } from '../../../lib/address-state.ts'
import { queryOf } from '../../../lib/query.ts'
import { fileAddress } from '../../../shop/certificates/certificates.ts'
import { Field } from '../../../ui/Field.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import styles from './certificates.module.css'

const address = wireObject({ code: ['codigo', textInAddress] })

const columns: readonly Column<Certificate>[] = [
  {
    name: 'download',
    label: 'Descargar',
    kind: 'short',
    show: (row) => (
      <a
        className="button button--small"
        href={fileAddress(row)}
        aria-label={`Descargar el certificado de ${row.code}`}
      >
        <IconDownload size={18} aria-hidden />
        Descargar
      </a>
    ),
  },
  { name: 'code', label: 'Codigo', kind: 'short', show: ({ code }) => code },
  { name: 'name', label: 'Nombre', kind: 'long', show: ({ description, name }) => description || name },
]

/** An article's certificate by its exact code, for everybody (R102). */
export function CertificatesPage() {
  const place = useAddressState(address)
  const { code } = place.value
  const [typed, setTyped] = useState(code)
  const found = useQuery(queryOf(listCertificates, code ? { query: { code } } : null))
  const search = (event: FormEvent) => {
    event.preventDefault()
    place.go({ code: typed.trim() })
  }
  return (
    <div className="page">
      <h1>Certificados de productos</h1>
      <form className={`panel ${styles.search}`} onSubmit={search} aria-label="Buscar un certificado">
        <Field label="Código del artículo" help="El código exacto, como figura en el catálogo.">
          {(control) => (
            <input {...control} value={typed} maxLength={100} onChange={({ target }) => setTyped(target.value)} />
          )}
        </Field>
        <button type="submit" className="button">
          <IconSearch size={19} aria-hidden />
          Buscar
        </button>
      </form>
      {code && (
        <Waiting for={found} rows={1}>
          {(rows) =>
            rows.length > 0 ? (
              <DataTable
                label="Certificados"
                rows={rows}
                columns={columns}
                keyOf={({ id }) => id}
                nameOf={(row) => row.code}
              />
            ) : (
              <p className="notice notice--error" role="alert">
                {certificateTexts.notFound}
              </p>
            )
          }
        </Waiting>
      )}
    </div>
  )
}
