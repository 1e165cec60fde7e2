import { CREDIT_TYPE_LABELS } from '../credit-type.ts'
import type { Requirement } from '../requirement.ts'
import type { Service } from '../service.ts'
import { showExactUnits, type Units } from '../units.ts'
import { type Difference, type NutrientLine, type NutrientReading, shown, told } from './reading.ts'

/** What a calculator says of each nutrient: what has to be mitigated for ever, and what until treatment works are upgraded. */
export const nutrientNeeds = (lines: readonly NutrientLine[]) =>
  [...new Set(lines.map(({ nutrient }) => nutrient))].flatMap(nutrient => {
    const its = lines.filter(line => line.nutrient === nutrient && !line.isSaved)
    const lasting = its.find(({ isUntilUpgrade }) => !isUntilUpgrade)
    const passing = its.find(({ isUntilUpgrade }) => isUntilUpgrade)
    const ongoing = lasting?.units ?? 0
    const additional = Math.max(0, (passing?.units ?? 0) - ongoing)
    return ongoing + additional > 0 ? [{ nutrient, lasting, passing, ongoing, additional }] : []
  })

/** A nutrient service as a row of a calculator describes it. */
export interface ProposedNutrients {
  line: NutrientLine
  /** The land whose use changes; null where the calculator does not say. */
  area: Units | null
}

/** The rows from which a nutrient service can be taken: what the land saves, and what is to be mitigated. */
export const nutrientServicesIn = ({ lines, area }: NutrientReading): ProposedNutrients[] =>
  lines.filter(({ units }) => units > 0).map(line => ({ line, area: area?.size ?? null }))

/** How a row is named where one is to be chosen. */
export const nutrientLineName = ({ nutrient, units, isSaved, isUntilUpgrade, sheet, cell }: NutrientLine) =>
  `${CREDIT_TYPE_LABELS[nutrient]}, ${showExactUnits(units)} kg a year ${isSaved ? 'saved' : 'to be mitigated'}${isUntilUpgrade ? ' until works are upgraded' : ''} (${sheet}, cell ${cell})`

const where = (line: NutrientLine | undefined) => ({
  sheet: line?.sheet ?? '',
  row: line?.row ?? null,
  cell: line?.cell ?? null,
})

/** In what a calculator and the credits of a requirement differ. */
export const inNutrientNeed = (lines: readonly NutrientLine[], requirement: Requirement): Difference[] =>
  nutrientNeeds(lines)
    .filter(({ nutrient }) => requirement.creditType === null || requirement.creditType === nutrient)
    .flatMap(({ nutrient, lasting, passing, ongoing, additional }) => {
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

/** The row of a nutrient that its services are held against: what is saved, else what is to be mitigated, for ever if it says so. */
const foremost = (lines: readonly NutrientLine[]): NutrientLine | undefined =>
  lines.find(({ isSaved }) => isSaved) ?? lines.find(({ isUntilUpgrade }) => !isUntilUpgrade) ?? lines[0]

/** In what a calculator and the nutrient services of a project differ. */
export const inNutrientServices = (reading: NutrientReading, services: readonly Service[]): Difference[] => {
  const rows = reading.lines.filter(({ units }) => units > 0)
  return [...new Set(rows.map(({ nutrient }) => nutrient))].flatMap(nutrient => {
    const its = rows.filter(line => line.nutrient === nutrient)
    const supplied = services.filter(({ type }) => type === nutrient)
    const sum = supplied.reduce((all, one) => all + (one.units ?? 0), 0)
    // One of several rows may have been taken over: what was typed is held against that one.
    const line = its.find(({ units }) => units === sum) ?? foremost(its)
    const [only, another] = supplied
    return [
      ...told(
        where(line),
        CREDIT_TYPE_LABELS[nutrient],
        shown(line?.units ?? 0, 'kg a year'),
        supplied.length === 0 ? null : shown(sum, 'kg a year'),
      ),
      ...(only && !another && reading.area
        ? told(
            { sheet: reading.area.sheet, row: reading.area.row, cell: reading.area.cell },
            `${CREDIT_TYPE_LABELS[nutrient]}, area`,
            shown(reading.area.size, 'ha'),
            shown(only.size, 'ha'),
          )
        : []),
    ]
  })
}
