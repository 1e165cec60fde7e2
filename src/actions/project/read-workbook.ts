import { UNSETTLED_ROUND_STATUSES } from '#domain/round/round'
import { readsWorkbook } from '../common/index.ts'
import { EDITABLE_PROJECT_STATUSES } from './editable.ts'
import { readSupplyTypes } from './services/yielded-types.ts'

/** Files a workbook for a project, and compares it with the typed services. */
export const readWorkbook = readsWorkbook('project', {
  from: EDITABLE_PROJECT_STATUSES,
  during: UNSETTLED_ROUND_STATUSES,
  traded: readSupplyTypes,
})
