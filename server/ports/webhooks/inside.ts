/** Which IP addresses are internal: this machine, its network, and what only machines beside it reach. */
import { BlockList, isIPv6 } from 'node:net'

const inside = new BlockList()
for (const [network, bits] of [
  ...[['0.0.0.0', 8] as const, ['10.0.0.0', 8] as const, ['100.64.0.0', 10] as const],
  ...[['127.0.0.0', 8] as const, ['169.254.0.0', 16] as const, ['172.16.0.0', 12] as const],
  ...[['192.0.0.0', 24] as const, ['192.168.0.0', 16] as const, ['198.18.0.0', 15] as const],
  ...[['224.0.0.0', 4] as const, ['240.0.0.0', 4] as const],
])
  inside.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  // The last three embed an IPv4 address.
  ...[['::', 127] as const, ['fc00::', 7] as const, ['fe80::', 10] as const, ['ff00::', 8] as const],
  ...[['64:ff9b::', 96] as const, ['2002::', 16] as const, ['2001::', 32] as const],
])
  inside.addSubnet(network, bits, 'ipv6')

/** Whether an IP address is not one of the public internet. */
export const isInside = (address: string): boolean => inside.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether the host of a URL is this machine. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
