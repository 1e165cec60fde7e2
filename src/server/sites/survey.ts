import { statedGridSquare } from '#actions/fields/place-fields'
import type { SiteSurvey } from '#contract/kit/site-boundary'
import { formatGridReference } from '#domain/place/grid-reference'
import { gridSquareCentre } from '#domain/place/osgb'
import { distanceOnGrid } from '#domain/place/outline'
import type { Project } from '#domain/project/project'
import type { Requirement } from '#domain/project/requirement'
import { MAX_DRAWN_POINT_METRES } from '#domain/land/site-boundary'
import type { GridPoint, SiteOutline } from '#domain/land/site-outline'
import { unitsToNumber } from '@credit-market/values/units'
import type { SurveySite } from '../runner/runtime.ts'
import { outlineToGeoJson } from './site.ts'
import { prepareSurvey } from './around.ts'
import { listNeighbouringBoundaries } from './neighbours.ts'
import { authorityWarnings, englandWarnings, namedAreaWarnings, roundWarnings } from './site-warnings.ts'

const pointOf = async (
  placed: Pick<Project, 'gridReference' | 'latitude' | 'longitude'>,
  outline: SiteOutline,
) => {
  const square = await statedGridSquare(placed)
  if (!square) return null
  const [easting, northing] = [square.easting + square.size / 2, square.northing + square.size / 2]
  const at: GridPoint = [easting, northing]
  return { square, at, metres: Math.round(distanceOnGrid({ easting, northing }, outline)) }
}

/**
 * Compares a site boundary with the point, authority, areas and market round of its subject and with England, and
 * finds nearby authorities and boundaries. Reveals no more of other sites than the reader may know.
 */
export const surveySite: SurveySite = async (tx, { kind, subject, round, outline }, reader) => {
  if (kind !== 'project' && kind !== 'requirement') throw new Error(`A ${kind} has no site boundary`)
  const its = subject as Project | Requirement
  const point = await pointOf(its, outline)
  const site = prepareSurvey(outline, point && point.metres <= MAX_DRAWN_POINT_METRES ? point.at : null)
  const [neighbours, ofAreas, ofRound] = await Promise.all([
    listNeighbouringBoundaries(tx, { outline, around: site.around.grid, id: its.id }, reader),
    namedAreaWarnings(tx, site, its),
    round ? roundWarnings(tx, site, its, round) : [],
  ])
  return {
    boundary: outlineToGeoJson(outline),
    hectares: unitsToNumber(site.total),
    point: point && {
      gridReference: formatGridReference(point.square),
      ...gridSquareCentre(point.square),
      metres: point.metres,
    },
    authorities: site.shares().map(({ id, name, area, outline: coordinates }) => ({
      ...{ id, name, isOwn: id === its.lpaId, hectares: unitsToNumber(area) },
      boundary: { type: 'MultiPolygon' as const, coordinates },
    })),
    neighbours,
    warnings: [...englandWarnings(site), ...authorityWarnings(site, its.lpaId), ...ofAreas, ...ofRound],
  } satisfies SiteSurvey
}
