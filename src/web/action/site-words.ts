import type { SiteSurvey } from '#contract/kit/site-boundary'
import { hectaresText } from '../parts/texts.ts'

const DIRECTIONS: Record<SiteSurvey['neighbours'][number]['direction'], string> = {
  N: 'north',
  NE: 'north-east',
  E: 'east',
  SE: 'south-east',
  S: 'south',
  SW: 'south-west',
  W: 'west',
  NW: 'north-west',
}

const metresText = (metres: number): string =>
  metres < 1000 ? `${metres} m` : `${Math.round(metres / 100) / 10} km`

/** Says where the grid reference of a site is relative to its boundary. */
export const pointText = ({ gridReference, metres }: NonNullable<SiteSurvey['point']>): string =>
  metres === 0
    ? `${gridReference}, inside the boundary`
    : `${gridReference}, ${metresText(metres)} outside the boundary`

/** Says how much of a site is in each planning authority. */
export const authorityAreasText = ({ authorities }: SiteSurvey): string | null =>
  authorities
    .filter(({ hectares }) => hectares > 0)
    .map(({ name, isOwn, hectares }) => `${name}${isOwn ? ' (as entered)' : ''}: ${hectaresText(hectares)}`)
    .join(', ') || null

/** Says which boundary is near a site, how far and in which direction. */
export const neighbourText = ({
  name,
  kind,
  metres,
  direction,
  sharedHectares,
}: SiteSurvey['neighbours'][number]): string => {
  const where = `to the ${DIRECTIONS[direction]}`
  const called = kind === 'project' ? name : `${name} (development)`
  if (sharedHectares > 0) return `${called}, ${where}: shares ${hectaresText(sharedHectares)} with this site`
  return metres === 0 ? `${called}, ${where}: touches this site` : `${called}, ${metresText(metres)} ${where}`
}

/** Text alternative for the picture of a site. */
export const siteMapLabel = ({ neighbours: { length } }: SiteSurvey): string => {
  if (length === 0) return 'Map of the boundary, with north at the top. The list below says the same.'
  return length === 1
    ? 'Map of the boundary and 1 other, with north at the top. The list below says the same.'
    : `Map of the boundary and ${length} others, with north at the top. The list below says the same.`
}

/** Returns true if more of a site than rounding explains is in no planning authority. */
export const isBeyondEngland = ({ hectares, authorities }: SiteSurvey): boolean =>
  hectares - authorities.reduce((sum, one) => sum + one.hectares, 0) > 0.001
