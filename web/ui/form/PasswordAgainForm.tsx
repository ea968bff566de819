import type { ReactNode } from 'react'
import type { ActionOptions } from '../../lib/action.ts'
import { useForm } from '../../lib/form.ts'
import { PasswordInput } from '../PasswordInput.tsx'
import { FormFrame } from './FormFrame.tsx'
import { FieldGroup, FormField } from './fields.tsx'

interface PasswordAgainFormProps<Answer>
  extends Pick<ActionOptions<{ password: string }, Answer>, 'outdates' | 'success' | 'onDone' | 'names'> {
  save: (draft: { password: string }) => Promise<Answer>
  submit: string
  submitting: string
  /** Something comes after it: the drawer stays. */
  stays?: boolean
  /** What happens then. */
  children: ReactNode
}

/** Asks for the password once more (R262): whoever finds an open browser shall not lock the user out. */
export function PasswordAgainForm<Answer>({
  submit,
  submitting,
  stays = false,
  children,
  ...options
}: PasswordAgainFormProps<Answer>) {
  const form = useForm({
    ...options,
    begin: { password: '' },
    focusAtStart: 'password',
    guarded: false,
  })
  return (
    <FormFrame form={form} submit={submit} submitting={submitting} stays={stays} short>
      {children}
      <FieldGroup>
        <FormField form={form} name="password" label="Su contraseña" say={() => '••••'} required wide>
          {(control, value, set) => (
            <PasswordInput
              {...control}
              autoComplete="current-password"
              value={value}
              onChange={({ target }) => set(target.value)}
            />
          )}
        </FormField>
      </FieldGroup>
    </FormFrame>
  )
}
