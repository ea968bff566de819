/**
 * The registry of a first start (R15): a few invented entries, named in the README, so that
 * anybody can try the registration. Any other CUIT is 'not available', never unknown.
 */
import type { RegistryEntry } from '../../../contract/registry.ts'
import { type RegistryAnswer, type TaxRegistry, unavailable } from './port.ts'

type Address = RegistryEntry['addresses'][number]
const address = (
  kind: string,
  street: string,
  number: string,
  provinceId: number,
  city: string,
  postalCode: string,
): Address => ({ kind, street, number, provinceId, city, postalCode })

const person = (cuit: string, firstName: string, lastName: string, addresses: Address[]): RegistryEntry => ({
  cuit,
  firstName,
  lastName,
  businessName: `${firstName} ${lastName}`,
  addresses,
})
const company = (cuit: string, businessName: string, addresses: Address[]): RegistryEntry => ({
  cuit,
  firstName: '',
  lastName: '',
  businessName,
  addresses,
})

/** The invented entries that can be found. */
export const offlineEntries: readonly RegistryEntry[] = [
  person('20990000019', 'MARIA LAURA', 'GOMEZ', [address('FISCAL', 'AV SAN MARTIN', '1250', 12, 'ROSARIO', '2000')]),
  person('27990000021', 'ANA', 'PEREYRA', [
    address('FISCAL', 'BELGRANO', '455', 3, 'VILLA CARLOS PAZ', '5152'),
    address('LEGAL/REAL', 'LOS AROMOS', '90', 3, 'COSQUIN', '5166'),
  ]),
  company('30790000028', 'JUGUETERIA EL TROMPO SA', [
    address('LEGAL/REAL', 'AV CORRIENTES', '3247', 0, 'CIUDAD AUTONOMA DE BUENOS AIRES', '1193'),
    address('FISCAL', 'AV RIVADAVIA', '14250', 1, 'RAMOS MEJIA', '1704'),
  ]),
  company('30790000036', 'DISTRIBUIDORA LA RAYUELA SRL', [
    address('FISCAL', 'RUTA NACIONAL 22 KM 1218', '', 20, 'NEUQUEN', '8300'),
  ]),
  company('30790000044', 'COTILLON DEL SUR SAS', []),
  person('23990000034', 'JORGE', 'ACOSTA', [address('FISCAL', 'ESPAÑA', '77', 22, 'BARILOCHE', '8400')]),
]

/** CUITs with a right check digit that the registry refuses. */
export const offlineRefused = {
  unknown: '20990000094',
  inactive: '30790000095',
} as const

const answers = new Map<string, RegistryAnswer>([
  ...offlineEntries.map((entry) => [entry.cuit, { status: 'found', entry }] as const),
  [offlineRefused.unknown, { status: 'unknown' }],
  [offlineRefused.inactive, { status: 'inactive' }],
])

export const offlineRegistry = (): TaxRegistry => ({
  lookUp: async (cuit) => answers.get(cuit) ?? unavailable('not among the entries of the offline registry'),
})
