import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import {
  CERTIFICATE_SORTS,
  CERTIFICATES_PAGE_SIZE,
  type Certificate,
  certificateTexts,
  deleteCertificate,
  filterCertificates,
  listCertificates,
  listExpiring,
} from '../../../../contract/certificates.ts'
import { sortText, wireObject } from '../../../../contract/wire.ts'
import { useAction } from '../../../lib/action.ts'
import { pageInAddress, textInAddress, useAddressState } from '../../../lib/address-state.ts'
import { call } from '../../../lib/api.ts'
import { formatDate } from '../../../lib/format.ts'
import { usePageSize } from '../../../lib/page-size.ts'
import { pageQueryOf } from '../../../lib/query.ts'
import { fileAddress } from '../../../shop/certificates/certificates.ts'
import { Expiry } from '../../../shop/certificates/Expiry.tsx'
import { uploadCertificateFile } from '../../../shop/certificates/upload-certificate.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { LabelledDay } from '../../../ui/DayBox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FileDrop } from '../../../ui/FileDrop.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { ListPage } from '../../../ui/table/ListPage.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import styles from './certificates.module.css'

const address = wireObject({
  text: ['n', textInAddress],
  page: ['pag', pageInAddress],
  sort: ['orden', sortText(CERTIFICATE_SORTS)],
})

const columns: readonly Column<Certificate>[] = [
  { name: 'name', label: 'Nombre', kind: 'short', sort: 'server', phone: 'title', show: ({ name }) => name },
  {
    name: 'at',
    label: 'Fecha',
    kind: 'short',
    sort: 'server',
    show: ({ at }) => formatDate(at),
  },
  {
    name: 'description',
    label: 'Artículo',
    kind: 'long',
    sort: 'server',
    phone: 'second',
    show: (row) => row.description || <Mark>sin artículo</Mark>,
  },
  { name: 'kind', label: 'Tipo', sort: 'server', show: ({ kind }) => kind },
  {
    name: 'expiresOn',
    label: 'Vence',
    kind: 'short',
    sort: 'server',
    phone: 'end',
    show: (row) => row.expiresOn && <Expiry of={row} />,
  },
]

const OUTDATED = [filterCertificates, listCertificates, listExpiring] as const

interface Outcome {
  name: string
  /** Why the file was refused; '' when it was stored. */
  problem: string
}

/** The certificates, a page at a time; a click on a row downloads its own (R202, R250). */
export function AdminCertificatesPage() {
  const place = useAddressState(address)
  const { page, sort, ...filters } = place.value
  const pageSize = usePageSize(CERTIFICATES_PAGE_SIZE)
  const list = useQuery(pageQueryOf(filterCertificates, { query: { ...filters, page, size: pageSize.asked, sort } }))
  const [removing, setRemoving] = useState<Certificate | null>(null)
  const remove = useAction(({ id }: Certificate) => call(deleteCertificate, { params: { id } }), {
    outdates: OUTDATED,
    success: 'Certificado quitado',
    onDone: () => setRemoving(null),
  })
  return (
    <ListPage
      title={certificateTexts.title}
      nouns={['certificado', 'certificados']}
      empty={filters.text === '' ? 'Todavía no hay certificados.' : 'Ningún certificado coincide con la búsqueda'}
      list={list}
      place={place}
      filters={filters}
      pageSize={pageSize}
      countsPages
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      hrefOf={fileAddress}
      actions={(row) => <RowButton label="Quitar" of={row.name} kind="danger" onClick={() => setRemoving(row)} />}
      tabs={<Upload />}
      search={{
        label: 'Buscar certificados',
        value: filters,
        onSearch: (wanted, step) => place.go({ ...wanted, page: 0 }, step),
        children: (form) => (
          <TextField
            form={form}
            name="text"
            label="Certificado"
            type="search"
            maxLength={100}
            placeholder="Código, artículo o tipo"
          />
        ),
      }}
    >
      {removing && (
        <ConfirmDialog
          title="Quitar el certificado"
          text={`${removing.name} dejará de estar disponible para todos.`}
          confirm="Quitar"
          busy={remove.busy}
          onConfirm={() => void remove.run(removing)}
          onCancel={() => setRemoving(null)}
        />
      )}
    </ListPage>
  )
}

/** Names told of files that were chosen; the others are counted. */
const NAMES_TOLD = 3
const namesOf = (files: readonly File[]): string => {
  const names = files.slice(0, NAMES_TOLD).map(({ name }) => name)
  const more = files.length - names.length
  return `${names.join(', ')}${more > 0 ? ` y ${more} más` : ''}`
}

/** The upload of certificates, several at once, each file named by its article's code (R205). */
function Upload() {
  const [files, setFiles] = useState<readonly File[]>([])
  const [kind, setKind] = useState('')
  const [expiresOn, setExpiresOn] = useState('')
  const [problem, setProblem] = useState('')
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const chooser = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const upload = useAction(
    async (chosen: readonly File[]) => {
      const soFar: Outcome[] = []
      for (const file of chosen) {
        soFar.push({ name: file.name, problem: await uploadCertificateFile(file, { kind, expiresOn }) })
        setOutcomes([...soFar])
      }
    },
    {
      outdates: OUTDATED,
      onDone: () => setFiles([]),
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblem(files.length === 0 ? certificateTexts.choose : '')
    if (files.length === 0) chooser.current?.focus()
    else void upload.run(files)
  }

  return (
    <form className={`panel ${styles.upload}`} aria-label="Subir certificados" noValidate onSubmit={submit}>
      <div className={styles.files}>
        <FileDrop
          ref={chooser}
          title={files.length > 0 ? namesOf(files) : 'Elija los archivos PDF'}
          hint="Cada archivo se llama como el código de su artículo, con «.pdf» detrás. Puede elegir varios."
          accept="application/pdf,.pdf"
          busy={upload.busy}
          describedBy={problemId}
          onFiles={(chosen) => {
            setFiles(chosen)
            setProblem('')
            setOutcomes([])
          }}
        />
        <p id={problemId} className="field__error" role="alert">
          {problem}
        </p>
      </div>
      {files.length > 0 && (
        <>
          <Field label="Tipo">
            {(control) => (
              <input {...control} value={kind} maxLength={100} onChange={({ target }) => setKind(target.value)} />
            )}
          </Field>
          <LabelledDay label="Vence el" value={expiresOn} onChange={setExpiresOn} />
        </>
      )}
      <button type="submit" className="button" aria-disabled={upload.busy}>
        <IconUpload size={19} aria-hidden />
        {upload.busy ? `Subiendo ${outcomes.length + 1} de ${files.length}…` : certificateTexts.upload}
      </button>
      <ul className={styles.outcomes} role="status">
        {outcomes.map((outcome) => (
          <li key={outcome.name} data-failed={outcome.problem !== ''}>
            {outcome.name}: {outcome.problem || certificateTexts.uploaded}
          </li>
        ))}
      </ul>
    </form>
  )
}
