import { createHash } from 'node:crypto'
import { numberOf } from '#domain/certificate'
import { certifyWith } from '#server/certificates/certify'
import { sealOf } from '#server/certificates/seal'

/** What signs certificates in tests. */
export const SEAL = sealOf(Buffer.alloc(32, 7))

/** Makes certificates as a server does, with the key of the tests, and alike wherever ids are. */
export const certify = certifyWith({
  seal: SEAL,
  publicUrl: 'https://market.example.org',
  newNumber: newId => {
    const bytes = createHash('sha256').update(newId()).digest().subarray(0, 19)
    return numberOf(Array.from(bytes, byte => byte % 31))
  },
})
