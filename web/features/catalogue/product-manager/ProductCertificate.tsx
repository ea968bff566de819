import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { listCertificates, listExpiring } from '../../../../contract/certificates.ts'
import { roles } from '../../../../contract/roles.ts'
import { useAction } from '../../../lib/action.ts'
import { formatDate } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { fileAddress } from '../../../shop/certificates/certificates.ts'
import { Expiry } from '../../../shop/certificates/Expiry.tsx'
import { uploadCertificateFile } from '../../../shop/certificates/upload-certificate.ts'
import { LabelledDay } from '../../../ui/DayBox.tsx'
import { FileDrop } from '../../../ui/FileDrop.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import styles from './product-manager.module.css'

/** Characters that a file name cannot have: a certificate is found by its file name, which is the article's code. */
const NO_FILE_NAME = /[/\\<>:"|?*]/

/** The certificate of an article. It is stored on its own, not with the form around it. Only an admin replaces it. */
export function ProductCertificate({ code }: { code: string }) {
  const isAdmin = roles[useUser().type].administers
  const found = useQuery(queryOf(listCertificates, { query: { code } }))
  return (
    <div className={styles.certificate}>
      <Waiting for={found} rows={1} height={40}>
        {([certificate]) =>
          certificate ? (
            <p>
              <a href={fileAddress(certificate)}>{certificate.name}</a>{' '}
              {[formatDate(certificate.at), certificate.kind].filter(Boolean).join(' · ')}
              {certificate.expiresOn && (
                <>
                  {' · vence el '}
                  <Expiry of={certificate} />
                </>
              )}
            </p>
          ) : (
            <p>Este artículo no tiene certificado.</p>
          )
        }
      </Waiting>
      {isAdmin && found.data && <Upload code={code} kind={found.data[0]?.kind ?? ''} />}
    </div>
  )
}

/** Takes a PDF of any name; the shop stores it under the article's code. */
function Upload({ code, kind }: { code: string; kind: string }) {
  const [expiresOn, setExpiresOn] = useState('')
  const [problem, setProblem] = useState('')
  const problemId = useId()
  const upload = useAction(
    async (file: File) => {
      const named = new File([file], `${code}.pdf`, { type: file.type })
      return uploadCertificateFile(named, { kind, expiresOn })
    },
    {
      outdates: [listCertificates, listExpiring],
      onDone: (refused) => {
        setProblem(refused)
        if (!refused) setExpiresOn('')
      },
    },
  )
  if (NO_FILE_NAME.test(code))
    return <p className="field__help">El código tiene signos que el nombre de un archivo no admite.</p>
  return (
    <>
      <LabelledDay
        label="Vence el"
        help="Si tiene vencimiento, elíjalo antes de subir el PDF."
        value={expiresOn}
        onChange={setExpiresOn}
      />
      <FileDrop
        title={upload.busy ? 'Subiendo…' : 'Elija el PDF del certificado'}
        hint={`o arrástrelo hasta aquí. Se guarda como ${code}.pdf, y reemplaza al anterior.`}
        accept="application/pdf,.pdf"
        busy={upload.busy}
        describedBy={problemId}
        onFile={(file) => void upload.run(file)}
      />
      <div id={problemId} role="alert">
        {problem && <p className="notice notice--error">{problem}</p>}
      </div>
    </>
  )
}
