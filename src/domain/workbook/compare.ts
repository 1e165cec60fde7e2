import { CREDIT_TYPE_LABELS } from '../credit-type.ts'
import { BROAD_HABITAT_LABELS, CONDITION_LABELS, DISTINCTIVENESS_LABELS } from '../habitat.ts'
import type { Requirement } from '../requirement.ts'
import { serviceName, type Service } from '../service.ts'
import { showExactUnits, type Units } from '../units.ts'
import type { Meaning } from './layouts.ts'
import { needsIn, type ProposedNeed, type ProposedService, servicesIn } from './proposals.ts'
import type { Difference, MetricLine, NutrientLine, WorkbookReading } from './reading.ts'
import { workedUnits } from './worked.ts'

/** A figure in its unit, and nothing of nothing. */
const shown = (value: Units | null, unit: string): string | null =>
  value === null ? null : `${showExactUnits(value)} ${unit}`

const sizeUnit = ({ module }: MetricLine): string => (module === 'Area' ? 'ha' : 'km')

const at = ({ sheet, row, cells }: MetricLine, meaning: Meaning) => ({
  ...{ sheet, row },
  cell: cells[meaning] ?? null,
})

/** What is said of one figure by both, unless they say the same. */
const told = (
  where: Omit<Difference, 'what' | 'says' | 'typed'>,
  what: string,
  says: string | null,
  typed: string | null,
) => (says === typed ? [] : [{ ...where, what, says, typed }])

/** The service that was typed for a row: of the same habitat, and nearest in size. */
export const serviceFor = (
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

const inServices = (lines: readonly MetricLine[], services: readonly Service[]): Difference[] => {
  const left = new Set(services.filter(({ type }) => type === 'Biodiversity'))
  const found = servicesIn(lines).flatMap((proposed): Difference[] => {
    const { line } = proposed
    const typed = serviceFor(proposed, [...left])
    if (!typed)
      return told(
        at(line, 'habitat'),
        'Service',
        `${line.habitat}, ${showExactUnits(line.size)} ${sizeUnit(line)}`,
        null,
      )
    left.delete(typed)
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
  const beyond = [...left].flatMap(service =>
    told({ sheet: '', row: null, cell: null }, 'Service', null, serviceName(service)),
  )
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

const needName = ({ broadHabitat, habitatType, lines }: ProposedNeed): string =>
  lines[0]?.habitat ?? `${BROAD_HABITAT_LABELS[broadHabitat]} ${habitatType}`

const inNeed = (lines: readonly MetricLine[], requirement: Requirement): Difference[] => {
  if (requirement.type !== 'Buyer') return []
  const { bioBroadHabitat, bioHabitatType, bioDistinctiveness, bioUnits } = requirement
  const needs = needsIn(lines)
  const its = needs.filter(
    need =>
      need.broadHabitat === bioBroadHabitat &&
      (bioHabitatType === null
        ? need.distinctiveness === bioDistinctiveness
        : need.habitatType === bioHabitatType),
  )
  const [first] = its
  if (!first?.lines[0])
    return needs.flatMap(need =>
      need.lines[0]
        ? told(
            at(need.lines[0], 'unitsLost'),
            'Loss',
            `${needName(need)}, ${showExactUnits(need.units)} units`,
            null,
          )
        : [],
    )
  const lost = its.reduce((sum, { units }) => sum + units, 0)
  const cells = its.flatMap(need => need.lines.map(line => line.cells.unitsLost)).join(' + ')
  return told(
    { ...at(first.lines[0], 'unitsLost'), cell: cells },
    'Units lost',
    shown(lost, 'units'),
    shown(bioUnits, 'units'),
  )
}

/** What a calculator says of each nutrient: what has to be mitigated for ever, and what until treatment works are upgraded. */
export const nutrientNeeds = (lines: readonly NutrientLine[]) =>
  [...new Set(lines.map(({ nutrient }) => nutrient))].flatMap(nutrient => {
    const its = lines.filter(line => line.nutrient === nutrient)
    const lasting = its.find(({ isUntilUpgrade }) => !isUntilUpgrade)
    const passing = its.find(({ isUntilUpgrade }) => isUntilUpgrade)
    const ongoing = lasting?.units ?? 0
    const additional = Math.max(0, (passing?.units ?? 0) - ongoing)
    return ongoing + additional > 0 ? [{ nutrient, lasting, passing, ongoing, additional }] : []
  })

const inNutrients = (lines: readonly NutrientLine[], requirement: Requirement): Difference[] =>
  nutrientNeeds(lines)
    .filter(({ nutrient }) => requirement.creditType === null || requirement.creditType === nutrient)
    .flatMap(({ nutrient, lasting, passing, ongoing, additional }) => {
      const where = (line: NutrientLine | undefined) => ({
        sheet: line?.sheet ?? '',
        row: line?.row ?? null,
        cell: line?.cell ?? null,
      })
      const name = CREDIT_TYPE_LABELS[nutrient]
      return [
        ...told(
          where(lasting ?? passing),
          `${name}, ongoing`,
          shown(ongoing, 'kg a year'),
          shown(requirement.nutrientOngoingUnits ?? (ongoing === 0 ? 0 : null), 'kg a year'),
        ),
        ...told(
          where(passing ?? lasting),
          `${name}, additional`,
          shown(additional, 'kg a year'),
          shown(requirement.nutrientAdditionalUnits ?? (additional === 0 ? 0 : null), 'kg a year'),
        ),
      ]
    })

const inNutrientServices = (lines: readonly NutrientLine[], services: readonly Service[]): Difference[] =>
  nutrientNeeds(lines).flatMap(({ nutrient, lasting, passing, ongoing }) => {
    const line = lasting ?? passing
    const supplied = services.filter(({ type }) => type === nutrient)
    const units = supplied.length === 0 ? null : supplied.reduce((sum, one) => sum + (one.units ?? 0), 0)
    return told(
      { sheet: line?.sheet ?? '', row: line?.row ?? null, cell: line?.cell ?? null },
      CREDIT_TYPE_LABELS[nutrient],
      shown(ongoing, 'kg a year'),
      shown(units, 'kg a year'),
    )
  })

/** Every figure in which a workbook and what was typed for a project differ, line by line. */
export const differencesFromServices = (
  reading: WorkbookReading,
  services: readonly Service[],
): Difference[] =>
  reading.kind === 'metric'
    ? [...inServices(reading.lines, services), ...inWorking(reading.lines)]
    : inNutrientServices(reading.lines, services)

/** Every figure in which a workbook and what was typed for a credit requirement differ, line by line. */
export const differencesFromNeed = (reading: WorkbookReading, requirement: Requirement): Difference[] =>
  reading.kind === 'metric'
    ? [...inNeed(reading.lines, requirement), ...inWorking(reading.lines)]
    : inNutrients(reading.lines, requirement)
