import type { PlacePrecision } from './place/precision.ts'
import type { Stored } from './subject.ts'

/** A market: a place and its credits, in which rounds are run. */
export interface Market extends Stored {
  name: string
  description: string | null
  /** How precisely places are told at the least, whatever their owners choose. */
  placePrecision: PlacePrecision
}
