import { isIP } from 'node:net'
import type { Config } from '../config.ts'
import { conflict } from '../runner/refusals.ts'

/** For which site passkeys are made, and from where they may be used. */
export interface PasskeySite {
  rpId: string
  origin: string
}

/** The site of the public address, or why browsers make no passkeys for it: they do with https, or on localhost, by name only. */
export const passkeySiteOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): PasskeySite | { why: string } => {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  if (isNamed && (protocol === 'https:' || hostname === 'localhost')) return { rpId: hostname, origin }
  return {
    why: `Passkeys work at an https address with a name, or at localhost. The address of this market is ${origin}.`,
  }
}

/** The site; 409 where there are no passkeys. */
export const passkeySite = (config: Pick<Config, 'publicUrl'>): PasskeySite => {
  const site = passkeySiteOf(config)
  if ('why' in site) throw conflict(site.why)
  return site
}
