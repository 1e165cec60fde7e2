import { readsWorkbook } from '../common/index.ts'
import { EDITABLE } from './editable.ts'
import { neededTypes } from './needed-types.ts'

/** Files a workbook for a credit requirement, and compares what it says with the credits that were typed. */
export const readWorkbook = readsWorkbook('requirement', { from: EDITABLE, traded: neededTypes })
