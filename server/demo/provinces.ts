/** Places where the demo shop's clients are, with the tax authority's province ids (R16). */
export interface DemoTown {
  readonly provinceId: number
  readonly locality: string
  readonly postalCode: string
}

const place = (provinceId: number, locality: string, postalCode: string): DemoTown => ({
  provinceId,
  locality,
  postalCode,
})

export const places: readonly DemoTown[] = [
  place(0, 'CABA', '1414'),
  place(1, 'La Plata', '1900'),
  place(1, 'Mar del Plata', '7600'),
  place(1, 'Avellaneda', '1870'),
  place(3, 'Córdoba', '5000'),
  place(3, 'Villa María', '5900'),
  place(12, 'Rosario', '2000'),
  place(12, 'Santa Fe', '3000'),
  place(7, 'Mendoza', '5500'),
  place(14, 'San Miguel de Tucumán', '4000'),
  place(9, 'Salta', '4400'),
  place(5, 'Paraná', '3100'),
  place(19, 'Posadas', '3300'),
  place(20, 'Neuquén', '8300'),
  place(21, 'Santa Rosa', '6300'),
  place(22, 'Bariloche', '8400'),
  place(24, 'Ushuaia', '9410'),
]
