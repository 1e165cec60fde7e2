import { CREDIT_TYPE_LABELS, type CreditType, isNutrient } from '#domain/credit-type'
import { sizeUnitOf } from '#domain/habitat'
import { DURATION_LABELS, DURATIONS, type Project } from '#domain/project'
import type { Service } from '#domain/service'
import { differencesFromServices, pairsOf } from '#domain/workbook/compare'
import { nutrientLineName, nutrientServicesIn } from '#domain/workbook/nutrients'
import { lineName, type ProposedService, unfitInWords } from '#domain/workbook/proposals'
import type { Difference } from '#domain/workbook/reading'
import { differenceInWords, lastReading } from '../common/workbook.ts'
import { action } from '../kit/action.ts'
import type { NewRow, Patch, Read } from '../kit/changes.ts'
import {
  amongGiven,
  type Choice,
  date,
  hinted,
  manyOfGiven,
  notStored,
  oneOf,
  positiveUnits,
} from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { nutrientChoices } from './nutrient-fields.ts'
import { addService, editService, QUANTIFYING, TO_CERTIFICATION } from './service-changes.ts'
import { yieldedTypes } from './yielded-types.ts'

const NO_ROWS =
  'No workbook was read for this project that describes anything which it may supply: read one first'

/** A row of a workbook that may be taken over. */
interface Row extends Choice {
  creditType: CreditType
  /** Nothing was typed for it: a service is added. */
  isNew: boolean
  /** It is added, and the workbook says nothing of the land. */
  lacksArea: boolean
  /** Several services were typed of which it might be either. */
  isUnclear: boolean
}

/** The same with what would become of it. */
interface Proposed extends Row {
  typed: Service | undefined
  patch: Patch<'service'>
  /** How it is measured, of what the patch does not say. */
  added: Pick<NewRow<'service'>, 'module' | 'broadHabitat' | 'sizeUnit'>
  differences: readonly Difference[]
}

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

/** All that the workbooks of a project describe of what it may supply, and in words what of it fills nothing. */
const proposedIn = async (
  read: Read,
  project: Project,
): Promise<{ rows: Proposed[]; unfit: readonly string[] }> => {
  const owned = { ownerKind: 'project', ownerId: project.id } as const
  const [types, services, metric, budget] = await Promise.all([
    yieldedTypes(read, project),
    read.list('service', { projectId: project.id }),
    lastReading(read, owned, 'metric'),
    lastReading(read, owned, 'nutrients'),
  ])
  const unlike = metric ? differencesFromServices(metric, services) : []
  const habitats = pairsOf(metric?.lines ?? [], services).map(({ proposed, typed }): Proposed => {
    const { line } = proposed
    const columns = columnsOf(proposed)
    return {
      ...{ id: line.id, name: lineName(line), creditType: 'Biodiversity', typed, isNew: !typed },
      ...{ lacksArea: false, isUnclear: false, patch: columns, added: columns },
      differences: unlike.filter(
        ({ sheet, row, what }) => sheet === line.sheet && row === line.row && what !== 'Units by our tables',
      ),
    }
  })
  const unlikeBudget = budget ? differencesFromServices(budget, services) : []
  const nutrients = (budget ? nutrientServicesIn(budget) : []).map(({ line, area }): Proposed => {
    const [typed, another] = services.filter(({ type }) => type === line.nutrient)
    return {
      ...{ id: line.id, name: nutrientLineName(line), creditType: line.nutrient, typed, isNew: !typed },
      ...{ lacksArea: !typed && area === null, isUnclear: another !== undefined },
      patch: { type: line.nutrient, units: line.units, ...(area !== null && { size: area }) },
      added: { module: 'NA', broadHabitat: 'NA', sizeUnit: 'Ha' },
      differences: unlikeBudget.filter(({ what }) => what.startsWith(CREDIT_TYPE_LABELS[line.nutrient])),
    }
  })
  return {
    rows: [...habitats, ...nutrients].filter(({ creditType }) => types.includes(creditType)),
    unfit: unfitInWords((metric?.lines ?? []).filter(({ part }) => part !== 'baseline')),
  }
}

const chosenIn = (lines: readonly Row[], ids: readonly string[] | null | undefined): Row[] =>
  lines.filter(({ id }) => ids?.includes(id))

/** What stands against taking these rows over together. */
const wrongRows = (rows: readonly Row[]): string | undefined => {
  const unclear = rows.find(({ isUnclear }) => isUnclear)
  if (unclear)
    return `Several services of ${CREDIT_TYPE_LABELS[unclear.creditType]} were typed, and the workbook does not say which is meant: correct each with “Edit nutrient service”`
  const nutrients = rows.map(({ creditType }) => creditType).filter(isNutrient)
  return new Set(nutrients).size < nutrients.length ? 'Choose one row of each nutrient' : undefined
}

/** Takes services over from the rows of workbooks that are chosen: new ones, and what was typed of the same. */
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
    'Takes over the rows that you choose: what was typed of the same habitat or nutrient is corrected, another one is added. What would change is shown before.',
  who: [operator],
  from: QUANTIFYING,
  during: ['Open', 'Closed'],
  given: async (read, project) => {
    const [{ rows, unfit }, { durations }] = await Promise.all([
      proposedIn(read, project),
      nutrientChoices(read, project),
    ])
    return {
      lines: rows.map(({ id, name, creditType, isNew, lacksArea, isUnclear }): Row => ({
        ...{ id, name, creditType, isNew, lacksArea, isUnclear },
      })),
      ...{ unfit, durations },
    }
  },
  fields: {
    lines: hinted(
      notStored(manyOfGiven('Rows to take over', 'lines')),
      'Habitats that are created or made better, and loads of nutrients, of those that this project may supply.',
    ),
    mitigationBegins: hinted(
      notStored(date('Mitigation begins')),
      'Of services that are added; what was typed of others stays.',
    ),
    mitigationDuration: notStored(
      amongGiven(oneOf('Mitigation duration', DURATIONS, DURATION_LABELS), 'durations'),
    ),
    area: hinted(
      notStored(positiveUnits('Area', 'ha')),
      'The land that is changed, in hectares (ha). The calculator does not say it.',
    ),
  },
  initial: (_project, { lines, durations }) => ({
    lines: lines.length === 1 ? lines.map(({ id }) => id) : undefined,
    mitigationDuration: durations.length === 1 ? durations[0]?.id : undefined,
  }),
  show: {
    mitigationBegins: (answers, { lines }) => chosenIn(lines, answers.lines).some(({ isNew }) => isNew),
    mitigationDuration: (answers, { lines }) =>
      chosenIn(lines, answers.lines).some(({ isNew, creditType }) => isNew && isNutrient(creditType)),
    area: (answers, { lines }) => chosenIn(lines, answers.lines).some(({ lacksArea }) => lacksArea),
  },
  check: (answers, { lines }) => ({ lines: wrongRows(chosenIn(lines, answers.lines)) }),
  warn: (_answers, _project, { lines, unfit }) => ({
    lines: [...(lines.length === 0 ? [NO_ROWS] : []), ...unfit].join('. ') || undefined,
  }),
  moves: TO_CERTIFICATION,
  reads: async (read, project, { lines }) =>
    (await proposedIn(read, project)).rows.filter(({ id }) => lines.includes(id)),
  preview: ({ reads: rows }) => ({
    preview: rows.flatMap(({ name, isNew, differences }) => [
      `${name}: ${isNew ? 'a service is added' : differences.length > 0 ? 'what was typed is corrected' : 'it says what was typed, and stays so'}`,
      ...(isNew ? [] : differences.map(differenceInWords)),
    ]),
  }),
  effect: ({ subject, values: { mitigationBegins, mitigationDuration, area }, reads: rows, newId }) =>
    rows.map(({ typed, creditType, patch, added }) => {
      if (typed) return editService(subject, typed, patch)
      if (mitigationBegins === null) throw new Error('A service begins on no day')
      return addService(subject, {
        ...patch,
        ...added,
        ...{ id: newId(), type: creditType, mitigationBegins },
        ...{ size: patch.size ?? area ?? 0, gainsPerYear: patch.gainsPerYear ?? [] },
        duration: isNutrient(creditType) ? (mitigationDuration ?? 'Permanent') : 'Permanent',
      })
    }),
  done: 'The services were taken over from the workbook',
})
