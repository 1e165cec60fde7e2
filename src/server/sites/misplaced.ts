import type { LatLong } from '#domain/place/lat-long'
import type { Round } from '#domain/round/round'
import { COAST_TOLERANCE_METRES } from '../place/area-outlines.ts'
import { sampleBoundaryCorners, metresFromNearestOutline, findNearestAuthority } from '../place/borders.ts'
import { isOutsideEngland } from '../place/boundaries.ts'
import type { FindMisplacedBoundaryReason } from '../runner/runtime.ts'
import type { StoreTransaction } from '../store/store.ts'
import { outsideEnglandRefusalText, outsideRoundRefusalText } from './messages.ts'
import {
  haveAllOutlines,
  planningAuthoritiesOfRound,
  characterAreasOfRound,
  type RoundArea,
  subcatchmentsOfRound,
} from './round-areas.ts'

/** Beyond this many metres from simplified borders, a boundary is certainly wrong. */
const TOO_FAR = COAST_TOLERANCE_METRES

const isBeyond = (corners: readonly LatLong[], { outlines }: RoundArea): boolean =>
  corners.every(corner => metresFromNearestOutline(corner, outlines) > TOO_FAR)

/**
 * Areas that limit the locations in a round: its authorities, which location forms ask for; without any, all other
 * areas that it names.
 */
const areasIn = async (tx: StoreTransaction, round: Round): Promise<RoundArea[]> =>
  round.lpaIds.length > 0
    ? planningAuthoritiesOfRound(round)
    : [...(await characterAreasOfRound(tx, round)), ...(await subcatchmentsOfRound(tx, round))]

/**
 * The reason why a site boundary is certainly wrong: it is entirely outside England, or outside the areas of its
 * round. Null if it may be right, including when an area of the round has no outline.
 */
export const findMisplacedBoundaryReason: FindMisplacedBoundaryReason = async (tx, outline, round) => {
  const corners = sampleBoundaryCorners(outline)
  if (corners.every(corner => isOutsideEngland(corner, TOO_FAR))) {
    const [nearest] = corners.map(findNearestAuthority).toSorted((one, other) => one.metres - other.metres)
    return outsideEnglandRefusalText(nearest?.metres ?? 0, nearest?.name ?? '')
  }
  const areas = round ? await areasIn(tx, round) : []
  if (!round || !haveAllOutlines(areas) || !areas.every(area => isBeyond(corners, area))) return null
  const [nearest] = areas
    .map(({ name, outlines }) => ({
      name,
      metres: Math.min(...corners.map(corner => metresFromNearestOutline(corner, outlines))),
    }))
    .toSorted((one, other) => one.metres - other.metres)
  return outsideRoundRefusalText(round.name, nearest?.metres ?? 0, nearest?.name ?? '')
}
