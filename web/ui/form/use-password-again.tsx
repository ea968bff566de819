import { type ReactNode, useState } from 'react'
import type { WireNames } from '../../lib/field-errors.ts'
import { refusalOf } from '../../lib/refusal.ts'
import { FormDrawer } from './FormDrawer.tsx'
import { PasswordAgainForm } from './PasswordAgainForm.tsx'

type OwnPassword = { readonly ownPassword?: string }

interface Asked {
  /** Makes the change with the password; throws only where that is what was wrong. */
  make: (password: string) => Promise<unknown>
  giveUp: () => void
}

/**
 * Changes for which the server may want the user's password once more (R340): it alone knows for which, so it is asked
 * without one first. `dialog` stands outside of the form that saves.
 * @param names the body whose field `ownPassword` is
 */
export function usePasswordAgain({
  fields,
}: {
  fields: WireNames['fields'] & { ownPassword: readonly [string, ...unknown[]] }
}) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const names = { fields: { password: fields.ownPassword } }
  const isOfPassword = (error: unknown) => 'password' in refusalOf(error, names).fields

  /** Runs the change. @throws ApiError as `change` does; the refusal for want of a password when nobody types one */
  const sure = async <Answer,>(change: (own: OwnPassword) => Promise<Answer>): Promise<Answer> => {
    try {
      return await change({})
    } catch (error) {
      if (!isOfPassword(error)) throw error
      return new Promise<Answer>((resolve, reject) =>
        setAsked({
          make: (ownPassword) =>
            change({ ownPassword }).then(resolve, (refused) => {
              if (isOfPassword(refused)) throw refused
              reject(refused)
            }),
          giveUp: () => reject(error),
        }),
      )
    }
  }
  const dialog: ReactNode = asked && (
    <FormDrawer
      title="Confirmar con su contraseña"
      placement="centre"
      onClose={() => {
        asked.giveUp()
        setAsked(null)
      }}
    >
      {() => (
        <PasswordAgainForm
          save={({ password }) => asked.make(password)}
          names={names}
          submit="Confirmar"
          submitting="Confirmando…"
        >
          <p>Este cambio da acceso a una cuenta. Por eso la pedimos otra vez.</p>
        </PasswordAgainForm>
      )}
    </FormDrawer>
  )
  return { sure, dialog }
}
