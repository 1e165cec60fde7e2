import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { instant } from '../kit/values.ts'

const systemKey = z
  .object({
    fingerprint: z.string(),
    since: instant.nullable().meta({ description: 'Time of the first signature of this key' }),
    place: z.enum(['file', 'environment', 'signer']).meta({
      description: 'Where the key is: in DATA_DIR, in SECRET_KEY, or with an external signer',
    }),
    secondFactors: z.int().meta({ description: 'Authenticator apps whose secret the key encrypts' }),
    recoveryCodes: z.int().meta({ description: 'Unused recovery codes, which a new key makes invalid' }),
    webhooks: z.int(),
    witnesses: z.int(),
  })
  .meta({ id: 'SystemKey' })
export type SystemKey = z.infer<typeof systemKey>

export const readSystemKey = endpoint('GET /api/sysadmin/key', {
  id: 'readSystemKey',
  tag: 'System',
  summary: 'Key of the market, and what changes if it is replaced; never the key itself',
  access: 'sysadmin',
  answers: { 200: systemKey },
})
