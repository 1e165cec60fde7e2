import { z } from 'zod'
import { MODULES } from '@credit-market/habitat-metric/habitat'
import { WORKBOOK_PARTS } from '#domain/workbook/layouts'
import { defineNoun } from '../kit/noun.ts'
import { id, instant, nullableText, idAndName, selfLink, units } from '../kit/values.ts'

/** A row of a workbook with figures. */
const workbookLine = z
  .object({
    id,
    sheet: z.string(),
    row: z.int(),
    part: z
      .enum(WORKBOOK_PARTS)
      .nullable()
      .meta({ description: 'Part of the workbook; null in a nutrient budget calculator' }),
    module: z.enum(MODULES).nullable(),
    says: z.string().meta({ description: 'Habitat, or name of the line' }),
    size: z
      .number()
      .nullable()
      .meta({ description: 'Size in hectares, or in kilometres for hedgerows and watercourses' }),
    units: units.nullable().meta({ description: 'Units as calculated when the workbook was last saved' }),
    worked: units.nullable().meta({ description: 'Units by our own tables of the metric' }),
    why: nullableText.meta({ description: 'Reason why our tables give no units' }),
    unfit: nullableText.meta({ description: 'Reason why the row cannot be used, and the remedy' }),
  })
  .meta({ id: 'WorkbookLine' })
export type WorkbookLine = z.infer<typeof workbookLine>

const difference = z
  .object({
    sheet: z.string(),
    row: z.int().nullable(),
    cell: nullableText,
    what: z.string(),
    says: nullableText.meta({ description: 'Figure in the workbook' }),
    typed: nullableText.meta({ description: 'Typed figure' }),
  })
  .meta({ id: 'WorkbookDifference' })
export type WorkbookDifference = z.infer<typeof difference>

/** A workbook of a project or requirement, with its current differences from the typed figures. */
export const workbookView = z
  .object({
    id,
    name: z.string().meta({ description: 'Name of the workbook, with its edition' }),
    document: idAndName.extend({ links: selfLink }),
    sha256: z.string().meta({ description: 'SHA-256 of the file' }),
    readAt: instant,
    readBy: z.string(),
    lines: z.array(workbookLine),
    differences: z.array(difference),
    atReading: z.int().meta({ description: 'Number of differences when it was read' }),
  })
  .meta({ id: 'Workbook' })
export type WorkbookView = z.infer<typeof workbookView>

/** Workbooks of a project or a credit requirement, the last one of each kind. */
export const workbooks = { workbooks: z.array(workbookView) }

/** Data from a workbook. */
export const workbookReading = defineNoun({
  kind: 'workbookReading',
  called: ['workbook', 'workbooks'],
  readBy: 'parent',
  under: ['ownerKind', 'ownerId'],
})
