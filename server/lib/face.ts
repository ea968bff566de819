/** The shop's face (R402): its name, its colours and its pictures, as its settings hold them. */
import { readLogoSize } from '../../contract/face.rules.ts'
import type { SettingKey } from '../../contract/setting-keys.ts'
import { type BrandColours, coloursOf } from './brand-colours.ts'

/** A stored picture of the face, and its size in pixels. */
export interface FacePicture {
  readonly file: string
  readonly width: number
  readonly height: number
}

export interface Face {
  /** The shop's name; SHOP_NAME while the office has set none. */
  readonly name: string
  /** The chosen colours, '#rrggbb'; '' for the factory's. */
  readonly main: string
  readonly accent: string
  /** What they become where no style sheet reaches. */
  readonly colours: BrandColours
  /** For light grounds; null: three balls. */
  readonly logo: FacePicture | null
  /** For dark grounds; null: the name in white. */
  readonly darkLogo: FacePicture | null
  /** The picture of the installed app; null: the logo on white, without one the factory's. */
  readonly icon: FacePicture | null
  /** Whether the name stands beside the logo. */
  readonly withName: boolean
}

/** The settings that make the face. */
export const faceKeys = [
  'MARCA_NOMBRE',
  'MARCA_COLOR',
  'MARCA_ACENTO',
  'MARCA_CON_NOMBRE',
  'MARCA_LOGO',
  'MARCA_LOGO_OSCURO',
  'MARCA_ICONO',
] as const satisfies readonly SettingKey[]
export type FaceKey = (typeof faceKeys)[number]

/** The face of settings. `read` answers both texts of one; `shopName` is SHOP_NAME. */
export function faceOf(read: (key: FaceKey) => { value: string; aux: string }, shopName: string): Face {
  const picture = (key: FaceKey): FacePicture | null => {
    const { value: file, aux } = read(key)
    const size = readLogoSize(aux)
    return file && size ? { file, ...size } : null
  }
  const [main, accent] = [read('MARCA_COLOR').value, read('MARCA_ACENTO').value]
  return {
    name: read('MARCA_NOMBRE').value || shopName,
    main,
    accent,
    colours: coloursOf({ main, accent }),
    logo: picture('MARCA_LOGO'),
    darkLogo: picture('MARCA_LOGO_OSCURO'),
    icon: picture('MARCA_ICONO'),
    withName: read('MARCA_CON_NOMBRE').value === '1',
  }
}

/** The stored files that a paper shows of a face. */
export const picturesOfFace = ({ logo, darkLogo }: Face): string[] =>
  [logo, darkLogo].flatMap((picture) => (picture ? [picture.file] : []))
