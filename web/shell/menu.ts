import type { UserType } from '../../contract/auth.ts'
import { type Screen, screens } from '../../contract/screens.ts'

const supervisors: readonly UserType[] = ['supervisor', 'admin']

/** Whether a screen opens for a type of user. */
export function opensFor(type: UserType, { who }: Screen): boolean {
  if (who === 'admin') return type === 'admin'
  if (who === 'supervisor') return supervisors.includes(type)
  return who !== 'staff' || type !== 'cliente'
}

/** The user menu (R102): the screens that have an entry there, for whom they open. */
export const menuOf = (type: UserType): readonly { label: string; to: string }[] =>
  Object.values<Screen>(screens).flatMap((screen) =>
    screen.menu && opensFor(type, screen) ? [{ label: screen.menu, to: screen.path }] : [],
  )

export const signOutLabel = 'CERRAR SESIÓN'
