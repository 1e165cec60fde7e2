import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { type CreditType, isNutrient } from '@credit-market/matching/problem/credit-type'
import { sizeUnitOf } from '@credit-market/habitat-metric/habitat'
import { type Project, PROJECT_DURATION_LABELS, PROJECT_DURATIONS } from '#domain/project/project'
import type { Service } from '#domain/project/service'
import { findServiceDifferences, pairWorkbookRowsWithServices } from '#domain/workbook/compare'
import { nutrientLineName, proposeNutrientServices } from '#domain/workbook/nutrients'
import { type ProposedService, metricLineName, unusableRowsText } from '#domain/workbook/proposals'
import type { WorkbookDifference } from '#domain/workbook/reading'
import { describeDifference, readLatestWorkbook } from '../common/workbook.ts'
import { action } from '../kit/action.ts'
import type { NewRow, Patch, Read } from '../kit/changes.ts'
import {
  type Choice,
  limitToGiven,
  date,
  withHint,
  manyOfGiven,
  notStored,
  oneOf,
  positiveUnits,
} from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { readNutrientChoices } from './services/nutrient-fields.ts'
import {
  addService,
  editService,
  SERVICE_EDIT_STATUSES,
  CERTIFICATION_STATUS_CHANGES,
} from './services/service-changes.ts'
import { readSupplyTypes } from './services/yielded-types.ts'
import { UNSETTLED_ROUND_STATUSES } from '#domain/round/round'
import { readsWorkbook } from '../common/index.ts'
import { EDITABLE_PROJECT_STATUSES } from './editable.ts'

const NO_ROWS = 'No filed workbook contains anything that this project can supply. Use “Read workbook” first'

/** A row of a workbook that can be used. */
interface Row extends Choice {
  creditType: CreditType
  /** True if no service was typed for this row, so that it adds one. */
  isNew: boolean
  /** True if the row adds a service, but the workbook has no area. */
  lacksArea: boolean
  /** True if the row could belong to several typed services. */
  isUnclear: boolean
}

/** A row with the service that would result. */
interface Proposed extends Row {
  typed: Service | undefined
  patch: Patch<'service'>
  /** Further columns of a new service, about its measurement. */
  added: Pick<NewRow<'service'>, 'module' | 'broadHabitat' | 'sizeUnit'>
  differences: readonly WorkbookDifference[]
}

/** Converts a row to columns of a service. All its gain is in the year in which the target condition is reached. */
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

/** All services in the workbooks of a project, and texts about the rows that cannot be used. */
const proposedIn = async (
  read: Read,
  project: Project,
): Promise<{ rows: Proposed[]; unfit: readonly string[] }> => {
  const owned = { ownerKind: 'project', ownerId: project.id } as const
  const [types, services, metric, budget] = await Promise.all([
    readSupplyTypes(read, project),
    read.list('service', { projectId: project.id }),
    readLatestWorkbook(read, owned, 'metric'),
    readLatestWorkbook(read, owned, 'nutrients'),
  ])
  const unlike = metric ? findServiceDifferences(metric, services) : []
  const habitats = pairWorkbookRowsWithServices(metric?.lines ?? [], services).map(
    ({ proposed, typed }): Proposed => {
      const { line } = proposed
      const columns = columnsOf(proposed)
      return {
        ...{ id: line.id, name: metricLineName(line), creditType: 'Biodiversity', typed, isNew: !typed },
        ...{ lacksArea: false, isUnclear: false, patch: columns, added: columns },
        differences: unlike.filter(
          ({ sheet, row, what }) =>
            sheet === line.sheet && row === line.row && what !== 'Units by our tables',
        ),
      }
    },
  )
  const unlikeBudget = budget ? findServiceDifferences(budget, services) : []
  const nutrients = (budget ? proposeNutrientServices(budget) : []).map(({ line, area }): Proposed => {
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
    unfit: unusableRowsText((metric?.lines ?? []).filter(({ part }) => part !== 'baseline')),
  }
}

const chosenIn = (lines: readonly Row[], ids: readonly string[] | null | undefined): Row[] =>
  lines.filter(({ id }) => ids?.includes(id))

/** Errors that arise only when these rows are used together. */
const wrongRows = (rows: readonly Row[]): string | undefined => {
  const unclear = rows.find(({ isUnclear }) => isUnclear)
  if (unclear)
    return `The project has several services of ${CREDIT_TYPE_LABELS[unclear.creditType]}, and the workbook does not say which one it describes. Correct each with “Edit nutrient service”`
  const nutrients = rows.map(({ creditType }) => creditType).filter(isNutrient)
  return new Set(nutrients).size < nutrients.length ? 'Choose one row for each nutrient' : undefined
}

/** Preview of one copied row. */
const copiedRow = (name: string, isNew: boolean, isChanged: boolean): string => {
  if (isNew) return `${name}: a service will be added`
  return isChanged
    ? `${name}: the typed values will be corrected`
    : `${name}: the typed values are the same and do not change`
}

/** Fills services from chosen rows of workbooks: adds new ones, and corrects typed ones of the same kind. */
export const fillServicesFromWorkbook = action({
  name: 'FillFromWorkbook',
  on: 'project',
  title: 'Fill from workbook',
  binds: {
    verb: 'Copy the rows',
    undone: 'Certified services must be certified again. You can correct the copied values at any time.',
  },
  description:
    'Copies the rows that you choose. If a habitat or nutrient already has a service, its values are corrected. If not, a service is added. You see the changes first.',
  who: [operator],
  from: SERVICE_EDIT_STATUSES,
  during: ['Open', 'Closed'],
  given: async (read, project) => {
    const [{ rows, unfit }, { durations }] = await Promise.all([
      proposedIn(read, project),
      readNutrientChoices(read, project),
    ])
    return {
      lines: rows.map(({ id, name, creditType, isNew, lacksArea, isUnclear }): Row => ({
        ...{ id, name, creditType, isNew, lacksArea, isUnclear },
      })),
      ...{ unfit, durations },
    }
  },
  fields: {
    lines: withHint(
      notStored(manyOfGiven('Rows to copy', 'lines')),
      'Habitats that are created or improved, and nutrient loads, that this project can supply.',
    ),
    mitigationBegins: withHint(
      notStored(date('Mitigation begins')),
      'Used only for services that are added. Other services keep their dates.',
    ),
    mitigationDuration: notStored(
      limitToGiven(oneOf('Mitigation duration', PROJECT_DURATIONS, PROJECT_DURATION_LABELS), 'durations'),
    ),
    area: withHint(
      notStored(positiveUnits('Area', 'ha')),
      'The land that changes, in hectares (ha). The calculator does not contain it.',
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
  moves: CERTIFICATION_STATUS_CHANGES,
  reads: async (read, project, { lines }) =>
    (await proposedIn(read, project)).rows.filter(({ id }) => lines.includes(id)),
  preview: ({ reads: rows }) => ({
    preview: rows.flatMap(({ name, isNew, differences }) => [
      copiedRow(name, isNew, differences.length > 0),
      ...(isNew ? [] : differences.map(describeDifference)),
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
  done: 'The services have been copied from the workbook',
})

/** Files a workbook for a project, and compares it with the typed services. */
export const readWorkbook = readsWorkbook('project', {
  from: EDITABLE_PROJECT_STATUSES,
  during: UNSETTLED_ROUND_STATUSES,
  traded: readSupplyTypes,
})
