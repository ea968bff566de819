/** Provinces by the tax authority's ids (R16): there is no 15, and they are not the statistics institute's. */
export const PROVINCES = [
  [0, 'CABA'],
  [1, 'Buenos Aires'],
  [2, 'Catamarca'],
  [3, 'Córdoba'],
  [4, 'Corrientes'],
  [5, 'Entre Ríos'],
  [6, 'Jujuy'],
  [7, 'Mendoza'],
  [8, 'La Rioja'],
  [9, 'Salta'],
  [10, 'San Juan'],
  [11, 'San Luis'],
  [12, 'Santa Fe'],
  [13, 'Santiago del Estero'],
  [14, 'Tucumán'],
  [16, 'Chaco'],
  [17, 'Chubut'],
  [18, 'Formosa'],
  [19, 'Misiones'],
  [20, 'Neuquén'],
  [21, 'La Pampa'],
  [22, 'Río Negro'],
  [23, 'Santa Cruz'],
  [24, 'Tierra del Fuego'],
] as const satisfies readonly (readonly [id: number, name: string])[]

const names = new Map<number, string>(PROVINCES)

/** A province's name; '' for an id that is none. */
export const provinceName = (id: number | null): string => (id === null ? '' : (names.get(id) ?? ''))
export const isProvince = (id: number): boolean => names.has(id)
