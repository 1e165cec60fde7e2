import type { TrustedKeys } from '@credit-market/transparency-log/checked-note'
import type { MarketKeys } from './market-keys.ts'
import { isSignedByMarket, isSigningKeyEnded } from './receipt.ts'

/** Errors in a status: its signature is invalid or its key unknown, or the key has expired. */
export type StatusFault = 'status' | 'endedStatus'

/** Status of a certificate at one instant, signed by the market. */
export interface SignedCertificateStatus {
  /** The exact text that is signed: a `CertificateStatus` as canonical JSON. */
  status: string
  /** Ed25519 signature, in base64. */
  signature: string
  /** SHA-256 of the signing public key, in hexadecimal. */
  keyFingerprint: string
}

/** Units of a certificate that are not sound, by serial, from a day until (not including) another. */
export interface UnsoundCertificateUnits {
  serial: string
  assurance: string
  since: string
  until: string | null
  /** Serial of the units that replace them; null if none do. */
  replacedBy: string | null
}

/** Status of a certificate at one instant. */
export interface CertificateStatus {
  format: 'certificate-status-1'
  number: string
  /** SHA-256 of the signed text of the certificate, in hexadecimal. */
  certificate: string
  /** Instant at which this is true. */
  asOf: string
  state: 'Current' | 'Superseded' | 'Revoked'
  endedAt: string | null
  endedReason: string | null
  /** Number of the certificate that replaces it; null if none does. */
  replacedBy: string | null
  /** Units that are not sound; empty if all can be relied on. */
  unsound: UnsoundCertificateUnits[]
}

/** Parses the signed text of a status; undefined if it is not one. */
export const parseCertificateStatus = (text: string): CertificateStatus | undefined => {
  try {
    const status = JSON.parse(text) as CertificateStatus
    return status.format === 'certificate-status-1' && Array.isArray(status.unsound) ? status : undefined
  } catch {
    return undefined
  }
}

/**
 * Checks that a key of the market signed a status. One that has expired proves nothing here: whoever stole it can write any instant
 * into a status, which the log does not contain.
 */
export const checkCertificateStatus = async (
  given: SignedCertificateStatus,
  trusted: TrustedKeys<MarketKeys>,
): Promise<StatusFault[]> => [
  ...((await isSignedByMarket({ ...given, text: given.status }, trusted)) &&
  parseCertificateStatus(given.status) !== undefined
    ? []
    : ['status' as const]),
  ...(isSigningKeyEnded(given, trusted) ? ['endedStatus' as const] : []),
]
