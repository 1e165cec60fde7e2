import type { Stored } from '../subject.ts'
import type { Outline } from './outline.ts'

/** The outline of a national character area or a subcatchment, as it was uploaded. */
export interface AreaOutline extends Stored {
  ncaId: string | null
  subcatchmentId: string | null
  outline: Outline
  /** Whom the map must name for it. */
  attribution: string
}
