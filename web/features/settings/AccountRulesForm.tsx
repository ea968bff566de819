import { settingProblems } from '../../../contract/setting-rules.ts'
import type { StoredSetting } from '../../../contract/settings-admin.ts'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { CheckField, FieldGroup, SelectField, TextField } from '../../ui/form/fields.tsx'
import { settingOf, useSettingsForm } from './use-settings-form.ts'

const actions = [
  { value: 'avisar', label: 'Avisar, y tomar el pedido' },
  { value: 'rechazar', label: 'Rechazar el pedido' },
  { value: 'retener', label: 'Retenerlo, en espera' },
]

/** What a client's account means for its orders: the limit, what is overdue, and who lets held orders go (R389 to R391). */
export function AccountRulesForm({ settings }: { settings: readonly StoredSetting[] }) {
  const form = useSettingsForm({
    settings,
    fieldsOf: (all) => ({
      limit:
        settingOf(all, 'LIMITE_OBLIGATORIO').value !== '1'
          ? 'avisar'
          : settingOf(all, 'LIMITE_RETIENE').value === '1'
            ? 'retener'
            : 'rechazar',
      overdue: settingOf(all, 'VENCIDO_REGLA').value,
      days: settingOf(all, 'VENCIDO_DIAS').value,
      pesos: settingOf(all, 'VENCIDO_IMPORTE').value,
      sellersLetGo: settingOf(all, 'LIBERA_VENDEDOR').value === '1',
    }),
    textsOf: ({ limit, overdue, days, pesos, sellersLetGo }) => [
      { key: 'LIMITE_OBLIGATORIO', value: limit === 'avisar' ? '0' : '1' },
      { key: 'LIMITE_RETIENE', value: limit === 'retener' ? '1' : '0' },
      { key: 'VENCIDO_REGLA', value: overdue },
      { key: 'VENCIDO_DIAS', value: days.trim() },
      { key: 'VENCIDO_IMPORTE', value: pesos.trim() },
      { key: 'LIBERA_VENDEDOR', value: sellersLetGo ? '1' : '0' },
    ],
    check: ({ days, pesos }) => ({
      days: settingProblems('VENCIDO_DIAS', days.trim(), '').value,
      pesos: settingProblems('VENCIDO_IMPORTE', pesos.trim(), '').value,
    }),
    names: {
      fields: {
        limit: ['LIMITE_OBLIGATORIO', 'LIMITE_RETIENE'],
        overdue: ['VENCIDO_REGLA'],
        days: ['VENCIDO_DIAS'],
        pesos: ['VENCIDO_IMPORTE'],
        sellersLetGo: ['LIBERA_VENDEDOR'],
      },
    },
    success: 'Reglas de la cuenta guardadas',
  })
  return (
    <FormFrame form={form} label="Deuda y límite de crédito">
      <FieldGroup>
        <SelectField form={form} name="limit" label="Si un pedido supera el límite" options={actions} wide />
        <SelectField
          form={form}
          name="overdue"
          label="Si el cliente tiene saldo vencido"
          options={[{ value: 'no', label: 'Nada: no se dice' }, ...actions]}
          wide
        />
        <TextField
          form={form}
          name="days"
          label="Vencido desde (días)"
          inputMode="numeric"
          maxLength={4}
          help="Cuenta desde que el comprobante más viejo lleva estos días vencido."
          required
        />
        <TextField
          form={form}
          name="pesos"
          label="Y desde (pesos)"
          inputMode="numeric"
          maxLength={9}
          help="Y desde que lo vencido suma este importe. Con 0, cualquiera."
          required
        />
        <CheckField
          form={form}
          name="sellersLetGo"
          label="Los vendedores liberan los pedidos en espera de sus clientes"
          help="Administradores y supervisores los liberan siempre."
          wide
        />
      </FieldGroup>
    </FormFrame>
  )
}
