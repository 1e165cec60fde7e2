import { CONDITION_LABELS, DISTINCTIVENESS_LABELS } from '../habitat.ts'
import type { Requirement } from '../requirement.ts'
import { serviceName, type Service } from '../service.ts'
import { showExactUnits, type Units } from '../units.ts'
import type { Meaning } from './layouts.ts'
import { inNutrientNeed, inNutrientServices } from './nutrients.ts'
import { investmentsIn, needsIn, type ProposedNeed, type ProposedService, servicesIn } from './proposals.ts'
import { type Difference, type MetricLine, shown, told, type WorkbookReading } from './reading.ts'
import { workedUnits } from './worked.ts'

const sizeUnit = ({ module }: MetricLine): string => (module === 'Area' ? 'ha' : 'km')

const at = ({ sheet, row, cells }: MetricLine, meaning: Meaning) => ({
  ...{ sheet, row },
  cell: cells[meaning] ?? null,
})

/** The service that was typed for a row: of the same habitat, and nearest in size. */
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

/** What the rows of a workbook describe, each with the service that was typed for it; no service stands for two. */
export const pairsOf = (lines: readonly MetricLine[], services: readonly Service[]) => {
  const left = new Set(services)
  return servicesIn(lines).map(proposed => {
    const typed = serviceFor(proposed, [...left])
    if (typed) left.delete(typed)
    return { proposed, typed }
  })
}

const inServices = (lines: readonly MetricLine[], services: readonly Service[]): Difference[] => {
  const pairs = pairsOf(lines, services)
  const found = pairs.flatMap(({ proposed, typed }): Difference[] => {
    const { line } = proposed
    if (!typed)
      return told(
        at(line, 'habitat'),
        'Service',
        `${line.habitat}, ${showExactUnits(line.size)} ${sizeUnit(line)}`,
        null,
      )
    const gained =
      typed.gainsPerYear.length > 0 ? typed.gainsPerYear.reduce((sum, one) => sum + one, 0) : null
    return [
      ...told(
        at(line, 'size'),
        'Size',
        shown(proposed.size, sizeUnit(line)),
        shown(typed.size, sizeUnit(line)),
      ),
      ...told(
        at(line, 'condition'),
        'Condition',
        proposed.condition && CONDITION_LABELS[proposed.condition],
        typed.condition && CONDITION_LABELS[typed.condition],
      ),
      ...told(
        at(line, 'distinctiveness'),
        'Distinctiveness',
        DISTINCTIVENESS_LABELS[proposed.distinctiveness],
        typed.distinctiveness && DISTINCTIVENESS_LABELS[typed.distinctiveness],
      ),
      ...told(at(line, 'units'), 'Units gained', shown(proposed.units, 'units'), shown(gained, 'units')),
      ...told(
        { ...at(line, 'units'), cell: null },
        'Baseline units lost',
        shown(proposed.baselineUnitsLost, 'units'),
        shown(typed.baselineUnitsLost, 'units'),
      ),
      ...told(
        at(line, 'years'),
        'Years to target condition',
        String(proposed.years),
        typed.yearsToTargetCondition === null ? null : String(typed.yearsToTargetCondition),
      ),
    ]
  })
  const beyond = services
    .filter(one => one.type === 'Biodiversity' && !pairs.some(({ typed }) => typed?.id === one.id))
    .flatMap(service => told({ sheet: '', row: null, cell: null }, 'Service', null, serviceName(service)))
  return [...found, ...beyond]
}

/** Where the workbook worked out other units than our tables do: it was not saved after a change, or of another edition. */
const inWorking = (lines: readonly MetricLine[]): Difference[] =>
  lines.flatMap((line): Difference[] => {
    const worked = line.units === null ? null : workedUnits(line, lines)
    if (line.units === null || worked === null) return []
    if ('refused' in worked)
      return told(at(line, 'units'), 'Units by our tables', shown(line.units, 'units'), worked.refused)
    // Both round to the last ten-thousandth in their own way.
    return Math.abs(worked.units - line.units) <= 1
      ? []
      : told(
          at(line, 'units'),
          'Units by our tables',
          shown(line.units, 'units'),
          shown(worked.units, 'units'),
        )
  })

/** What is held against what was typed: what fits it, else everything that the workbook describes. */
const inAnyNeed = <N extends ProposedNeed>(
  needs: readonly N[],
  fits: (need: N) => boolean,
  typed: Units | null,
): Difference[] => {
  const fitting = needs.filter(fits)
  // What is made counts only where nothing is lost that fits.
  const its = fitting.filter(({ isMade }) => isMade === fitting.every(one => one.isMade))
  const [first] = its
  const where = ({ lines: [line], isMade }: N) => ({
    ...{ sheet: line?.sheet ?? '', row: line?.row ?? null },
    cell: line?.cells[isMade ? 'units' : 'unitsLost'] ?? null,
  })
  if (!first)
    return needs.flatMap(need =>
      told(
        where(need),
        need.isMade ? 'Gain' : 'Loss',
        `${need.name}, ${showExactUnits(need.units)} units`,
        null,
      ),
    )
  const cells = its.flatMap(need => need.lines.map(line => line.cells[need.isMade ? 'units' : 'unitsLost']))
  return told(
    { ...where(first), cell: cells.join(' + ') },
    first.isMade ? 'Units gained' : 'Units lost',
    shown(
      its.reduce((sum, { units }) => sum + units, 0),
      'units',
    ),
    shown(typed, 'units'),
  )
}

const inNeed = (lines: readonly MetricLine[], requirement: Requirement): Difference[] => {
  if (requirement.type === 'Investor') {
    const { module, broadHabitat, distinctiveness, units } = requirement
    return inAnyNeed(
      investmentsIn(lines),
      need =>
        need.module === module &&
        need.distinctiveness === distinctiveness &&
        (broadHabitat === null || need.broadHabitat === broadHabitat),
      units,
    )
  }
  const { bioBroadHabitat, bioHabitatType, bioDistinctiveness, bioUnits } = requirement
  return inAnyNeed(
    needsIn(lines),
    need =>
      need.broadHabitat === bioBroadHabitat &&
      (bioHabitatType === null
        ? need.distinctiveness === bioDistinctiveness
        : need.habitatType === bioHabitatType),
    bioUnits,
  )
}

/** Every figure in which a workbook and what was typed for a project differ, line by line. */
export const differencesFromServices = (
  reading: WorkbookReading,
  services: readonly Service[],
): Difference[] =>
  reading.kind === 'metric'
    ? [...inServices(reading.lines, services), ...inWorking(reading.lines)]
    : inNutrientServices(reading, services)

/** Every figure in which a workbook and what was typed for a credit requirement differ, line by line. */
export const differencesFromNeed = (reading: WorkbookReading, requirement: Requirement): Difference[] =>
  reading.kind === 'metric'
    ? [...inNeed(reading.lines, requirement), ...inWorking(reading.lines)]
    : inNutrientNeed(reading.lines, requirement)
