import { paths } from '../paths.ts'

interface AdminEntry {
  readonly label: string
  readonly to: string
  /** A second address of the same screen. */
  readonly also?: string
}

/** Every screen of /admin (spec 2 section 2), in the menu's order. An entry comes with its screen. */
export const adminMenu: readonly AdminEntry[] = [
  { label: 'INICIO', to: paths.admin, also: paths.adminHome },
  { label: 'USUARIOS', to: paths.adminUsers },
]
