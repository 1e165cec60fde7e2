import type { WorkbookContent } from '#domain/workbook/reading'
import { openWorkbook, WorkbookError } from './book.ts'
import { isMetricWorkbook, readMetricWorkbook } from './metric-book.ts'
import { isNutrientCalculator, readNutrientCalculator } from './nutrient-book.ts'

/** The content of a metric workbook or a nutrient budget calculator; a sentence with a remedy if it cannot be read. */
export type WorkbookReadResult = WorkbookContent | string

/** Reads a workbook that was found harmless. Only the inspection process calls it (`inspect-process.ts`). */
export const readWorkbook = (content: Buffer): WorkbookReadResult => {
  try {
    const book = openWorkbook(content)
    if (isMetricWorkbook(book)) return readMetricWorkbook(book)
    if (isNutrientCalculator(book)) return readNutrientCalculator(book)
    return 'This is neither a biodiversity metric workbook (with a sheet “Start” and sheets A-1 to F-3) nor a nutrient budget calculator. Upload the workbook that Natural England publishes, with your figures in it.'
  } catch (error) {
    if (error instanceof WorkbookError) return error.message
    throw error
  }
}
