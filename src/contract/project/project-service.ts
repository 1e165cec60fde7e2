import { z } from 'zod'
import { CREDIT_STATUSES } from '#domain/credit/credit'
import { CONDITIONS } from '@credit-market/habitat-metric/habitat'
import { PROJECT_DURATIONS } from '#domain/project/project'
import { CERTIFICATION_DECISIONS, CERTIFICATION_STATUSES } from '#domain/project/service'
import { period } from '../kit/balance.ts'
import { habitatFields } from '../credit/credit.ts'
import { metricFields } from './metric.ts'
import { defineNoun } from '../kit/noun.ts'
import { creditType, day, id, nullableIdAndName, units } from '../kit/values.ts'

export const serviceView = z
  .object({
    id,
    creditType,
    status: z.enum(CERTIFICATION_STATUSES),
    creditStatus: z.enum(CREDIT_STATUSES),
    duration: z.enum(PROJECT_DURATIONS),
    ...habitatFields,
    condition: z.enum(CONDITIONS).nullable(),
    size: units,
    sizeUnit: z.enum(['Ha', 'Km']),
    ...metricFields,
    mitigationBegins: day,
    units: units.meta({ description: 'Units on the date of the answer' }),
    baselineUnitsLost: units.nullable(),
    yearsToTargetCondition: z.int().nullable(),
    standard: nullableIdAndName,
    decision: z.enum(CERTIFICATION_DECISIONS).nullable(),
    unitsPerPeriod: z.array(period),
  })
  .meta({ id: 'Service' })
export type ServiceView = z.infer<typeof serviceView>

const ofProject = { readBy: 'parent', parents: [['project', 'projectId']] } as const

/** Supply of a project: biodiversity units of one habitat, or nutrient credits. */
export const service = defineNoun({
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
