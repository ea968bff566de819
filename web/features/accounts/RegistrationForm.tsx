import type { InputHTMLAttributes } from 'react'
import { LONGEST_NAME } from '../../../contract/accounts.ts'
import { passwordRules } from '../../../contract/password.ts'
import { paths } from '../../paths.ts'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { useCarriers, useZones } from './accounts.api.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { PrivacyNotice } from './PrivacyNotice.tsx'
import { RegistryNote } from './RegistryNote.tsx'
import {
  businessNameOf,
  fieldLabels,
  type RegistrationDraft,
  type RegistrationField,
} from './registration-form.ts'
import { idOf, useRegistration } from './use-registration.ts'
import './accounts.css'

type TextField = {
  [K in RegistrationField & keyof RegistrationDraft]: RegistrationDraft[K] extends string ? K : never
}[RegistrationField & keyof RegistrationDraft]

/** A prospect's registration (R102 and R105). What is typed stays, also over a reload, but for passwords. */
export function RegistrationForm() {
  const form = useRegistration()
  const { draft, set, shown } = form
  const { data: carriers = [] } = useCarriers()
  const { data: zones = [] } = useZones()
  /** The registry told nothing: then the name is what the account is known by. */
  const nameless = form.look.failure !== null
  const text = (name: TextField, more: InputHTMLAttributes<HTMLInputElement> = {}, required = false) => (
    <Field label={fieldLabels[name]} id={idOf(name)} error={shown[name]} required={required}>
      {(control) => (
        <input
          {...more}
          {...control}
          value={draft[name]}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      )}
    </Field>
  )
  return (
    <section className="registration" aria-labelledby="registro-titulo">
      <form
        className="registration__form panel"
        noValidate
        onSubmit={form.submit}
        aria-labelledby="registro-titulo"
      >
        <header>
          <h2 id="registro-titulo" tabIndex={-1}>
            Cree su cuenta
          </h2>
          <p className="registration__lead">
            Complete el formulario y le avisaremos por correo cuando su cuenta esté habilitada. Los datos con
            * son obligatorios.
          </p>
        </header>
        <ErrorSummary problems={form.wrong} />
        <fieldset className="form-grid">
          <legend>Acceso</legend>
          <Field
            label={fieldLabels.email}
            id={idOf('email')}
            error={shown.email}
            required
            className="form-grid__whole"
          >
            {(control) => (
              <input
                {...control}
                type="email"
                autoComplete="email"
                maxLength={200}
                value={draft.email}
                onChange={({ target }) => set({ email: target.value })}
              />
            )}
          </Field>
          <Field
            label={fieldLabels.password}
            id={idOf('password')}
            error={shown.password}
            help={passwordRules('client')}
            required
          >
            {(control) => (
              <PasswordInput
                {...control}
                of="contraseña del registro"
                autoComplete="new-password"
                value={draft.password}
                onChange={({ target }) => set({ password: target.value })}
              />
            )}
          </Field>
          <Field
            label={fieldLabels.confirmation}
            id={idOf('confirmation')}
            error={shown.confirmation}
            required
          >
            {(control) => (
              <PasswordInput
                {...control}
                of="confirmación"
                autoComplete="new-password"
                value={draft.confirmation}
                onChange={({ target }) => set({ confirmation: target.value })}
              />
            )}
          </Field>
        </fieldset>
        <fieldset className="form-grid">
          <legend>Datos fiscales</legend>
          <Field
            label={fieldLabels.cuit}
            id={idOf('cuit')}
            error={shown.cuit}
            help={<RegistryNote {...form.look} />}
            required
            className="form-grid__whole"
          >
            {(control) => (
              <input
                {...control}
                inputMode="numeric"
                autoComplete="off"
                placeholder="30-12345678-9"
                maxLength={40}
                value={draft.cuit}
                onChange={({ target }) => set({ cuit: target.value })}
                onBlur={form.leaveCuit}
              />
            )}
          </Field>
          {text('firstName', { autoComplete: 'given-name', maxLength: LONGEST_NAME.person }, nameless)}
          {text('lastName', { autoComplete: 'family-name', maxLength: LONGEST_NAME.person })}
          <Field
            label={fieldLabels.businessName}
            id={idOf('businessName')}
            error={shown.businessName}
            help="Se completa con el padrón, o con su nombre y apellido."
            className="form-grid__whole"
          >
            {(control) => <input {...control} readOnly value={businessNameOf(draft)} />}
          </Field>
        </fieldset>
        <fieldset className="form-grid">
          <legend>Contacto</legend>
          {text('mobile', { type: 'tel', autoComplete: 'tel', maxLength: 60 })}
          {text('phone', { type: 'tel', autoComplete: 'off', maxLength: 60 })}
        </fieldset>
        <fieldset className="form-grid">
          <legend>Entrega</legend>
          <PlaceFields
            place={draft}
            problems={shown}
            idOf={idOf}
            cityLabel={fieldLabels.city}
            onChange={set}
          />
          <Field
            label={fieldLabels.zoneId}
            id={idOf('zoneId')}
            error={shown.zoneId}
            help="Si no la conoce, déjela así: se la asignamos al habilitar su cuenta."
            className="form-grid__whole"
          >
            {(control) => (
              <select
                {...control}
                value={draft.zoneId}
                onChange={({ target }) => set({ zoneId: target.value })}
              >
                <option value="">No la conozco</option>
                {draft.zoneId !== '' && !zones.some(({ id }) => String(id) === draft.zoneId) && (
                  <option value={draft.zoneId}>{`Zona N.º ${draft.zoneId}`}</option>
                )}
                {zones.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field
            label={fieldLabels.carrierId}
            id={idOf('carrierId')}
            error={shown.carrierId}
            required
            className="form-grid__whole"
          >
            {(control) => (
              <select
                {...control}
                value={draft.carrierId}
                onChange={({ target }) => set({ carrierId: target.value })}
              >
                <option value="">Seleccione un expreso</option>
                {draft.carrierId !== '' && !carriers.some(({ id }) => String(id) === draft.carrierId) && (
                  <option value={draft.carrierId}>{`Expreso N.º ${draft.carrierId}`}</option>
                )}
                {carriers.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field
            label={fieldLabels.notes}
            id={idOf('notes')}
            error={shown.notes}
            className="form-grid__whole"
          >
            {(control) => (
              <textarea
                {...control}
                rows={3}
                maxLength={1000}
                value={draft.notes}
                onChange={({ target }) => set({ notes: target.value })}
              />
            )}
          </Field>
        </fieldset>
        <div className="registration__terms">
          <input
            id={idOf('terms')}
            type="checkbox"
            checked={draft.terms}
            aria-required
            aria-invalid={Boolean(shown.terms)}
            aria-describedby={shown.terms && `${idOf('terms')}-error`}
            onChange={({ target }) => set({ terms: target.checked })}
          />
          <span>
            <label htmlFor={idOf('terms')}>Leí y acepto los términos y condiciones</label>{' '}
            <a href={paths.terms} target="_blank" rel="noreferrer">
              Ver términos y condiciones (en otra pestaña)
            </a>
          </span>
          {shown.terms && (
            <span id={`${idOf('terms')}-error`} className="field__error">
              {shown.terms}
            </span>
          )}
        </div>
        <ErrorSummary problems={[]} refusal={form.refusal} />
        <button type="submit" className="button registration__send" aria-disabled={form.busy}>
          {form.busy ? 'REGISTRANDO…' : 'REGISTRARSE'}
        </button>
      </form>
      <PrivacyNotice />
    </section>
  )
}
