import { squareSaid } from '#actions/common/place-fields'
import type { SiteSurvey } from '#contract/site-boundary'
import { showGridReference } from '#domain/place/grid-reference'
import { middleOf } from '#domain/place/osgb'
import { metresOnGrid } from '#domain/place/outline'
import type { Project } from '#domain/project'
import type { Requirement } from '#domain/requirement'
import { POINT_IN_PICTURE } from '#domain/site-boundary'
import type { GridPoint, SiteOutline } from '#domain/site-outline'
import { quantityOf } from '#domain/units'
import type { SurveySite } from '../runner/runtime.ts'
import { geometryOf } from '../views/site.ts'
import { surveyedSite } from './around.ts'
import { neighboursOf } from './neighbours.ts'
import { authorityWarnings, englandWarnings, namedAreaWarnings, roundWarnings } from './site-warnings.ts'

const pointOf = async (
  placed: Pick<Project, 'gridReference' | 'latitude' | 'longitude'>,
  outline: SiteOutline,
) => {
  const square = await squareSaid(placed)
  if (!square) return null
  const [easting, northing] = [square.easting + square.size / 2, square.northing + square.size / 2]
  const at: GridPoint = [easting, northing]
  return { square, at, metres: Math.round(metresOnGrid({ easting, northing }, outline)) }
}

/**
 * Compares a site boundary with the point, the authority, the areas and the market round of its subject and with England, and finds
 * the authorities and boundaries around it. Tells of other sites no more than the reader may know.
 */
export const surveySite: SurveySite = async (tx, { kind, subject, round, outline }, reader) => {
  if (kind !== 'project' && kind !== 'requirement') throw new Error(`A ${kind} has no site boundary`)
  const its = subject as Project | Requirement
  const point = await pointOf(its, outline)
  const site = surveyedSite(outline, point && point.metres <= POINT_IN_PICTURE ? point.at : null)
  const [neighbours, ofAreas, ofRound] = await Promise.all([
    neighboursOf(tx, { outline, around: site.around.grid, id: its.id }, reader),
    namedAreaWarnings(tx, site, its),
    round ? roundWarnings(tx, site, its, round) : [],
  ])
  return {
    boundary: geometryOf(outline),
    hectares: quantityOf(site.total),
    point: point && {
      gridReference: showGridReference(point.square),
      ...middleOf(point.square),
      metres: point.metres,
    },
    authorities: site.shares().map(({ id, name, area, outline: coordinates }) => ({
      ...{ id, name, isOwn: id === its.lpaId, hectares: quantityOf(area) },
      boundary: { type: 'MultiPolygon' as const, coordinates },
    })),
    neighbours,
    warnings: [...englandWarnings(site), ...authorityWarnings(site, its.lpaId), ...ofAreas, ...ofRound],
  } satisfies SiteSurvey
}
