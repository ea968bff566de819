import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import {
  agreeToOrderMessages,
  endOrderMessages,
  getOrderMessages,
  orderMessageTexts,
} from '../../../../contract/order-messages.ts'
import { whatsappNumber } from '../../../../contract/phone.ts'
import { call } from '../../../lib/api.ts'
import { useForm } from '../../../lib/form.ts'
import { formatTime } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { FormFrame } from '../../../ui/form/FormFrame.tsx'
import { CheckField, FieldGroup, TextField } from '../../../ui/form/fields.tsx'
import styles from './profile.module.css'

type Consent = ResponseOf<typeof getOrderMessages>

/**
 * The user's consent to messages about orders (R393). Nothing where the shop sends none, unless there is a consent to take back.
 * `mobile` is the number that the profile has, which the form begins with.
 */
export function OrderMessages({ mobile }: { mobile: string }) {
  const { data } = useQuery(queryOf(getOrderMessages))
  if (!data || !(data.offered || data.phone)) return null
  return (
    <section className={`panel ${styles.panel}`} aria-labelledby="avisos-titulo">
      <h2 id="avisos-titulo">Avisos por WhatsApp</h2>
      <p className={styles.lead}>
        Un mensaje cuando recibimos un pedido y otro cuando sale, sin precios ni importes. Los entrega WhatsApp, que
        recibe su número y el del pedido. Puede dejar de recibirlos cuando quiera.
      </p>
      <ConsentForm consent={data} mobile={mobile} />
    </section>
  )
}

function ConsentForm({ consent: { phone, agreedAt }, mobile }: { consent: Consent; mobile: string }) {
  const form = useForm({
    begin: { agrees: phone !== null, phone: phone ? `+${phone}` : mobile },
    save: (draft) =>
      draft.agrees ? call(agreeToOrderMessages, { body: { phone: draft.phone } }) : call(endOrderMessages),
    check: (draft) => ({
      phone: draft.agrees && whatsappNumber(draft.phone) === null ? orderMessageTexts.number : undefined,
    }),
    names: agreeToOrderMessages.body,
    outdates: [getOrderMessages],
    success: (answer: Consent) => (answer.phone ? `Le avisamos al +${answer.phone}` : 'Ya no le avisamos por WhatsApp'),
  })
  return (
    <FormFrame form={form} label="Avisos por WhatsApp" short>
      <FieldGroup>
        <CheckField
          form={form}
          name="agrees"
          label="Avisarme por WhatsApp de mis pedidos"
          help={agreedAt ? `Lo aceptó el ${formatTime(agreedAt)}.` : undefined}
          wide
        />
        <TextField
          form={form}
          name="phone"
          label="Número de WhatsApp"
          type="tel"
          autoComplete="tel"
          maxLength={60}
          help="Con código de área, sin el 15."
        />
      </FieldGroup>
    </FormFrame>
  )
}
