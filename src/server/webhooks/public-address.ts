import { lookup as resolve, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Why nothing is sent to an address of this or another private network. */
export const NOT_PUBLIC = 'The address is not one of the public internet'

// What of IPv4 is for special purposes (IANA, and RFC 6890): this host, private, shared, loopback, link-local, and the rest.
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

// Of IPv6 only global unicast is public, without what holds an IPv4 address within it or is for documentation.
const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL.addSubnet(net, bits, 'ipv6')

/** Is this IP address one of the public internet? */
export const isPublic = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !SPECIAL.check(address, 'ipv4')
  return family === 6 && GLOBAL.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6')
}

/** The host of an address as it is connected to. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * Looks a name up for a connection about to be made, and fails where any of its addresses is not public: what is checked
 * is what is connected to, so that a name that says something else the next time gains nothing.
 */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  // Node passes no list along with an error, whatever its types say.
  const found = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[] = []): void => {
    const [first] = addresses
    if (error || !first) return done(error ?? new Error('There is no such host'), '', 4)
    if (!addresses.every(({ address }) => isPublic(address))) return done(new Error(NOT_PUBLIC), '', 4)
    if (options.all) done(null, addresses)
    else done(null, first.address, first.family)
  }
  resolve(hostname, { ...options, all: true }, found)
}
