import type { LatLong } from '#domain/place/lat-long'
import type { Round } from '#domain/round'
import { COAST } from '../place/area-outlines.ts'
import { cornersOf, metresFromAny, nearestAuthority } from '../place/borders.ts'
import { isOutsideEngland } from '../place/boundaries.ts'
import type { WhyMisplaced } from '../runner/runtime.ts'
import type { Tx } from '../store/store.ts'
import { allOutsideEngland, allOutsideRound } from './messages.ts'
import {
  areAllKnown,
  authoritiesIn,
  characterAreasIn,
  type RoundArea,
  subcatchmentsIn,
} from './round-areas.ts'

/** So many metres beyond simplified borders a boundary cannot be right any more. */
const TOO_FAR = COAST

const isBeyond = (corners: readonly LatLong[], { outlines }: RoundArea): boolean =>
  corners.every(corner => metresFromAny(corner, outlines) > TOO_FAR)

/** Areas in one of which everything in a round lies: its authorities, which location forms ask for; else all others that it names. */
const areasIn = async (tx: Tx, round: Round): Promise<RoundArea[]> =>
  round.lpaIds.length > 0
    ? authoritiesIn(round)
    : [...(await characterAreasIn(tx, round)), ...(await subcatchmentsIn(tx, round))]

/**
 * Says why a site boundary cannot be right: it lies wholly outside England, or wholly outside the areas of its round. Null where
 * it may be, also where an area of the round has no outline.
 */
export const whyMisplaced: WhyMisplaced = async (tx, outline, round) => {
  const corners = cornersOf(outline)
  if (corners.every(corner => isOutsideEngland(corner, TOO_FAR))) {
    const [nearest] = corners.map(nearestAuthority).toSorted((one, other) => one.metres - other.metres)
    return allOutsideEngland(nearest?.metres ?? 0, nearest?.name ?? '')
  }
  const areas = round ? await areasIn(tx, round) : []
  if (!round || !areAllKnown(areas) || !areas.every(area => isBeyond(corners, area))) return null
  const [nearest] = areas
    .map(({ name, outlines }) => ({
      name,
      metres: Math.min(...corners.map(corner => metresFromAny(corner, outlines))),
    }))
    .toSorted((one, other) => one.metres - other.metres)
  return allOutsideRound(round.name, nearest?.metres ?? 0, nearest?.name ?? '')
}
