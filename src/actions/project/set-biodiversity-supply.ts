import { z } from 'zod'
import { FIELD_REQUIRED } from '#domain/messages'
import {
  differs,
  metricUnitsOf,
  supplyWorkedOut,
  workedSupply,
  type WorkedOut,
} from '#domain/metric/worked-out'
import { serviceName, type Service } from '#domain/service'
import { quantityOf, showUnits, type Units, unitsOf } from '#domain/units'
import { roundOf } from '../common/areas.ts'
import { action } from '../kit/action.ts'
import { hinted, numberBy, oneOfGiven, someUnits, notStored, type Choice } from '../kit/fields.ts'
import { perRow } from '../kit/per-row.ts'
import { operator } from '../kit/who.ts'
import {
  chosen,
  editService,
  onlyService,
  QUANTIFYING,
  TO_CERTIFICATION,
  withPresentValues,
} from './service-changes.ts'

const sameYears = (years: number): number => years

const MOST_YEARS = 30

const yearsToTarget = numberBy(
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

/** A row for every year from delivery to target. */
const yearsOf = ({ yearsToTargetCondition: years }: { yearsToTargetCondition?: number | null }): Choice[] =>
  years && Number.isInteger(years) && years >= 1 && years <= MOST_YEARS
    ? Array.from({ length: years + 1 }, (_, year) => ({ id: String(year), name: yearLabel(year) }))
    : []

const yearsOfGains = (years: number | null): number => Math.min(MOST_YEARS, Math.max(1, years ?? 1))

/** Units in equal steps from delivery to target, what is left over in the last: how they come in between is an assumption. */
const inSteps = (units: Units, years: number) => {
  const step = Math.floor(units / (years + 1))
  return Array.from({ length: years + 1 }, (_, year) => ({
    id: String(year),
    gain: quantityOf(year === years ? units - step * years : step),
  }))
}

/** What the metric gives for a service, to be taken over with a press. */
const workedOf = (service: Service): WorkedOut | null => {
  const worked = workedSupply(service)
  if (worked === null) return null
  const said = supplyWorkedOut(worked)
  if ('refused' in worked.delivered) return said
  const { units, years } = worked.delivered
  const baseline = worked.baseline && 'units' in worked.baseline ? worked.baseline.units : null
  const target = yearsOfGains(years)
  return {
    ...said,
    use: {
      label: 'Use these figures',
      answers: {
        ...(baseline !== null && { baselineUnitsLost: quantityOf(baseline) }),
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
  metric: metricUnitsOf(service),
  answers: {
    baselineUnitsLost: service.baselineUnitsLost === null ? undefined : quantityOf(service.baselineUnitsLost),
    yearsToTargetCondition: service.yearsToTargetCondition ?? undefined,
    gainsPerYear:
      service.gainsPerYear.length > 0
        ? service.gainsPerYear.map((gain, year) => ({ id: String(year), gain: quantityOf(gain) }))
        : undefined,
  },
})

type MetricUnits = ReturnType<typeof metricUnitsOf>

/** Where what is typed differs from what the metric gives, which is never put in its place unasked. */
const unlikeMetric = (
  metric: MetricUnits | undefined,
  typed: {
    baseline: number | null | undefined
    gains: readonly { gain?: number | null }[] | null | undefined
  },
): { baselineUnitsLost?: string; yearsToTargetCondition?: string } => {
  const { baseline, gains } = typed
  const isComplete = gains && gains.length > 0 && gains.every(({ gain }) => typeof gain === 'number')
  const sum = isComplete ? gains.reduce((all, { gain }) => all + unitsOf(gain ?? 0), 0) : null
  const unlike = (units: Units | null | undefined, said: Units | null, what: string) =>
    units !== null && units !== undefined && said !== null && differs(said, units)
      ? `${what} ${showUnits(said)} units, the statutory metric gives ${showUnits(units)}`
      : undefined
  return {
    baselineUnitsLost: unlike(
      metric?.baseline,
      typeof baseline === 'number' ? unitsOf(baseline) : null,
      'You typed',
    ),
    yearsToTargetCondition: unlike(metric?.delivered, sum, 'The gains add up to'),
  }
}

/** Says how many units a habitat loses at first and gains year by year; the gains add up. */
export const setBiodiversitySupply = action({
  name: 'SetBiodiversitySupply',
  on: 'project',
  title: 'Set biodiversity supply',
  who: [operator],
  from: QUANTIFYING,
  during: ['Open', 'Closed'],
  given: async (read, project) => ({
    counts: (await roundOf(read, project)).biodiversitySupply,
    services: (await read.list('service', { projectId: project.id, type: 'Biodiversity' })).map(answersOf),
  }),
  fields: {
    serviceId: notStored(oneOfGiven('Service', 'services')),
    baselineUnitsLost: notStored(someUnits('Baseline units lost')),
    yearsToTargetCondition: notStored(yearsToTarget),
    gainsPerYear: hinted(
      perRow('Units gained per year', yearsOf, {
        gain: {
          ...someUnits('Units gained'),
          hint: 'Biodiversity units gained in that year alone; the years add up.',
          whenEmpty: 'Required',
        },
      }),
      'The market round says whether all of them count from delivery, or year by year as gained.',
    ),
  },
  initial: (_project, { services }) => onlyService(services),
  normalise: (answers, { services }) => withPresentValues(answers, services),
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
        'In this market round units count year by year as gained: a year supplies what has been gained by then, less the baseline lost',
    }),
  }),
  moves: TO_CERTIFICATION,
  reads: (read, project) => read.list('service', { projectId: project.id }),
  effect: ({ subject, values, reads: services }) => [
    editService(subject, chosen(services, values.serviceId), {
      baselineUnitsLost: values.baselineUnitsLost,
      yearsToTargetCondition: values.yearsToTargetCondition,
      gainsPerYear: values.gainsPerYear.map(({ gain }) => gain),
    }),
  ],
})
