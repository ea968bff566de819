import { IconCertificate } from '@tabler/icons-react'
import { orderCertificates } from '../../../contract/certificates.ts'
import { useAction } from '../../lib/action.ts'
import { download } from '../../lib/download.ts'

/** 'Certificados del pedido': all of them in one PDF, whose first page lists those that are missing (R216). */
export function OrderCertificates({ orderId }: { orderId: number }) {
  const { run, busy } = useAction(
    () => download(orderCertificates, { params: { id: orderId }, otherwise: 'certificados-pedido.pdf' }),
    { success: 'Certificados del pedido: descargado' },
  )
  return (
    <button type="button" className="button button--plain" aria-disabled={busy} onClick={() => void run()}>
      <IconCertificate size={19} aria-hidden />
      {busy ? 'Preparando…' : 'Certificados del pedido'}
    </button>
  )
}
