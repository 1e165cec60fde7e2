import { z } from 'zod'
import { MODULES } from '#domain/habitat'
import { WORKBOOK_PARTS } from '#domain/workbook/layouts'
import { noun } from './noun.ts'
import { id, instant, maybeText, named, selfLink, units } from './values.ts'

/** A row of a workbook that has figures. */
const workbookLine = z
  .object({
    id,
    sheet: z.string(),
    row: z.int(),
    part: z.enum(WORKBOOK_PARTS).nullable().meta({ description: 'Null in a nutrient budget calculator' }),
    module: z.enum(MODULES).nullable(),
    says: z.string().meta({ description: 'The habitat, or what the line is called' }),
    size: z
      .number()
      .nullable()
      .meta({ description: 'Hectares, or kilometres of hedgerows and watercourses' }),
    units: units.nullable().meta({ description: 'As the workbook worked them out when it was saved last' }),
    worked: units.nullable().meta({ description: 'By our own tables of the metric' }),
    why: maybeText.meta({ description: 'Why our tables give none' }),
    unfit: maybeText.meta({ description: 'Why the row can fill nothing here, and what to do instead' }),
  })
  .meta({ id: 'WorkbookLine' })
export type WorkbookLine = z.infer<typeof workbookLine>

const difference = z
  .object({
    sheet: z.string(),
    row: z.int().nullable(),
    cell: maybeText,
    what: z.string(),
    says: maybeText.meta({ description: 'What the workbook says' }),
    typed: maybeText.meta({ description: 'What was typed' }),
  })
  .meta({ id: 'WorkbookDifference' })
export type WorkbookDifference = z.infer<typeof difference>

/** A workbook that was read, and how it differs now from what was typed. */
export const workbookView = z
  .object({
    id,
    name: z.string().meta({ description: 'Which workbook it is, with its edition' }),
    document: named.extend({ links: selfLink }),
    sha256: z.string().meta({ description: 'Of the file, which is kept as it was' }),
    readAt: instant,
    readBy: z.string(),
    lines: z.array(workbookLine),
    differences: z.array(difference),
    atReading: z.int().meta({ description: 'How many differences there were when it was read' }),
  })
  .meta({ id: 'Workbook' })
export type WorkbookView = z.infer<typeof workbookView>

/** The workbooks of a project or a credit requirement, the last that was read of each kind. */
export const workbooks = { workbooks: z.array(workbookView) }

/** What was read in a workbook. */
export const workbookReading = noun({
  kind: 'workbookReading',
  called: ['workbook', 'workbooks'],
  readBy: 'parent',
  under: ['ownerKind', 'ownerId'],
})
