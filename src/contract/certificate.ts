import { z } from 'zod'
import { CERTIFICATE_KINDS, CERTIFICATE_STATES } from '#domain/certificate'
import { noun } from './noun.ts'
import { id, instant } from './values.ts'

/** What the market certifies of a requirement or a project. */
export const certificate = noun({
  kind: 'certificate',
  called: ['certificate', 'certificates'],
  readBy: 'parent',
  under: ['subjectKind', 'subjectId'],
})

/** A certificate as whoever may read its subject finds it. */
export const certificateItem = z
  .object({
    id,
    number: z.string().meta({ description: 'Whoever has it may read the certificate, without signing in' }),
    kind: z.enum(CERTIFICATE_KINDS),
    title: z.string(),
    state: z.enum(CERTIFICATE_STATES),
    madeAt: instant,
    links: z.object({ page: z.string(), pdf: z.string(), json: z.string(), verify: z.string() }),
  })
  .meta({ id: 'Certificate' })
export type CertificateItem = z.infer<typeof certificateItem>

export const certificates = z.array(certificateItem).meta({
  description:
    'Those that hold now, and those that were revoked; what was superseded is told where the one in its place is verified',
})
