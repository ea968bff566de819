/** The ways to reach the shop's sales team: WhatsApp, telephone and mail, as the settings have them. */
import { IconBrandWhatsapp, IconMail, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getContact } from '../../contract/settings.ts'
import { queryOf } from '../lib/query.ts'
import styles from './ContactWays.module.css'

const HOUR = 3_600_000

/** The shop's mail and telephone; '' for what is not set, null until it is known. */
export function useContact(): { mail: string; phone: string } | null {
  const { data } = useQuery({ ...queryOf(getContact), staleTime: HOUR })
  const textOf = (key: string) => data?.find((setting) => setting.key === key)?.value.trim() ?? ''
  return data ? { mail: textOf('CONTACTO_MAIL'), phone: textOf('CONTACTO_TEL') } : null
}

/**
 * Links to WhatsApp, telephone and mail; nothing while the settings have none of them. `text` begins a WhatsApp message and
 * is the subject of a mail.
 */
export function ContactWays({ text }: { readonly text?: string }) {
  const contact = useContact()
  if (!contact || (!contact.mail && !contact.phone)) return null
  const { mail, phone } = contact
  const digits = phone.replace(/\D/g, '')
  const encodedText = text ? encodeURIComponent(text) : ''
  return (
    <ul className={styles.ways}>
      {phone && (
        <>
          {/* Without the country's code a number is no WhatsApp address. */}
          {phone.startsWith('+') && (
            <li>
              <IconBrandWhatsapp size={20} aria-hidden />
              <a
                href={`https://wa.me/${digits}${encodedText && `?text=${encodedText}`}`}
                target="_blank"
                rel="noreferrer"
              >
                WhatsApp
              </a>
            </li>
          )}
          <li>
            <IconPhone size={20} aria-hidden />
            <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
          </li>
        </>
      )}
      {mail && (
        <li>
          <IconMail size={20} aria-hidden />
          <a href={`mailto:${mail}${encodedText && `?subject=${encodedText}`}`}>{mail}</a>
        </li>
      )}
    </ul>
  )
}
