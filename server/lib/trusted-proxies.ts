/** Whose word counts for who a visitor is: X-Forwarded-For may be written by anybody. */
import { BlockList, isIP } from 'node:net'

/** Whether an address that stands `hop` steps before this service is a proxy of ours. */
export type TrustedProxies = (address: string, hop: number) => boolean

/** Networks that nobody reaches from outside: this machine, and the ones behind a router. */
const PRIVATE = [
  '127.0.0.0/8',
  '::1',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  'fe80::/10',
]

/**
 * Reads TRUST_PROXY: '0' nobody, '1' one proxy on this machine or in a private network, else the addresses and networks
 * of the proxies, by commas. Null when it is none of these.
 */
export function readTrustedProxies(text: string): TrustedProxies | false | null {
  if (text === '0') return false
  const networks = networksOf(text === '1' ? PRIVATE : text.split(',').map((part) => part.trim()))
  if (!networks) return null
  // Who visits from a private network is no proxy, so there is no second one.
  return text === '1'
    ? (address, hop) => hop === 0 && isIn(networks, address)
    : (address) => isIn(networks, address)
}

function networksOf(parts: readonly string[]): BlockList | null {
  const list = new BlockList()
  for (const part of parts) {
    const [address = '', length, ...rest] = part.split('/')
    const version = isIP(address)
    const bits = version === 4 ? 32 : 128
    if (version === 0 || rest.length > 0) return null
    if (length !== undefined && (!/^\d{1,3}$/.test(length) || Number(length) > bits)) return null
    list.addSubnet(address, Number(length ?? bits), version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

function isIn(networks: BlockList, address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  const version = isIP(mapped)
  return version !== 0 && networks.check(mapped, version === 4 ? 'ipv4' : 'ipv6')
}
