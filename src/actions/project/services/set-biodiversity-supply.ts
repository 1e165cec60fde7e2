import { z } from 'zod'
import { FIELD_REQUIRED } from '#domain/values/messages'
import {
  differVisibly,
  metricUnits,
  supplyCalculation,
  calculateSupply,
  type MetricCalculation,
} from '@credit-market/habitat-metric/worked-out'
import { serviceName, type Service } from '#domain/project/service'
import { unitsToNumber, showUnits, type Units, toUnits } from '@credit-market/values/units'
import { readRoundOfItem } from '../../fields/areas.ts'
import { action } from '../../kit/action.ts'
import {
  withHint,
  numberWith,
  oneOfGiven,
  nonNegativeUnits,
  notStored,
  type Choice,
} from '../../kit/fields.ts'
import { readBiodiversityServices } from '../../common/services.ts'
import { repeatPerRow } from '../../kit/per-row.ts'
import { operator } from '../../kit/who.ts'
import {
  findChosenService,
  editService,
  initialServiceAnswers,
  SERVICE_EDIT_STATUSES,
  CERTIFICATION_STATUS_CHANGES,
  fillCurrentValues,
} from './service-changes.ts'

const sameYears = (years: number): number => years

const MOST_YEARS = 30

const yearsToTarget = numberWith(
  'Years to target condition',
  z
    .number({ error: FIELD_REQUIRED })
    .int('Must be a whole number of years')
    .min(1, 'Must be at least 1 year')
    .max(MOST_YEARS, `Cannot exceed ${MOST_YEARS} years`),
  sameYears,
  sameYears,
)

const yearLabel = (year: number): string =>
  year === 0 ? 'At delivery' : year === 1 ? 'At year 1' : `Year ${year}`

/** One row for every year from delivery to target. */
const yearsOf = ({ yearsToTargetCondition: years }: { yearsToTargetCondition?: number | null }): Choice[] =>
  years && Number.isInteger(years) && years >= 1 && years <= MOST_YEARS
    ? Array.from({ length: years + 1 }, (_, year) => ({ id: String(year), name: yearLabel(year) }))
    : []

const yearsOfGains = (years: number | null): number => Math.min(MOST_YEARS, Math.max(1, years ?? 1))

/** Units in equal steps from delivery to target, with the remainder in the last step: the steps are an assumption. */
const inSteps = (units: Units, years: number) => {
  const step = Math.floor(units / (years + 1))
  return Array.from({ length: years + 1 }, (_, year) => ({
    id: String(year),
    gain: unitsToNumber(year === years ? units - step * years : step),
  }))
}

/** Units of a service by the metric, with a button to use them. */
const workedOf = (service: Service): MetricCalculation | null => {
  const worked = calculateSupply(service)
  if (worked === null) return null
  const said = supplyCalculation(worked)
  if ('refused' in worked.delivered) return said
  const { units, years } = worked.delivered
  const baseline = worked.baseline && 'units' in worked.baseline ? worked.baseline.units : null
  const target = yearsOfGains(years)
  return {
    ...said,
    use: {
      label: 'Use these figures',
      answers: {
        ...(baseline !== null && { baselineUnitsLost: unitsToNumber(baseline) }),
        yearsToTargetCondition: target,
        gainsPerYear: inSteps(units, target),
      },
    },
  }
}

const answersOf = (service: Service) => ({
  id: service.id,
  name: serviceName(service),
  worked: workedOf(service),
  metric: metricUnits(service),
  answers: {
    baselineUnitsLost:
      service.baselineUnitsLost === null ? undefined : unitsToNumber(service.baselineUnitsLost),
    yearsToTargetCondition: service.yearsToTargetCondition ?? undefined,
    gainsPerYear:
      service.gainsPerYear.length > 0
        ? service.gainsPerYear.map((gain, year) => ({ id: String(year), gain: unitsToNumber(gain) }))
        : undefined,
  },
})

type MetricUnits = ReturnType<typeof metricUnits>

const baselineWarning = (typed: string, worked: string): string =>
  `You typed ${typed} units, but the statutory metric gives ${worked}`
const gainsWarning = (typed: string, worked: string): string =>
  `The gains add up to ${typed} units, but the statutory metric gives ${worked}`

/** Warns if typed units differ from the metric, which never replaces them by itself. */
const unlikeMetric = (
  metric: MetricUnits | undefined,
  typed: {
    baseline: number | null | undefined
    gains: readonly { gain?: number | null }[] | null | undefined
  },
): { baselineUnitsLost?: string; yearsToTargetCondition?: string } => {
  const { baseline, gains } = typed
  const isComplete = gains && gains.length > 0 && gains.every(({ gain }) => typeof gain === 'number')
  const sum = isComplete ? gains.reduce((all, { gain }) => all + toUnits(gain ?? 0), 0) : null
  const unlike = (
    units: Units | null | undefined,
    said: Units | null,
    warning: (typed: string, worked: string) => string,
  ) =>
    units !== null && units !== undefined && said !== null && differVisibly(said, units)
      ? warning(showUnits(said), showUnits(units))
      : undefined
  return {
    baselineUnitsLost: unlike(
      metric?.baseline,
      typeof baseline === 'number' ? toUnits(baseline) : null,
      baselineWarning,
    ),
    yearsToTargetCondition: unlike(metric?.delivered, sum, gainsWarning),
  }
}

/** Sets the baseline units of a habitat and its gains year by year, which add up. */
export const setBiodiversitySupply = action({
  name: 'SetBiodiversitySupply',
  on: 'project',
  title: 'Set biodiversity supply',
  who: [operator],
  from: SERVICE_EDIT_STATUSES,
  during: ['Open', 'Closed'],
  given: async (read, project) => ({
    counts: (await readRoundOfItem(read, project)).biodiversitySupply,
    services: (await readBiodiversityServices(read, project.id)).map(answersOf),
  }),
  fields: {
    serviceId: notStored(oneOfGiven('Service', 'services')),
    baselineUnitsLost: notStored(nonNegativeUnits('Baseline units lost')),
    yearsToTargetCondition: notStored(yearsToTarget),
    gainsPerYear: withHint(
      repeatPerRow('Units gained per year', yearsOf, {
        gain: {
          ...nonNegativeUnits('Units gained'),
          hint: 'Biodiversity units gained in that year only. The years are added up.',
          whenEmpty: 'Required',
        },
      }),
      'The market round decides whether all units count from delivery or year by year.',
    ),
  },
  initial: (_project, { services }) => initialServiceAnswers(services),
  normalise: (answers, { services }) => fillCurrentValues(answers, services),
  beside: ({ serviceId }, { services }) => ({
    serviceId: services.find(({ id }) => id === serviceId)?.worked ?? undefined,
  }),
  warn: ({ serviceId, baselineUnitsLost, gainsPerYear }, _project, { services, counts }) => ({
    ...(services.length === 0 && { serviceId: 'There are no biodiversity services' }),
    ...unlikeMetric(services.find(({ id }) => id === serviceId)?.metric, {
      baseline: baselineUnitsLost,
      gains: gainsPerYear,
    }),
    ...(counts === 'asGained' && {
      gainsPerYear:
        'In this market round, units count year by year: each year supplies the units gained so far, minus the baseline units lost',
    }),
  }),
  moves: CERTIFICATION_STATUS_CHANGES,
  reads: (read, project) => read.list('service', { projectId: project.id }),
  effect: ({ subject, values, reads: services }) => [
    editService(subject, findChosenService(services, values.serviceId), {
      baselineUnitsLost: values.baselineUnitsLost,
      yearsToTargetCondition: values.yearsToTargetCondition,
      gainsPerYear: values.gainsPerYear.map(({ gain }) => gain),
    }),
  ],
  done: 'The supply has been saved',
})
