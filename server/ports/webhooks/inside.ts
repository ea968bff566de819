/**
 * Which IP addresses are internal: this machine, its network, what only machines beside it reach, and what leads there by
 * another way (R288). The only table of them; whoever is given an address by a person asks here.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IANA's special-purpose networks of IPv4, each with the RFC that sets it apart. */
const NOT_PUBLIC_IPV4 = [
  ['0.0.0.0', 8, 'RFC 1122: this network'],
  ['10.0.0.0', 8, 'RFC 1918: private'],
  ['100.64.0.0', 10, 'RFC 6598: shared by a carrier'],
  ['127.0.0.0', 8, 'RFC 1122: this machine'],
  ['169.254.0.0', 16, "RFC 3927: link-local, a cloud's metadata"],
  ['172.16.0.0', 12, 'RFC 1918: private'],
  ['192.0.0.0', 24, 'RFC 6890: protocols'],
  ['192.0.2.0', 24, 'RFC 5737: documents'],
  ['192.88.99.0', 24, 'RFC 7526: relays of 6to4'],
  ['192.168.0.0', 16, 'RFC 1918: private'],
  ['198.18.0.0', 15, 'RFC 2544: benchmarks'],
  ['198.51.100.0', 24, 'RFC 5737: documents'],
  ['203.0.113.0', 24, 'RFC 5737: documents'],
  ['224.0.0.0', 4, 'RFC 5771: multicast'],
  ['240.0.0.0', 4, 'RFC 1112: reserved, broadcast'],
] as const

/**
 * IPv6 has one public network (RFC 4291). What is outside of it is internal without being named: `::1`, `fc00::/7`,
 * `fe80::/10`, `fec0::/10`, `ff00::/8`, and the forms that carry an IPv4 address: `::/96`, `::ffff:0:0/96`,
 * `::ffff:0:0:0/96`, `64:ff9b::/96` and `64:ff9b:1::/48`.
 */
const PUBLIC_IPV6 = ['2000::', 3] as const
/** Parts of the public network that are set apart, each with its RFC. */
const NOT_PUBLIC_IPV6 = [
  ['2001::', 23, 'RFC 2928: protocols, Teredo'],
  ['2001:db8::', 32, 'RFC 3849: documents'],
  ['2002::', 16, 'RFC 3056: 6to4 carries an IPv4 address'],
  ['3fff::', 20, 'RFC 9637: documents'],
] as const

const insideIpv4 = new BlockList()
for (const [network, bits] of NOT_PUBLIC_IPV4) insideIpv4.addSubnet(network, bits, 'ipv4')
const insideIpv6 = new BlockList()
for (const [network, bits] of NOT_PUBLIC_IPV6) insideIpv6.addSubnet(network, bits, 'ipv6')
const publicIpv6 = new BlockList()
publicIpv6.addSubnet(...PUBLIC_IPV6, 'ipv6')

/** Whether an IP address is not one of the public internet; what is no IP address is inside, too. */
export function isInside(address: string): boolean {
  if (isIPv4(address)) return insideIpv4.check(address, 'ipv4')
  // An address with a zone (`fe80::1%eth0`) is one of a link.
  if (!isIPv6(address) || address.includes('%')) return true
  return !publicIpv6.check(address, 'ipv6') || insideIpv6.check(address, 'ipv6')
}
