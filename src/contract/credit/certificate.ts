import { z } from 'zod'
import { CERTIFICATE_KINDS, CERTIFICATE_STATES } from '#domain/credit/certificate'
import { assurance } from './assurance.ts'
import { defineNoun } from '../kit/noun.ts'
import { id, instant } from '../kit/values.ts'

/** A certificate about a requirement or a project. */
export const certificate = defineNoun({
  kind: 'certificate',
  called: ['certificate', 'certificates'],
  readBy: 'parent',
  under: ['subjectKind', 'subjectId'],
})

/** A certificate, for those who may read its subject. */
export const certificateItem = z
  .object({
    id,
    number: z.string().meta({
      description: 'Certificate number; anyone who has it can read the certificate without signing in',
    }),
    kind: z.enum(CERTIFICATE_KINDS),
    title: z.string(),
    state: z.enum(CERTIFICATE_STATES),
    assurance: assurance.meta({
      description: 'Assurance of the units that it certifies; a certificate of failed units is not valid',
    }),
    madeAt: instant,
    links: z.object({ page: z.string(), pdf: z.string(), json: z.string(), verify: z.string() }),
  })
  .meta({ id: 'Certificate' })
export type CertificateItem = z.infer<typeof certificateItem>

export const certificates = z.array(certificateItem).meta({
  description:
    'Valid and revoked certificates. A superseded certificate is listed when you verify its replacement',
})
