import { isOpenTo, type UserType } from '../../contract/roles.ts'
import { menuText, type Screen, screens } from '../../contract/screens.ts'
import { firstShop } from '../lib/first-answers.ts'

/** Whether a screen opens for a type of user. */
export const opensFor = (type: UserType, { who }: Screen): boolean => isOpenTo(type, who)

/** The user menu (R102): the screens that have an entry there, for whom they open. */
export const menuOf = (type: UserType): readonly { label: string; to: string }[] =>
  Object.values<Screen>(screens).flatMap((screen) =>
    screen.menu && opensFor(type, screen) && (screen !== screens.mailbox || firstShop().hasMailbox)
      ? [{ label: menuText(screen.menu, screen), to: screen.path }]
      : [],
  )

export const signOutLabel = 'CERRAR SESIÓN'
