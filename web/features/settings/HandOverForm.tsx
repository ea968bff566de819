import { handOverDelay, settingProblems } from '../../../contract/setting-rules.ts'
import type { StoredSetting } from '../../../contract/settings-admin.ts'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { FieldGroup, TextField } from '../../ui/form/fields.tsx'
import { settingOf, useSettingsForm } from './use-settings-form.ts'

/** How long an order can be changed or cancelled before it is handed over (R331). */
export function HandOverForm({ settings }: { settings: readonly StoredSetting[] }) {
  const form = useSettingsForm({
    settings,
    fieldsOf: (all) => ({ delay: settingOf(all, 'ENTREGA_PEDIDOS').value }),
    textsOf: ({ delay }) => [{ key: 'ENTREGA_PEDIDOS', value: delay.trim() }],
    check: ({ delay }) => ({ delay: settingProblems('ENTREGA_PEDIDOS', delay.trim(), '').value }),
    names: { fields: { delay: ['ENTREGA_PEDIDOS'] } },
    success: 'Espera de los pedidos guardada',
  })
  return (
    <FormFrame form={form} label="Pedidos que se pueden cambiar o cancelar">
      <FieldGroup>
        <TextField
          form={form}
          name="delay"
          label="Minutos, u hora del día"
          maxLength={5}
          help={delayInWords(form.draft.delay)}
          required
          wide
        />
      </FieldGroup>
    </FormFrame>
  )
}

/** What the text that stands in the field means. */
function delayInWords(text: string): string {
  const delay = handOverDelay(text.trim())
  if (!delay) return 'Por ejemplo 30, o 18:00. Con 0 cada pedido pasa a preparación en el momento.'
  if ('hour' in delay)
    return `Hasta las ${delay.hour} quien hizo un pedido puede cambiarlo o cancelarlo; entonces pasan todos a preparación.`
  return delay.minutes === 0
    ? 'Cada pedido pasa a preparación en el momento, y no se puede cambiar ni cancelar.'
    : `Cada pedido espera ${delay.minutes} minutos, en los que se puede cambiar o cancelar, y después pasa a preparación.`
}
