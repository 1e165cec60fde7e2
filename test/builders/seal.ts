import { certifyWith } from '#server/certificates/certify'
import { sealOf } from '#server/certificates/seal'

/** What signs certificates in tests. */
export const SEAL = sealOf(Buffer.alloc(32, 7))

/** Makes certificates as a server does, with the key of the tests. */
export const certify = certifyWith({ seal: SEAL, publicUrl: 'https://market.example.org' })
