import { CREDIT_TYPE_LABELS } from '../values/credit-type.ts'
import type { Requirement } from '../project/requirement.ts'
import type { Service } from '../project/service.ts'
import { showExactUnits, type Units } from '@credit-market/values/units'
import {
  type WorkbookDifference,
  type NutrientLine,
  type NutrientCalculatorContent,
  formatWorkbookFigure,
  compareFigure,
} from './reading.ts'

/** Needed mitigation of each nutrient by a calculator: permanent, and until treatment works are upgraded. */
export const readNutrientNeeds = (lines: readonly NutrientLine[]) =>
  [...new Set(lines.map(({ nutrient }) => nutrient))].flatMap(nutrient => {
    const its = lines.filter(line => line.nutrient === nutrient && !line.isSaved)
    const lasting = its.find(({ isUntilUpgrade }) => !isUntilUpgrade)
    const passing = its.find(({ isUntilUpgrade }) => isUntilUpgrade)
    const ongoing = lasting?.units ?? 0
    const additional = Math.max(0, (passing?.units ?? 0) - ongoing)
    return ongoing + additional > 0 ? [{ nutrient, lasting, passing, ongoing, additional }] : []
  })

/** A nutrient service proposed by a row of a calculator. */
export interface ProposedNutrientService {
  line: NutrientLine
  /** Land with changed use; null if the calculator does not say it. */
  area: Units | null
}

/** Rows that can become a nutrient service: savings of the land, and needed mitigation. */
export const proposeNutrientServices = ({
  lines,
  area,
}: NutrientCalculatorContent): ProposedNutrientService[] =>
  lines.filter(({ units }) => units > 0).map(line => ({ line, area: area?.size ?? null }))

/** Label of a row in a list of options. */
export const nutrientLineName = ({ nutrient, units, isSaved, isUntilUpgrade, sheet, cell }: NutrientLine) =>
  `${CREDIT_TYPE_LABELS[nutrient]}, ${showExactUnits(units)} kg a year ${isSaved ? 'saved' : 'to be mitigated'}${isUntilUpgrade ? ' until works are upgraded' : ''} (${sheet}, cell ${cell})`

const where = (line: NutrientLine | undefined) => ({
  sheet: line?.sheet ?? '',
  row: line?.row ?? null,
  cell: line?.cell ?? null,
})

/** Differences between a calculator and the credits of a requirement. */
export const findNutrientNeedDifferences = (
  lines: readonly NutrientLine[],
  requirement: Requirement,
): WorkbookDifference[] =>
  readNutrientNeeds(lines)
    .filter(({ nutrient }) => requirement.creditType === null || requirement.creditType === nutrient)
    .flatMap(({ nutrient, lasting, passing, ongoing, additional }) => {
      const name = CREDIT_TYPE_LABELS[nutrient]
      return [
        ...compareFigure(
          where(lasting ?? passing),
          `${name}, ongoing`,
          formatWorkbookFigure(ongoing, 'kg a year'),
          formatWorkbookFigure(requirement.nutrientOngoingUnits ?? (ongoing === 0 ? 0 : null), 'kg a year'),
        ),
        ...compareFigure(
          where(passing ?? lasting),
          `${name}, additional`,
          formatWorkbookFigure(additional, 'kg a year'),
          formatWorkbookFigure(
            requirement.nutrientAdditionalUnits ?? (additional === 0 ? 0 : null),
            'kg a year',
          ),
        ),
      ]
    })

/** The row of a nutrient to compare its services with: savings, otherwise needed mitigation, permanent if there is one. */
const foremost = (lines: readonly NutrientLine[]): NutrientLine | undefined =>
  lines.find(({ isSaved }) => isSaved) ?? lines.find(({ isUntilUpgrade }) => !isUntilUpgrade) ?? lines[0]

/** Differences between a calculator and the nutrient services of a project. */
export const findNutrientServiceDifferences = (
  reading: NutrientCalculatorContent,
  services: readonly Service[],
): WorkbookDifference[] => {
  const rows = reading.lines.filter(({ units }) => units > 0)
  return [...new Set(rows.map(({ nutrient }) => nutrient))].flatMap(nutrient => {
    const its = rows.filter(line => line.nutrient === nutrient)
    const supplied = services.filter(({ type }) => type === nutrient)
    const sum = supplied.reduce((all, one) => all + (one.units ?? 0), 0)
    // Any of several rows may have been used: compare with the one that matches.
    const line = its.find(({ units }) => units === sum) ?? foremost(its)
    const [only, another] = supplied
    return [
      ...compareFigure(
        where(line),
        CREDIT_TYPE_LABELS[nutrient],
        formatWorkbookFigure(line?.units ?? 0, 'kg a year'),
        supplied.length === 0 ? null : formatWorkbookFigure(sum, 'kg a year'),
      ),
      ...(only && !another && reading.area
        ? compareFigure(
            { sheet: reading.area.sheet, row: reading.area.row, cell: reading.area.cell },
            `${CREDIT_TYPE_LABELS[nutrient]}, area`,
            formatWorkbookFigure(reading.area.size, 'ha'),
            formatWorkbookFigure(only.size, 'ha'),
          )
        : []),
    ]
  })
}
