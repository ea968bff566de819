import { type Face, faceOf } from '../lib/face.ts'

/** The face of a shop that has none of its own. */
export const factoryFace = (shopName: string): Face =>
  faceOf((key) => ({ value: key === 'MARCA_CON_NOMBRE' ? '1' : '', aux: '' }), shopName)
