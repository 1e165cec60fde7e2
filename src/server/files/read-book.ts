import type { WorkbookReading } from '#domain/workbook/reading'
import { openBook, Unread } from './book.ts'
import { isMetric, metricIn } from './metric-book.ts'
import { isNutrients, nutrientsIn } from './nutrient-book.ts'

/** What a workbook of the metric or a nutrient budget calculator says; a sentence that names the remedy where it cannot be read. */
export type BookFound = WorkbookReading | string

/** Reads a workbook that was found harmless. Only the process that looks into files calls it (`inspect-process.ts`). */
export const bookIn = (content: Buffer): BookFound => {
  try {
    const book = openBook(content)
    if (isMetric(book)) return metricIn(book)
    if (isNutrients(book)) return nutrientsIn(book)
    return 'This is neither a workbook of the biodiversity metric (it would have a sheet “Start” and sheets A-1 to F-3) nor a nutrient budget calculator. Upload the workbook as Natural England publishes it, with your figures in it.'
  } catch (error) {
    if (error instanceof Unread) return error.message
    throw error
  }
}
