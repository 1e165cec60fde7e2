import type { StoredRow } from '../values/subject.ts'
import type { Outline } from './outline.ts'

/** Uploaded outline of a national character area or a subcatchment. */
export interface AreaOutline extends StoredRow {
  ncaId: string | null
  subcatchmentId: string | null
  outline: Outline
  /** Attribution that maps must show. */
  attribution: string
}
