/** What every screen says of a certificate. */
import { addressOf } from '../../../contract/address.ts'
import { type Certificate, EXPIRES_SOON_DAYS, findCertificate } from '../../../contract/certificates.ts'

/** Where its file is downloaded: open to everybody, so a link will do. */
export const fileAddress = ({ name }: Certificate): string => addressOf(findCertificate, { query: { name } })

const DAY_MS = 86_400_000

/** A certificate's last day as dd/mm/yyyy, and its state at `now`; null when it has no end. */
export function expiry({ expiresOn }: Pick<Certificate, 'expiresOn'>, now: Date) {
  if (expiresOn === null) return null
  const [year, month, day] = expiresOn.split('-')
  const daysLeft = Math.ceil((Date.parse(`${expiresOn}T23:59:59-03:00`) - now.getTime()) / DAY_MS)
  const state = daysLeft <= 0 ? 'expired' : daysLeft <= EXPIRES_SOON_DAYS ? 'soon' : 'holds'
  return { text: `${day}/${month}/${year}`, state } as const
}
