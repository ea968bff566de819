import { LONGEST_NAME, register, registration, registrationTexts } from '../../../../contract/accounts.ts'
import { passwordRules } from '../../../../contract/password.ts'
import { call } from '../../../lib/api.ts'
import { useForm } from '../../../lib/form.ts'
import { navigate } from '../../../lib/navigation.ts'
import { shopName } from '../../../lib/shop.ts'
import { paths } from '../../../paths.ts'
import { FormFrame } from '../../../ui/form/FormFrame.tsx'
import { CheckField, FieldGroup, FormField, OfferedField, TextField } from '../../../ui/form/fields.tsx'
import { cuitStateOf, hasRegistry, useCarriers, useZones } from './accounts.api.ts'
import { PasswordPair } from './PasswordPair.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { PrivacyNotice } from './PrivacyNotice.tsx'
import { RegistryNote } from './RegistryNote.tsx'
import styles from './registration.module.css'
import {
  businessNameOf,
  emptyRegistration,
  problemsOf,
  registrationFailureOf,
  registrationOf,
} from './registration-form.ts'
import { useOfferedCarrier } from './use-offered-carrier.ts'
import { useRegistryLook } from './use-registry-look.ts'

/** The draft's name differs from that of an earlier form, whose drafts do not fit. */
const kept = { as: 'registro-sin-enviar', secret: ['password', 'confirmation'] } as const

/** A prospect's registration (R105). The typed data outlive a reload, except the passwords. */
export function RegistrationForm() {
  const { data: carriers } = useCarriers()
  const { data: zones } = useZones()
  const asksCarrier = carriers?.length !== 0
  const form = useForm({
    begin: emptyRegistration,
    keep: kept,
    guarded: false,
    check: (draft) => problemsOf(draft, cuitStateOf(draft.cuit), { shopName: shopName(), asksCarrier }),
    checksAll: true,
    save: (draft) => call(register, { body: registrationOf(draft) }),
    names: registration,
    wordsOf: registrationFailureOf,
    onDone: () => navigate(paths.waiting),
  })
  const look = useRegistryLook(form)
  useOfferedCarrier(form, carriers)
  const { person } = LONGEST_NAME
  return (
    <section className={styles.registration} aria-labelledby="registro-titulo">
      <div className={`panel ${styles.panel}`}>
        <header>
          <h2 id="registro-titulo">Cree su cuenta</h2>
          <p className={styles.lead}>
            Complete el formulario y le avisaremos por correo cuando su cuenta esté habilitada. Los datos con * son
            obligatorios.
          </p>
        </header>
        <FormFrame form={form} label="Cree su cuenta" submit="REGISTRARSE" submitting="REGISTRANDO…" wide>
          <FieldGroup title="Acceso">
            <TextField form={form} name="email" label="Email" type="email" autoComplete="email" required wide />
            <PasswordPair form={form} label="Contraseña" help={passwordRules('client')} of="contraseña del registro" />
          </FieldGroup>
          <FieldGroup title="Datos fiscales">
            <TextField
              form={form}
              name="cuit"
              label="CUIT"
              inputMode="numeric"
              placeholder="30-12345678-9"
              maxLength={40}
              help={<RegistryNote {...look} />}
              error={look.refused ? registrationTexts.cuitRefused : ''}
              onLeave={look.leave}
              required
              wide
            />
            <TextField
              form={form}
              name="firstName"
              label="Nombre"
              autoComplete="given-name"
              maxLength={person}
              // Without an answer of the registry the account is known by this name.
              required={look.failure !== null || !hasRegistry()}
            />
            <TextField form={form} name="lastName" label="Apellido" autoComplete="family-name" maxLength={person} />
            <FormField
              form={form}
              name="businessName"
              label="Razón social"
              help={`Se completa con ${hasRegistry() ? 'el padrón, o con ' : ''}su nombre y apellido.`}
              wide
            >
              {(control) => <input {...control} readOnly value={businessNameOf(form.draft)} />}
            </FormField>
          </FieldGroup>
          <FieldGroup title="Contacto">
            <TextField form={form} name="mobile" label="Celular" type="tel" autoComplete="tel" maxLength={60} />
            <TextField form={form} name="phone" label="Teléfono" type="tel" maxLength={60} />
          </FieldGroup>
          <FieldGroup title="Entrega">
            <PlaceFields form={form} cityLabel="Localidad" />
            <OfferedField
              form={form}
              name="zoneId"
              label="Zona"
              none="No la conozco"
              offered={zones}
              help="Si no la conoce, déjela así: se la asignamos al habilitar su cuenta."
              wide
            />
            <OfferedField
              form={form}
              name="carrierId"
              label="Expreso"
              none="Seleccione un expreso"
              offered={carriers}
              required
              wide
            />
            <TextField form={form} name="notes" label="Observaciones" multiline maxLength={1000} wide />
          </FieldGroup>
          <CheckField
            form={form}
            name="terms"
            label="Leí y acepto los términos y condiciones"
            required
            help={
              <a href={paths.terms} target="_blank" rel="noreferrer">
                Ver términos y condiciones (en otra pestaña)
              </a>
            }
          />
        </FormFrame>
      </div>
      <PrivacyNotice asksCarrier={asksCarrier} />
    </section>
  )
}
