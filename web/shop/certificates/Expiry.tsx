import type { Certificate } from '../../../contract/certificates.ts'
import { Mark } from '../../ui/Mark.tsx'
import { expiry } from './certificates.ts'

/** Until when a certificate holds, and whether that is near or over. */
export function Expiry({ of }: { of: Certificate }) {
  const end = expiry(of, new Date())
  if (!end) return null
  return (
    <>
      {end.text} {end.state === 'expired' && <Mark kind="warning">vencido</Mark>}
      {end.state === 'soon' && <Mark kind="warning">vence pronto</Mark>}
    </>
  )
}
