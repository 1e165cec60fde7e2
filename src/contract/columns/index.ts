import type { ColumnCards } from './column.ts'
import { PROJECT_COLUMNS } from './project.ts'
import { REQUIREMENT_COLUMNS } from './requirement.ts'

/** The columns of nouns, by kind: downloads write them, and imports read them. */
export const COLUMNS = {
  project: PROJECT_COLUMNS,
  requirement: REQUIREMENT_COLUMNS,
} as const satisfies Record<string, ColumnCards>
