import type { LatLong } from '#domain/place/lat-long'
import type { Outline } from '#domain/place/outline'
import type { Project } from '#domain/project'
import type { Round } from '#domain/round'
import { BORDER, outlinesOfSubcatchment, uploadedOutlines } from '../place/area-outlines.ts'
import {
  authorityCalled,
  cornersOf,
  metresFromAny,
  metresFromAuthority,
  nearestAuthority,
} from '../place/borders.ts'
import { outlinesOf, shapesAt } from '../place/boundaries.ts'
import type { Tx } from '../store/store.ts'
import { nearOnGrid, type SurveyedSite } from './around.ts'
import { outsideArea, outsideAuthority, outsideEngland, outsideRound } from './messages.ts'
import {
  areAllKnown,
  authoritiesIn,
  characterAreasIn,
  type RoundArea,
  subcatchmentsIn,
} from './round-areas.ts'

/** How far the nearest and the furthest corner lies beyond an area; null where none is further than borders are exact. */
const beyond = (
  corners: readonly LatLong[],
  metresOf: (corner: LatLong) => number,
): { least: number; most: number } | null => {
  const metres = corners.map(metresOf)
  const most = Math.max(...metres)
  return most > BORDER ? { least: Math.min(...metres), most } : null
}

/** Says how much of a site seems to lie outside England: the statutory register takes none of that, so no metre is let pass. */
export const englandWarnings = ({ outline, total, shares, areaOutside }: SurveyedSite): string[] => {
  const corners = cornersOf(outline).filter(corner => shapesAt('lpas', corner).length === 0)
  if (corners.length === 0) return []
  const [furthest = { name: '', metres: 0 }] = corners
    .map(nearestAuthority)
    .toSorted((one, other) => other.metres - one.metres)
  const districts = shares()
    .filter(({ isPark }) => !isPark)
    .map(({ grid }) => grid)
  const area = areaOutside(districts)
  return [outsideEngland({ area, total, metres: furthest.metres }, furthest.name)]
}

/** Says how much of a site lies outside the planning authority that it names, and in which others. */
export const authorityWarnings = (
  { outline, total, shares }: SurveyedSite,
  lpaId: string | null,
): string[] => {
  const outlines = lpaId === null ? [] : outlinesOf({ lpaId })
  if (lpaId === null || outlines.length === 0) return []
  const corners = cornersOf(outline)
  const far = beyond(corners, corner => metresFromAuthority(corner, lpaId, outlines))
  if (!far) return []
  const own = shares().find(({ id }) => id === lpaId)?.area ?? 0
  const others = shares().filter(({ id, area }) => id !== lpaId && area > 0)
  return [
    outsideAuthority({ area: total - own, total, metres: far.most }, authorityCalled(lpaId) ?? lpaId, others),
  ]
}

const ofArea = (
  { outline, total, around, areaOutside }: SurveyedSite,
  called: string | undefined,
  kind: Parameters<typeof outsideArea>[2],
  outlines: readonly Outline[],
): string[] => {
  const far =
    outlines.length === 0 ? null : beyond(cornersOf(outline), corner => metresFromAny(corner, outlines))
  if (!far || called === undefined) return []
  const area = areaOutside(nearOnGrid(outlines, around))
  return [outsideArea({ area, total, metres: far.most }, called, kind)]
}

/** Says how much of a site lies outside the subcatchment and the character area that it names, where these have outlines. */
export const namedAreaWarnings = async (
  tx: Tx,
  site: SurveyedSite,
  { subcatchmentId, ncaId }: Pick<Project, 'subcatchmentId' | 'ncaId'>,
): Promise<string[]> => {
  const [subcatchment, nca, ofSubcatchment, ofNca] = await Promise.all([
    subcatchmentId === null ? undefined : tx.one('subcatchment', subcatchmentId),
    ncaId === null ? undefined : tx.one('nca', ncaId),
    outlinesOfSubcatchment(tx.db, subcatchmentId),
    uploadedOutlines(tx.db, 'ncaId', ncaId),
  ])
  return [
    ...ofArea(site, subcatchment?.name, 'subcatchment', ofSubcatchment),
    ...ofArea(site, nca?.name, 'national character area', ofNca),
  ]
}

/** Says of which of the areas of its market round a site lies outside, wholly or in part; of those only that matter to its credits. */
export const roundWarnings = async (
  tx: Tx,
  { outline }: SurveyedSite,
  { ncaId, subcatchmentId }: Pick<Project, 'subcatchmentId' | 'ncaId'>,
  round: Round,
): Promise<string[]> => {
  const corners = cornersOf(outline)
  const kinds: ['lpa' | 'nca' | 'subcatchment', RoundArea[]][] = [
    ['lpa', authoritiesIn(round)],
    ['nca', ncaId === null ? [] : await characterAreasIn(tx, round)],
    ['subcatchment', subcatchmentId === null ? [] : await subcatchmentsIn(tx, round)],
  ]
  return kinds.flatMap(([kind, areas]) => {
    const all = areas.flatMap(({ outlines }) => outlines)
    const far = areAllKnown(areas) ? beyond(corners, corner => metresFromAny(corner, all)) : null
    return far ? [outsideRound(far.least > BORDER, far.most, kind, round.name)] : []
  })
}
