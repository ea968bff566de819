import { useEffect, useState } from 'react'
import { formatCuit, parseCuit } from '../../../../contract/cuit.ts'
import { passwordRules } from '../../../../contract/password.ts'
import { PROVINCES } from '../../../../contract/provinces.ts'
import type { UserType } from '../../../../contract/roles.ts'
import { roleChoices, roles } from '../../../../contract/roles.ts'
import type { User } from '../../../../contract/user-admin.ts'
import { useForm } from '../../../lib/form.ts'
import { HistoryButton } from '../../../shop/History.tsx'
import { FormFrame } from '../../../ui/form/FormFrame.tsx'
import {
  CheckField,
  FieldGroup,
  OfferedField,
  optionsOf,
  SelectField,
  TextField,
  Wide,
} from '../../../ui/form/fields.tsx'
import { usePasswordAgain } from '../../../ui/form/use-password-again.tsx'
import { useClientAddresses } from './accounts.api.ts'
import { ClientLink } from './ClientLink.tsx'
import { CuitFactsNote } from './CuitFactsNote.tsx'
import { SecondFactorNote, TakeSecondFactor } from './SecondFactorNote.tsx'
import { TermsFields } from './TermsFields.tsx'
import { useOfferedCarrier } from './use-offered-carrier.ts'
import {
  createsClient,
  isBuyerByMail,
  problemsOf,
  type UserDraft,
  wireNames,
  withBranch,
  withClient,
  withoutBranch,
  withoutClient,
  withRegistry,
  withType,
} from './user-form.ts'
import { afterUserChange, readUserAgain, saveNewUser, saveUser, useCuitFacts, useFormLists } from './users.api.ts'
import { VerificationNote } from './VerificationNote.tsx'

interface UserFormProps {
  /** Null for a new user. A stored user's CUIT is locked, and the razón social where there is one. */
  user: User | null
  begin: UserDraft
  /** Whether `begin` has the terms of the linked client. */
  hasTerms: boolean
}

const provinces = PROVINCES.map(([id, name]) => ({ value: String(id), label: name }))

/** The form that creates or edits a user (R202, R204 and R205). */
export function UserForm({ user, begin, hasTerms }: UserFormProps) {
  const id = user?.id ?? null
  const isNew = user === null
  const [checked, setChecked] = useState(user)
  const hasTermsOf = (now: UserDraft) =>
    createsClient(now) || (hasTerms && now.clientId !== null && now.clientId === begin.clientId)
  const again = usePasswordAgain(wireNames)
  const [taking, setTaking] = useState(false)
  const lists = useFormLists()
  const asksCarrier = lists.carriers?.length !== 0
  const form = useForm({
    begin,
    focusAtStart: isNew ? 'cuit' : undefined,
    check: (draft) => problemsOf(draft, id, { hasTerms: hasTermsOf(draft), asksCarrier }),
    save: async (draft, begun) => {
      await again.sure<unknown>((own) => (id === null ? saveNewUser(draft, own) : saveUser(id, draft, begun, own)))
    },
    names: wireNames,
    reread: id === null ? undefined : () => readUserAgain(id),
    outdates: afterUserChange,
    success: isNew ? 'Usuario creado correctamente' : 'Usuario guardado correctamente',
  })
  const { draft, set } = form
  useOfferedCarrier(form, isNew ? lists.carriers : undefined)
  // A user who registered has the registry's data already, but no client yet.
  const facts = useCuitFacts(isNew || begin.clientId === null ? draft.cuit : '', { askRegistry: isNew })
  const { entry, client } = facts
  const isClient = !roles[draft.type].isStaff
  const isByMail = isBuyerByMail(begin, id)
  const canCreateClient = isClient && draft.clientId === null && client === null

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the registry has answered.
  useEffect(() => {
    if (entry) set((now) => withRegistry(now, entry))
  }, [entry])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the client is found, and when the CUIT is another one.
  useEffect(() => {
    if (!client || !isClient) return
    set((now) => withClient(now, client))
    if (isNew) return () => set((now) => withoutClient(now, client))
  }, [client])
  const { data: branches } = useClientAddresses((isNew && draft.clientId) || 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the addresses of another client have come.
  useEffect(() => {
    const [branch] = branches ?? []
    if (!branch) return
    set((now) => withBranch(now, branch))
    return () => set((now) => withoutBranch(now, branch))
  }, [branches])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice was made for the previous CUIT.
  useEffect(() => set({ createClient: false }), [draft.cuit])
  const writeCuit = () => {
    const cuit = parseCuit(draft.cuit)
    if (cuit) set({ cuit: formatCuit(cuit) })
  }
  const takeVerified = (now: User) => {
    setChecked(now)
    const { businessName, firstName, lastName, version } = now
    form.take({ businessName, firstName, lastName, version })
  }
  return (
    <>
      <FormFrame form={form}>
        {user && (
          <Wide>
            <HistoryButton entity="user" id={user.id} name={`de ${user.businessName || user.firstName}`} />
          </Wide>
        )}
        {checked && <VerificationNote user={checked} onVerified={takeVerified} />}
        {checked && <SecondFactorNote user={checked} onTake={() => setTaking(true)} />}
        {lists.failed && (
          <p className="notice notice--error">No se pudieron cargar todas las listas. Cierre y vuelva a abrir.</p>
        )}
        <FieldGroup title="Identificación">
          <TextField
            form={form}
            name="cuit"
            label="CUIT"
            required={isNew}
            locked={!isNew}
            inputMode="numeric"
            maxLength={20}
            help={isNew && <CuitFactsNote facts={facts} typed={draft.cuit} />}
            onLeave={isNew ? writeCuit : undefined}
          />
          <SelectField
            form={form}
            name="type"
            label="Tipo de usuario"
            required
            options={roleChoices}
            onChoose={(type) => set((now) => withType(now, type as UserType))}
          />
          <TextField
            form={form}
            name="businessName"
            label="Razón social"
            required={isNew || (isClient && begin.businessName === '')}
            locked={!isNew && begin.businessName !== ''}
            wide
          />
        </FieldGroup>
        <FieldGroup title="Acceso">
          <TextField form={form} name="email" label="Email" type="email" required />
          <TextField
            form={form}
            name="password"
            label="Contraseña"
            type="password"
            required={isNew}
            help={`${passwordRules(isClient ? 'client' : 'staff')}${isNew ? '' : ' Vacía: queda como está.'}`}
          />
        </FieldGroup>
        <FieldGroup title="Contacto">
          <TextField form={form} name="firstName" label="Nombre" required />
          <TextField form={form} name="lastName" label="Apellido" />
          <TextField form={form} name="phone" label="Teléfono" type="tel" maxLength={60} />
          <TextField form={form} name="mobile" label="Celular" type="tel" maxLength={60} />
        </FieldGroup>
        <FieldGroup title="Entrega">
          <TextField
            form={form}
            name="address"
            label="Dirección de entrega"
            required={!isByMail}
            maxLength={300}
            wide
          />
          <SelectField
            form={form}
            name="provinceId"
            label="Provincia"
            required={!isByMail}
            none="Seleccione una provincia"
            options={provinces}
          />
          <TextField
            form={form}
            name="city"
            label="Ciudad"
            required={!isByMail}
            maxLength={150}
            help={user?.postalCode && `Código postal ${user.postalCode}`}
          />
          <OfferedField
            form={form}
            name="carrierId"
            label="Expreso"
            required={!isByMail}
            none="Seleccione un expreso"
            offered={lists.carriers}
          />
          <OfferedField
            form={form}
            name="zoneId"
            label="Zona"
            required={!isByMail}
            none="Seleccione una zona"
            offered={lists.zones}
          />
          <TextField form={form} name="notes" label="Observación" multiline maxLength={1000} wide />
        </FieldGroup>
        <FieldGroup title={isClient ? 'Cliente del sistema de gestión' : 'Vendedor'}>
          {isClient ? (
            <>
              <ClientLink form={form} />
              {!isNew && (
                <SelectField
                  form={form}
                  name="orderRight"
                  label="Pedidos"
                  options={[
                    { value: 'confirm', label: 'Confirma pedidos' },
                    { value: 'prepare', label: 'Arma pedidos que otro confirma' },
                  ]}
                />
              )}
            </>
          ) : (
            <SelectField
              form={form}
              name="sellerId"
              label="Vendedor"
              none="Sin vendedor"
              options={optionsOf(lists.sellers)}
            />
          )}
          {canCreateClient && (
            <CheckField
              form={form}
              name="createClient"
              label="Dar de alta el cliente en el sistema de gestión"
              help="Ningún cliente tiene este CUIT."
              wide
            />
          )}
          {hasTermsOf(draft) && <TermsFields form={form} lists={lists} />}
        </FieldGroup>
        <FieldGroup title="Estado">
          <CheckField form={form} name="enabled" label="Habilitado" help="Puede ingresar a la tienda." />
          <CheckField form={form} name="active" label="Activo" help="La cuenta está en uso." />
        </FieldGroup>
      </FormFrame>
      {again.dialog}
      {taking && checked && (
        <TakeSecondFactor
          user={checked}
          onClose={() => setTaking(false)}
          onTaken={(now) => {
            setChecked(now)
            form.take({ version: now.version })
          }}
        />
      )}
    </>
  )
}
