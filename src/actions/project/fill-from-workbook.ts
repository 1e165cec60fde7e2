import { sizeUnitOf } from '#domain/habitat'
import { differencesFromServices, serviceFor } from '#domain/workbook/compare'
import { lineName, type ProposedService, servicesIn } from '#domain/workbook/proposals'
import { differenceInWords, lastReading } from '../common/workbook.ts'
import { action } from '../kit/action.ts'
import type { Patch } from '../kit/changes.ts'
import { date, hinted, manyOfGiven, notStored } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { addService, editService, QUANTIFYING, TO_CERTIFICATION } from './service-changes.ts'
import { yieldsBiodiversity } from './biodiversity-fields.ts'

const NO_BOOK = 'No workbook of the metric was read for this project: read one first'

/** What a row says, as the columns of a service. All of it is gained in the year in which the target condition is reached. */
const columnsOf = ({ line, units, years, ...proposed }: ProposedService) => {
  const { broadHabitat, habitatType, distinctiveness, condition, size, baselineUnitsLost } = proposed
  return {
    ...{ broadHabitat, habitatType, distinctiveness, condition, size, baselineUnitsLost },
    module: line.module,
    sizeUnit: sizeUnitOf(line.module),
    yearsToTargetCondition: years,
    gainsPerYear: Array.from({ length: years + 1 }, (_, year) => (year === years ? units : 0)),
  } satisfies Patch<'service'>
}

/** Takes services over from the rows of a workbook that are chosen: new ones, and what was typed of the same habitat. */
export const fillFromWorkbook = action({
  name: 'FillFromWorkbook',
  on: 'project',
  title: 'Fill from workbook',
  binds: {
    verb: 'Take the rows over',
    undone:
      'Services that were certified must be certified again. What was taken over can be corrected like anything typed.',
  },
  description:
    'Takes over the rows that you choose: a habitat that was typed before is corrected, another one is added. What would change is shown before.',
  who: [operator],
  from: QUANTIFYING,
  during: ['Open', 'Closed'],
  given: async (read, project) => {
    const reading = await lastReading(read, { ownerKind: 'project', ownerId: project.id }, 'metric')
    return {
      isYielded: await yieldsBiodiversity(read, project),
      lines: servicesIn(reading?.lines ?? []).map(({ line }) => ({ id: line.id, name: lineName(line) })),
    }
  },
  fields: {
    lines: hinted(
      notStored(manyOfGiven('Rows to take over', 'lines')),
      'Habitats that are created or made better, of those that the market trades.',
    ),
    mitigationBegins: hinted(
      notStored(date('Mitigation begins')),
      'Of habitats that are added; what was typed of others stays.',
    ),
  },
  check: (_answers, { isYielded }) =>
    isYielded ? {} : { form: 'This type of project yields no biodiversity units in this market round' },
  warn: (_answers, _project, { lines }) => (lines.length === 0 ? { lines: NO_BOOK } : {}),
  moves: TO_CERTIFICATION,
  reads: async (read, project, { lines: chosen }) => {
    const services = await read.list('service', { projectId: project.id })
    const reading = await lastReading(read, { ownerKind: 'project', ownerId: project.id }, 'metric')
    const taken = new Set<string>()
    const pairs = servicesIn(reading?.lines ?? [])
      .filter(({ line }) => chosen.includes(line.id))
      .map(proposed => {
        const typed = serviceFor(
          proposed,
          services.filter(({ id }) => !taken.has(id)),
        )
        if (typed) taken.add(typed.id)
        return { proposed, typed }
      })
    return { pairs, differences: reading ? differencesFromServices(reading, services) : [] }
  },
  preview: ({ reads: { pairs, differences } }) => ({
    preview: pairs.flatMap(({ proposed: { line }, typed }) => [
      `${lineName(line)}: ${typed ? 'what was typed is corrected' : 'a service is added'}`,
      ...(typed
        ? differences
            .filter(
              ({ sheet, row, what }) =>
                sheet === line.sheet && row === line.row && what !== 'Units by our tables',
            )
            .map(differenceInWords)
        : []),
    ]),
  }),
  effect: ({ subject, values, reads: { pairs }, newId }) =>
    pairs.map(({ proposed, typed }) =>
      typed
        ? editService(subject, typed, columnsOf(proposed))
        : addService(subject, {
            id: newId(),
            ...columnsOf(proposed),
            type: 'Biodiversity',
            duration: 'Permanent',
            mitigationBegins: values.mitigationBegins,
          }),
    ),
  done: 'The services were taken over from the workbook',
})
