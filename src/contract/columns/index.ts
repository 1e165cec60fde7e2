import type { ColumnCards } from './column.ts'
import { PROJECT_COLUMNS } from './project.ts'
import { REQUIREMENT_COLUMNS } from './requirement.ts'

/** The columns of nouns, by kind: a download of a list writes them, and an import of it reads them. */
export const COLUMNS = {
  project: PROJECT_COLUMNS,
  requirement: REQUIREMENT_COLUMNS,
} as const satisfies Record<string, ColumnCards>
