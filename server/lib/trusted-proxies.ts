/** The proxies whose X-Forwarded-For is believed: anybody may send that header. */
import { BlockList, isIP } from 'node:net'

/** Whether an address is a trusted proxy; `hop` counts the proxies between it and this service. */
export type TrustedProxies = (address: string, hop: number) => boolean

/** Private networks, which nobody reaches from outside: this machine, and networks behind a router. */
const PRIVATE = ['127.0.0.0/8', '::1', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fe80::/10']

/**
 * Reads TRUST_PROXY. '0' trusts no proxy (false); '1' one proxy on this machine or in a private network; any other text
 * the addresses and networks that it lists, separated by commas. Null for a text that is none of these.
 */
export function readTrustedProxies(text: string): TrustedProxies | false | null {
  if (text === '0') return false
  const networks = networksOf(text === '1' ? PRIVATE : text.split(',').map((part) => part.trim()))
  if (!networks) return null
  // A second private address is a visitor's, not a proxy's.
  return text === '1' ? (address, hop) => hop === 0 && isIn(networks, address) : (address) => isIn(networks, address)
}

function networksOf(parts: readonly string[]): BlockList | null {
  const list = new BlockList()
  for (const part of parts) {
    const [address = '', length, ...surplus] = part.split('/')
    const version = isIP(address)
    const bits = version === 4 ? 32 : 128
    if (version === 0 || surplus.length > 0) return null
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
