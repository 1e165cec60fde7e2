import { z } from 'zod'
import { FIELD_REQUIRED } from '#domain/messages'
import { serviceName, type Service } from '#domain/service'
import { quantityOf } from '#domain/units'
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

const answersOf = (service: Service) => ({
  id: service.id,
  name: serviceName(service),
  answers: {
    baselineUnitsLost: service.baselineUnitsLost === null ? undefined : quantityOf(service.baselineUnitsLost),
    yearsToTargetCondition: service.yearsToTargetCondition ?? undefined,
    gainsPerYear:
      service.gainsPerYear.length > 0
        ? service.gainsPerYear.map((gain, year) => ({ id: String(year), gain: quantityOf(gain) }))
        : undefined,
  },
})

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
  warn: (_answers, _project, { services, counts }) => ({
    ...(services.length === 0 && { serviceId: 'There are no biodiversity services' }),
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
