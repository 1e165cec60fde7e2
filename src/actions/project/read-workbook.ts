import { UNTIL_SETTLED } from '#domain/round'
import { readsWorkbook } from '../common/index.ts'
import { EDITABLE } from './editable.ts'
import { yieldedTypes } from './yielded-types.ts'

/** Files a workbook for a project, and compares what it says with the services that were typed. */
export const readWorkbook = readsWorkbook('project', {
  from: EDITABLE,
  during: UNTIL_SETTLED,
  traded: yieldedTypes,
})
