/** The demo shop's people: sellers, clients and the accounts that sign in. */

import { formatCuit, parseCuit } from '../../contract/cuit.ts'
import type { UserType } from '../../contract/roles.ts'
import { DEMO_EMAILS } from '../db/demo-mark.ts'
import { type DemoTown, places } from './provinces.ts'
import { type Random, seededRandom } from './random.ts'

export const DEMO_PASSWORD = 'bulto-demo-2026'

export interface DemoAddress extends DemoTown {
  readonly id: number
  readonly street: string
  /** Null: the client's own transport. */
  readonly carrierId: number | null
  /** Of the branch; '' for none. */
  readonly name: string
}

export interface DemoClient {
  readonly id: number
  readonly code: string
  readonly businessName: string
  readonly contactName: string
  /** Eleven digits. */
  readonly cuit: string
  readonly email: string
  readonly sellerId: number
  readonly saleCondition: 1 | 2 | 4
  readonly zoneId: number
  readonly vatConditionId: number
  /** Hundredths of a percent. */
  readonly bonus: number
  readonly addresses: readonly DemoAddress[]
}

export interface DemoAccount {
  readonly cuit: string
  readonly type: UserType
  readonly firstName: string
  readonly lastName: string
  readonly businessName: string
  readonly email: string
  readonly sellerId: number | null
  readonly clientId: number | null
  readonly enabled: boolean
}

export const sellers = ['Marina Sosa', 'Gustavo Ferreyra']
export const zones = ['AMBA', 'Centro', 'Litoral', 'Cuyo', 'Norte', 'Patagonia']
export const carriers = ['A convenir', 'Expreso Pampeano', 'Transporte Los Andes', 'Litoral Cargas', 'Expreso del Sur']
/** By the tax authority's ids. */
export const vatConditions: Readonly<Record<number, string>> = {
  1: 'Responsable Inscripto',
  4: 'Exento',
  5: 'Consumidor Final',
  6: 'Monotributo',
}

const CLIENTS = 30
/** The client of the first cliente account; the seller account reaches it. */
export const FIRST_CLIENT = 1
/** The client of the second cliente account, another seller's. */
export const SECOND_CLIENT = 2

const shops = ['Juguetería', 'Cotillón', 'Librería y Juguetería', 'Bazar', 'Polirrubro', 'Casa']
const names = ['El Duende', 'La Ronda', 'Pimpollo', 'Arcoíris', 'El Barquito', 'Mundo Niño', 'Chispita', 'La Calandria']
const moreNames = ['Don Pascual', 'Tía Elvira', 'Los Pitufines', 'Sol y Luna', 'El Trencito', 'Piedra Libre', 'Rulito']
const owners = ['Marcela Gómez', 'Jorge Ibáñez', 'Silvia Peralta', 'Hernán Quiroga', 'Nadia Brizuela', 'Ramón Acuña']
const streets = ['San Martín', 'Av. Rivadavia', 'Belgrano', 'Mitre', 'Av. Colón', 'Sarmiento', 'Güemes', '9 de Julio']

/** Of the first client, whose addresses come first. */
const branchNames = ['Centro', 'Terminal', 'Depósito']

const zoneOfProvince = (provinceId: number): number => {
  if (provinceId <= 1) return 1
  if ([3, 21].includes(provinceId)) return 2
  if ([5, 12, 19].includes(provinceId)) return 3
  if (provinceId === 7) return 4
  return provinceId >= 20 ? 6 : 5
}

/** A company's CUIT of eight given digits, with its check digit; a few numbers have none. */
function companyCuit(number: number): string | undefined {
  return Array.from({ length: 10 }, (_, digit) => `30${number}${digit}`).find((cuit) => parseCuit(cuit) !== null)
}

/** Thirty clients; the accounts' two come first, the third has no address. */
export function makeClients(): DemoClient[] {
  const random = seededRandom(30)
  const clients: DemoClient[] = []
  const known = random.shuffled(shops.flatMap((shop) => [...names, ...moreNames].map((name) => `${shop} ${name}`)))
  let addresses = 0
  let cuitNumber = 71_500_003
  const nextCuit = () => {
    for (;;) {
      cuitNumber += random.int(900, 9000)
      const cuit = companyCuit(cuitNumber)
      if (cuit) return cuit
    }
  }
  for (let id = 1; id <= CLIENTS; id++) {
    const home = id === FIRST_CLIENT ? (places[0] as DemoTown) : random.pick(places)
    const count = id === FIRST_CLIENT ? 3 : id === 3 || id % 13 === 0 ? 0 : id % 4 === 0 ? 3 : id % 3 === 0 ? 2 : 1
    const streetsOf = Array.from({ length: count }, (_, index) => addressAt(++addresses, index, home, random))
    clients.push({
      ...identityOf(id, known, nextCuit),
      contactName: random.pick(owners),
      sellerId: id % 2 === 1 ? 1 : 2,
      saleCondition: id === FIRST_CLIENT ? 1 : random.pick([1, 1, 2, 4] as const),
      zoneId: zoneOfProvince(home.provinceId),
      vatConditionId: random.pick([1, 1, 1, 6, 6, 4]),
      bonus: random.pick([0, 0, 0, 500, 250]),
      addresses: streetsOf,
    })
  }
  return clients
}

function identityOf(id: number, known: readonly string[], nextCuit: () => string) {
  const code = `C${String(id).padStart(4, '0')}`
  const email = `compras${String(id).padStart(2, '0')}@cliente.example`
  if (id === FIRST_CLIENT) return { id, code, email, businessName: 'Juguetería El Duende S.R.L.', cuit: '30712345671' }
  if (id === SECOND_CLIENT) return { id, code, email, businessName: 'Cotillón La Ronda', cuit: '30700000016' }
  const suffix = ['', ' S.R.L.', ' S.A.', ' e Hijos'][id % 4]
  return { id, code, email, businessName: `${known[id]}${suffix}`, cuit: nextCuit() }
}

function addressAt(id: number, index: number, home: DemoTown, random: Random): DemoAddress {
  const where = index === 0 ? home : random.pick(places)
  const street = `${random.pick(streets)} ${random.int(80, 6900)}`
  return {
    ...where,
    id,
    street,
    carrierId: index === 0 && random.chance(0.3) ? null : random.int(1, carriers.length),
    name: id <= branchNames.length ? (branchNames[id - 1] ?? '') : '',
  }
}

/** The accounts that the README names, in the order in which they are printed. */
export const accounts: readonly DemoAccount[] = [
  account('20111111112', 'admin', 'Ana', 'Administradora', {}),
  account('20222222223', 'supervisor', 'Sergio', 'Supervisor', {}),
  account('20333333334', 'vendedor', 'Marina', 'Sosa', { sellerId: 1 }),
  account('30712345671', 'cliente', 'Lucía', 'Benítez', {
    clientId: FIRST_CLIENT,
    businessName: 'Juguetería El Duende S.R.L.',
  }),
  account('30700000016', 'cliente', 'Bruno', 'Molina', {
    clientId: SECOND_CLIENT,
    businessName: 'Cotillón La Ronda',
  }),
  account('30711111111', 'cliente', 'Paula', 'Nieto', { enabled: false, businessName: 'Juguetes Nieto' }),
]

function account(
  cuit: keyof typeof DEMO_EMAILS,
  type: UserType,
  firstName: string,
  lastName: string,
  more: Partial<Pick<DemoAccount, 'sellerId' | 'clientId' | 'enabled' | 'businessName'>>,
): DemoAccount {
  const email = DEMO_EMAILS[cuit]
  const links = { sellerId: null, clientId: null, enabled: true, businessName: 'Bulto', ...more }
  return { cuit, type, firstName, lastName, email, ...links }
}

/** A buyer of the first client, without a CUIT, who prepares its orders (R370, R371). */
export const preparer = {
  email: 'lola.paz@bulto.example',
  firstName: 'Lola',
  lastName: 'Paz',
  clientId: FIRST_CLIENT,
} as const

/** The lines that the console prints about the accounts, e.g. 'admin        20-11111111-2'. */
export const accountLines = (): string[] => [
  ...accounts.map(
    ({ type, cuit, enabled }) => `${type.padEnd(10)}  ${formatCuit(cuit)}${enabled ? '' : '  (sin habilitar)'}`,
  ),
  `comprador   ${preparer.email}  (arma los pedidos del primer cliente)`,
]
