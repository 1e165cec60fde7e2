import type { LatLong } from '#domain/place/lat-long'
import type { Outline } from '#domain/place/outline'
import type { Project } from '#domain/project/project'
import type { Round } from '#domain/round/round'
import {
  BORDER_TOLERANCE_METRES,
  readOutlinesOfSubcatchment,
  readUploadedOutlinesOfCharacterArea,
} from '../place/area-outlines.ts'
import {
  builtInAuthorityName,
  sampleBoundaryCorners,
  metresFromNearestOutline,
  metresFromAuthority,
  findNearestAuthority,
} from '../place/borders.ts'
import { builtInOutlinesOfArea, findShapesAtPoint } from '../place/boundaries.ts'
import type { StoreTransaction } from '../store/store.ts'
import { cutOutlinesToSurroundings, type SurveyedSite } from './around.ts'
import {
  outsideAreaWarning,
  outsideAuthorityWarning,
  outsideEnglandWarning,
  outsideRoundWarning,
} from './messages.ts'
import {
  haveAllOutlines,
  planningAuthoritiesOfRound,
  characterAreasOfRound,
  type RoundArea,
  subcatchmentsOfRound,
} from './round-areas.ts'

/** Metres from an area to its nearest and furthest corner outside; null if all are within the accuracy of borders. */
const beyond = (
  corners: readonly LatLong[],
  metresOf: (corner: LatLong) => number,
): { least: number; most: number } | null => {
  const metres = corners.map(metresOf)
  const most = Math.max(...metres)
  return most > BORDER_TOLERANCE_METRES ? { least: Math.min(...metres), most } : null
}

/**
 * Warns how much of a site seems to be outside England. Without tolerance, since the statutory register accepts no
 * such land.
 */
export const englandWarnings = ({ outline, total, shares, areaOutside }: SurveyedSite): string[] => {
  const corners = sampleBoundaryCorners(outline).filter(
    corner => findShapesAtPoint('lpas', corner).length === 0,
  )
  if (corners.length === 0) return []
  const [furthest = { name: '', metres: 0 }] = corners
    .map(findNearestAuthority)
    .toSorted((one, other) => other.metres - one.metres)
  const districts = shares()
    .filter(({ isPark }) => !isPark)
    .map(({ grid }) => grid)
  const area = areaOutside(districts)
  return [outsideEnglandWarning({ area, total, metres: furthest.metres }, furthest.name)]
}

/** Warns how much of a site is outside its planning authority, and which others it is in. */
export const authorityWarnings = (
  { outline, total, shares }: SurveyedSite,
  lpaId: string | null,
): string[] => {
  const outlines = lpaId === null ? [] : builtInOutlinesOfArea({ lpaId })
  if (lpaId === null || outlines.length === 0) return []
  const corners = sampleBoundaryCorners(outline)
  const far = beyond(corners, corner => metresFromAuthority(corner, lpaId, outlines))
  if (!far) return []
  const own = shares().find(({ id }) => id === lpaId)?.area ?? 0
  const others = shares().filter(({ id, area }) => id !== lpaId && area > 0)
  return [
    outsideAuthorityWarning(
      { area: total - own, total, metres: far.most },
      builtInAuthorityName(lpaId) ?? lpaId,
      others,
    ),
  ]
}

const ofArea = (
  { outline, total, around, areaOutside }: SurveyedSite,
  called: string | undefined,
  kind: Parameters<typeof outsideAreaWarning>[2],
  outlines: readonly Outline[],
): string[] => {
  const far =
    outlines.length === 0
      ? null
      : beyond(sampleBoundaryCorners(outline), corner => metresFromNearestOutline(corner, outlines))
  if (!far || called === undefined) return []
  const area = areaOutside(cutOutlinesToSurroundings(outlines, around))
  return [outsideAreaWarning({ area, total, metres: far.most }, called, kind)]
}

/** Warns how much of a site is outside its subcatchment and character area, if these have outlines. */
export const namedAreaWarnings = async (
  tx: StoreTransaction,
  site: SurveyedSite,
  { subcatchmentId, ncaId }: Pick<Project, 'subcatchmentId' | 'ncaId'>,
): Promise<string[]> => {
  const [subcatchment, nca, ofSubcatchment, ofNca] = await Promise.all([
    subcatchmentId === null ? undefined : tx.one('subcatchment', subcatchmentId),
    ncaId === null ? undefined : tx.one('nca', ncaId),
    readOutlinesOfSubcatchment(tx.db, subcatchmentId),
    readUploadedOutlinesOfCharacterArea(tx.db, ncaId),
  ])
  return [
    ...ofArea(site, subcatchment?.name, 'subcatchment', ofSubcatchment),
    ...ofArea(site, nca?.name, 'national character area', ofNca),
  ]
}

/**
 * Warns which areas of its market round a site is outside, entirely or partly; only areas that matter for its
 * credits.
 */
export const roundWarnings = async (
  tx: StoreTransaction,
  { outline }: SurveyedSite,
  { ncaId, subcatchmentId }: Pick<Project, 'subcatchmentId' | 'ncaId'>,
  round: Round,
): Promise<string[]> => {
  const corners = sampleBoundaryCorners(outline)
  const kinds: ['lpa' | 'nca' | 'subcatchment', RoundArea[]][] = [
    ['lpa', planningAuthoritiesOfRound(round)],
    ['nca', ncaId === null ? [] : await characterAreasOfRound(tx, round)],
    ['subcatchment', subcatchmentId === null ? [] : await subcatchmentsOfRound(tx, round)],
  ]
  return kinds.flatMap(([kind, areas]) => {
    const all = areas.flatMap(({ outlines }) => outlines)
    const far = haveAllOutlines(areas)
      ? beyond(corners, corner => metresFromNearestOutline(corner, all))
      : null
    return far ? [outsideRoundWarning(far.least > BORDER_TOLERANCE_METRES, far.most, kind, round.name)] : []
  })
}
