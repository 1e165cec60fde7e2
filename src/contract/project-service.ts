import { z } from 'zod'
import { CREDIT_STATUSES } from '#domain/credit'
import { CONDITIONS } from '#domain/habitat'
import { DURATIONS } from '#domain/project'
import { CERTIFICATION_DECISIONS, CERTIFICATION_STATUSES } from '#domain/service'
import { period } from './balance.ts'
import { habitat } from './credit.ts'
import { byMetric } from './metric.ts'
import { noun } from './noun.ts'
import { creditType, day, id, maybeNamed, units } from './values.ts'

export const serviceView = z
  .object({
    id,
    creditType,
    status: z.enum(CERTIFICATION_STATUSES),
    creditStatus: z.enum(CREDIT_STATUSES),
    duration: z.enum(DURATIONS),
    ...habitat,
    condition: z.enum(CONDITIONS).nullable(),
    size: units,
    sizeUnit: z.enum(['Ha', 'Km']),
    ...byMetric,
    mitigationBegins: day,
    units: units.meta({ description: 'On the day that the answer is for' }),
    baselineUnitsLost: units.nullable(),
    yearsToTargetCondition: z.int().nullable(),
    standard: maybeNamed,
    decision: z.enum(CERTIFICATION_DECISIONS).nullable(),
    unitsPerPeriod: z.array(period),
  })
  .meta({ id: 'Service' })
export type ServiceView = z.infer<typeof serviceView>

const ofProject = { readBy: 'parent', parents: [['project', 'projectId']] } as const

/** What a project supplies: biodiversity units of one habitat, or nutrient credits. */
export const service = noun({
  kind: 'service',
  called: ['service', 'services'],
  ...ofProject,
  statuses: {
    Draft: { label: 'Draft', tone: 'quiet' },
    PendingCertification: { label: 'Pending certification', tone: 'warn' },
    Certified: { label: 'Certified', tone: 'good' },
    NotCertified: { label: 'Not certified', tone: 'bad' },
  },
})
