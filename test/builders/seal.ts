import { createHash } from 'node:crypto'
import { formatCertificateNumber } from '#domain/credit/certificate'
import { createCertificateIssuer } from '#server/certificates/certify'
import { certificateSignerOfKey } from '#server/certificates/seal'

/** The seal for certificates in tests. */
export const SEAL = certificateSignerOfKey(Buffer.alloc(32, 7))

/** Makes certificates like a server, with the key of the tests, and reproducible ids. */
export const certify = createCertificateIssuer({
  seal: SEAL,
  publicUrl: 'https://market.example.org',
  newNumber: newId => {
    const bytes = createHash('sha256').update(newId()).digest().subarray(0, 19)
    return formatCertificateNumber(Array.from(bytes, byte => byte % 31))
  },
})
