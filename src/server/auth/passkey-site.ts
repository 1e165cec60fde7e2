import { isIP } from 'node:net'
import type { ServerConfig } from '../process/config.ts'
import { conflictError } from '../runner/refusals.ts'

/** The site that passkeys are created for, and the origins that may use them. */
export interface PasskeySite {
  rpId: string
  origin: string
}

/**
 * The site of the public address, or the reason why browsers create no passkeys for it: they need https or localhost,
 * and a host name.
 */
export const passkeySiteOf = ({
  publicUrl,
}: Pick<ServerConfig, 'publicUrl'>): PasskeySite | { why: string } => {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  if (isNamed && (protocol === 'https:' || hostname === 'localhost')) return { rpId: hostname, origin }
  return {
    why: `Passkeys work only at an https address with a domain name, or at localhost. The address of this market is ${origin}.`,
  }
}

/** The site; throws 409 if it cannot have passkeys. */
export const requirePasskeySite = (config: Pick<ServerConfig, 'publicUrl'>): PasskeySite => {
  const site = passkeySiteOf(config)
  if ('why' in site) throw conflictError(site.why)
  return site
}
