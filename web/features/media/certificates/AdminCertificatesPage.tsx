import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import {
  type Certificate,
  certificateTexts,
  deleteCertificate,
  listCertificates,
  listExpiring,
} from '../../../../contract/certificates.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { formatDate } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { fileAddress } from '../../../shop/certificates/certificates.ts'
import { Expiry } from '../../../shop/certificates/Expiry.tsx'
import { uploadCertificateFile } from '../../../shop/certificates/upload-certificate.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { LabelledDay } from '../../../ui/DayBox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FileDrop } from '../../../ui/FileDrop.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { ListSection } from '../../../ui/table/ListSection.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import styles from './certificates.module.css'

const columns: readonly Column<Certificate>[] = [
  {
    name: 'name',
    label: 'Nombre',
    kind: 'short',
    sort: ({ name }) => name,
    show: (row) => <a href={fileAddress(row)}>{row.name}</a>,
  },
  { name: 'at', label: 'Fecha', kind: 'short', sort: ({ at }) => at, show: ({ at }) => formatDate(at) },
  {
    name: 'description',
    label: 'Artículo',
    kind: 'long',
    show: (row) => row.description || <Mark>sin artículo</Mark>,
  },
  { name: 'kind', label: 'Tipo', show: ({ kind }) => kind },
  {
    name: 'expiresOn',
    label: 'Vence',
    kind: 'short',
    sort: ({ expiresOn }) => expiresOn ?? '9999',
    show: (row) => <Expiry of={row} />,
  },
]

interface Outcome {
  name: string
  /** Why the file was refused; '' when it was stored. */
  problem: string
}

const filesText = (files: readonly File[]): string =>
  files.length === 1 ? (files[0]?.name ?? '') : `${files.length} archivos`

/** The upload of certificates, several at once, each file named by its article's code; and their list (R202, R205). */
export function AdminCertificatesPage() {
  const list = useQuery(queryOf(listCertificates, { query: { code: '' } }))
  const [files, setFiles] = useState<readonly File[]>([])
  const [kind, setKind] = useState('')
  const [expiresOn, setExpiresOn] = useState('')
  const [problem, setProblem] = useState('')
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const [removing, setRemoving] = useState<Certificate | null>(null)
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
      outdates: [listCertificates, listExpiring],
      onDone: () => setFiles([]),
    },
  )
  const remove = useAction(({ id }: Certificate) => call(deleteCertificate, { params: { id } }), {
    outdates: [listCertificates, listExpiring],
    success: 'Certificado quitado',
    onDone: () => setRemoving(null),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblem(files.length === 0 ? certificateTexts.choose : '')
    if (files.length === 0) chooser.current?.focus()
    else void upload.run(files)
  }

  return (
    <div className="page">
      <h1>{certificateTexts.title}</h1>
      <form className={`panel ${styles.upload}`} onSubmit={submit}>
        <div className={styles.files}>
          <FileDrop
            ref={chooser}
            title={files.length > 0 ? filesText(files) : 'Elija los archivos PDF'}
            hint="o arrástrelos hasta aquí. El nombre de cada uno es el código de su artículo, con «.pdf» detrás."
            accept="application/pdf,.pdf"
            busy={upload.busy}
            multiple
            describedBy={problemId}
            onFiles={(chosen) => {
              setFiles(chosen)
              setProblem('')
              setOutcomes([])
            }}
          />
          <p id={problemId} role="alert" className="field__error">
            {problem}
          </p>
        </div>
        <Field label="Tipo">
          {(control) => (
            <input
              {...control}
              value={kind}
              maxLength={100}
              onChange={({ target }) => setKind(target.value)}
            />
          )}
        </Field>
        <LabelledDay label="Vence el" value={expiresOn} onChange={setExpiresOn} />
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
      <ListSection
        title="Certificados"
        list={list}
        empty="Todavía no hay certificados."
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        actions={(row) => (
          <RowButton label="Quitar" of={row.name} kind="danger" onClick={() => setRemoving(row)} />
        )}
      />
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
    </div>
  )
}
