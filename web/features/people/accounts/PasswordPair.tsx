import type { Form } from '../../../lib/form.ts'
import { FormField } from '../../../ui/form/fields.tsx'
import { PasswordInput } from '../../../ui/PasswordInput.tsx'

interface PasswordPairProps<Draft extends object> {
  form: Form<Draft>
  label: string
  help: string
  /** The password's name in the label of the button that shows it. */
  of: string
}

const hidden = () => '••••'

/** The boxes of a new password and of its confirmation, against typing errors. */
export const PasswordPair = <Draft extends { password: string; confirmation: string }>({
  form,
  label,
  help,
  of,
}: PasswordPairProps<Draft>) => (
  <>
    <FormField form={form} name="password" label={label} help={help} say={hidden} required>
      {(control, value, set) => (
        <PasswordInput
          {...control}
          of={of}
          autoComplete="new-password"
          value={value}
          onChange={({ target }) => set(target.value as Draft['password'])}
        />
      )}
    </FormField>
    <FormField form={form} name="confirmation" label={`Confirmar ${label.toLowerCase()}`} say={hidden} required>
      {(control, value, set) => (
        <PasswordInput
          {...control}
          of="confirmación"
          autoComplete="new-password"
          value={value}
          onChange={({ target }) => set(target.value as Draft['confirmation'])}
        />
      )}
    </FormField>
  </>
)
