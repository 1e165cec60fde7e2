import { lookup as resolve, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Reason why nothing is sent to an address in a private network. */
export const NOT_PUBLIC_REASON = 'The address is not on the public internet'

// Special-purpose IPv4 networks (IANA, and RFC 6890): this host, private, shared, loopback, link-local, and the rest.
const SPECIAL = new BlockList()
for (const [net, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
  ] as const),
  ...([
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
  ] as const),
  ...([
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
])
  SPECIAL.addSubnet(net, bits, 'ipv4')

// In IPv6 only global unicast is public, except networks that embed an IPv4 address or are for documentation.
const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL.addSubnet(net, bits, 'ipv6')

/** True if this IP address is on the public internet. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !SPECIAL.check(address, 'ipv4')
  return family === 6 && GLOBAL.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6')
}

/** Returns the host of an address in the form needed to connect. */
export const hostForConnection = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * Looks a name up for a connection about to be made, and fails if any of its addresses is not public. The connection
 * uses the checked addresses, so a name that resolves differently next time (DNS rebinding) gains nothing.
 */
export const lookupPublicAddress: LookupFunction = (hostname, options, done) => {
  // Node passes no list along with an error, whatever its types say.
  const found = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[] = []): void => {
    const [first] = addresses
    if (error || !first) return done(error ?? new Error('The host does not exist'), '', 4)
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return done(new Error(NOT_PUBLIC_REASON), '', 4)
    if (options.all) done(null, addresses)
    else done(null, first.address, first.family)
  }
  resolve(hostname, { ...options, all: true }, found)
}
