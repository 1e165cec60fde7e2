import { CONDITION_LABELS, DISTINCTIVENESS_LABELS } from '@credit-market/habitat-metric/habitat'
import type { Requirement } from '../project/requirement.ts'
import { serviceName, type Service } from '../project/service.ts'
import { showExactUnits, type Units } from '@credit-market/values/units'
import type { MetricColumnMeaning } from './layouts.ts'
import { findNutrientNeedDifferences, findNutrientServiceDifferences } from './nutrients.ts'
import {
  proposeInvestmentNeeds,
  proposeNeeds,
  type ProposedNeed,
  type ProposedService,
  proposeServices,
} from './proposals.ts'
import {
  type WorkbookDifference,
  type MetricLine,
  formatWorkbookFigure,
  compareFigure,
  type WorkbookContent,
} from './reading.ts'
import { recalculatedUnits } from './worked.ts'

const sizeUnit = ({ module }: MetricLine): string => (module === 'Area' ? 'ha' : 'km')

const at = ({ sheet, row, cells }: MetricLine, meaning: MetricColumnMeaning) => ({
  ...{ sheet, row },
  cell: cells[meaning] ?? null,
})

/** Finds the typed service of a row: with the same habitat, and the nearest size. */
const serviceFor = (
  { habitatType, broadHabitat, size }: ProposedService,
  services: readonly Service[],
): Service | undefined =>
  services
    .filter(
      service =>
        service.type === 'Biodiversity' &&
        service.broadHabitat === broadHabitat &&
        (service.habitatType === null || service.habitatType === habitatType),
    )
    .toSorted((one, other) => Math.abs(one.size - size) - Math.abs(other.size - size))[0]

/** Pairs the rows of a workbook with typed services; each service is used once. */
export const pairWorkbookRowsWithServices = (lines: readonly MetricLine[], services: readonly Service[]) => {
  const left = new Set(services)
  return proposeServices(lines).map(proposed => {
    const typed = serviceFor(proposed, [...left])
    if (typed) left.delete(typed)
    return { proposed, typed }
  })
}

const inServices = (lines: readonly MetricLine[], services: readonly Service[]): WorkbookDifference[] => {
  const pairs = pairWorkbookRowsWithServices(lines, services)
  const found = pairs.flatMap(({ proposed, typed }): WorkbookDifference[] => {
    const { line } = proposed
    if (!typed)
      return compareFigure(
        at(line, 'habitat'),
        'Service',
        `${line.habitat}, ${showExactUnits(line.size)} ${sizeUnit(line)}`,
        null,
      )
    const gained =
      typed.gainsPerYear.length > 0 ? typed.gainsPerYear.reduce((sum, one) => sum + one, 0) : null
    return [
      ...compareFigure(
        at(line, 'size'),
        'Size',
        formatWorkbookFigure(proposed.size, sizeUnit(line)),
        formatWorkbookFigure(typed.size, sizeUnit(line)),
      ),
      ...compareFigure(
        at(line, 'condition'),
        'Condition',
        proposed.condition && CONDITION_LABELS[proposed.condition],
        typed.condition && CONDITION_LABELS[typed.condition],
      ),
      ...compareFigure(
        at(line, 'distinctiveness'),
        'Distinctiveness',
        DISTINCTIVENESS_LABELS[proposed.distinctiveness],
        typed.distinctiveness && DISTINCTIVENESS_LABELS[typed.distinctiveness],
      ),
      ...compareFigure(
        at(line, 'units'),
        'Units gained',
        formatWorkbookFigure(proposed.units, 'units'),
        formatWorkbookFigure(gained, 'units'),
      ),
      ...compareFigure(
        { ...at(line, 'units'), cell: null },
        'Baseline units lost',
        formatWorkbookFigure(proposed.baselineUnitsLost, 'units'),
        formatWorkbookFigure(typed.baselineUnitsLost, 'units'),
      ),
      ...compareFigure(
        at(line, 'years'),
        'Years to target condition',
        String(proposed.years),
        typed.yearsToTargetCondition === null ? null : String(typed.yearsToTargetCondition),
      ),
    ]
  })
  const beyond = services
    .filter(one => one.type === 'Biodiversity' && !pairs.some(({ typed }) => typed?.id === one.id))
    .flatMap(service =>
      compareFigure({ sheet: '', row: null, cell: null }, 'Service', null, serviceName(service)),
    )
  return [...found, ...beyond]
}

/** Finds rows whose units differ from our tables: the workbook was not saved after a change, or has another edition. */
const inWorking = (lines: readonly MetricLine[]): WorkbookDifference[] =>
  lines.flatMap((line): WorkbookDifference[] => {
    const worked = line.units === null ? null : recalculatedUnits(line, lines)
    if (line.units === null || worked === null) return []
    if ('refused' in worked)
      return compareFigure(
        at(line, 'units'),
        'Units by our tables',
        formatWorkbookFigure(line.units, 'units'),
        worked.refused,
      )
    // The two sides round to ten-thousandths differently.
    return Math.abs(worked.units - line.units) <= 1
      ? []
      : compareFigure(
          at(line, 'units'),
          'Units by our tables',
          formatWorkbookFigure(line.units, 'units'),
          formatWorkbookFigure(worked.units, 'units'),
        )
  })

/** Compares with the proposals that fit, or with all proposals of the workbook if none fits. */
const inAnyNeed = <N extends ProposedNeed>(
  needs: readonly N[],
  fits: (need: N) => boolean,
  typed: Units | null,
): WorkbookDifference[] => {
  const fitting = needs.filter(fits)
  // Created habitats count only if no fitting loss exists.
  const its = fitting.filter(({ isMade }) => isMade === fitting.every(one => one.isMade))
  const [first] = its
  const where = ({ lines: [line], isMade }: N) => ({
    ...{ sheet: line?.sheet ?? '', row: line?.row ?? null },
    cell: line?.cells[isMade ? 'units' : 'unitsLost'] ?? null,
  })
  if (!first)
    return needs.flatMap(need =>
      compareFigure(
        where(need),
        need.isMade ? 'Gain' : 'Loss',
        `${need.name}, ${showExactUnits(need.units)} units`,
        null,
      ),
    )
  const cells = its.flatMap(need => need.lines.map(line => line.cells[need.isMade ? 'units' : 'unitsLost']))
  return compareFigure(
    { ...where(first), cell: cells.join(' + ') },
    first.isMade ? 'Units gained' : 'Units lost',
    formatWorkbookFigure(
      its.reduce((sum, { units }) => sum + units, 0),
      'units',
    ),
    formatWorkbookFigure(typed, 'units'),
  )
}

const inNeed = (lines: readonly MetricLine[], requirement: Requirement): WorkbookDifference[] => {
  if (requirement.type === 'Investor') {
    const { module, broadHabitat, distinctiveness, units } = requirement
    return inAnyNeed(
      proposeInvestmentNeeds(lines),
      need =>
        need.module === module &&
        need.distinctiveness === distinctiveness &&
        (broadHabitat === null || need.broadHabitat === broadHabitat),
      units,
    )
  }
  const { bioBroadHabitat, bioHabitatType, bioDistinctiveness, bioUnits } = requirement
  return inAnyNeed(
    proposeNeeds(lines),
    need =>
      need.broadHabitat === bioBroadHabitat &&
      (bioHabitatType === null
        ? need.distinctiveness === bioDistinctiveness
        : need.habitatType === bioHabitatType),
    bioUnits,
  )
}

/** All differences between a workbook and the typed figures of a project, row by row. */
export const findServiceDifferences = (
  reading: WorkbookContent,
  services: readonly Service[],
): WorkbookDifference[] =>
  reading.kind === 'metric'
    ? [...inServices(reading.lines, services), ...inWorking(reading.lines)]
    : findNutrientServiceDifferences(reading, services)

/** All differences between a workbook and the typed figures of a credit requirement, row by row. */
export const findNeedDifferences = (
  reading: WorkbookContent,
  requirement: Requirement,
): WorkbookDifference[] =>
  reading.kind === 'metric'
    ? [...inNeed(reading.lines, requirement), ...inWorking(reading.lines)]
    : findNutrientNeedDifferences(reading.lines, requirement)
