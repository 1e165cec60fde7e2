import { readsWorkbook } from '../common/index.ts'
import { EDITABLE_REQUIREMENT_STATUSES } from './editable.ts'
import { readDemandTypes } from './needed-types.ts'

/** Files a workbook for a credit requirement, and compares it with the typed credits. */
export const readWorkbook = readsWorkbook('requirement', {
  from: EDITABLE_REQUIREMENT_STATUSES,
  traded: readDemandTypes,
})
