import type { SiteSurvey } from '#contract/site-boundary'

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

/** Hectares to the square metre. */
export const hectaresText = (hectares: number): string =>
  `${hectares.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 4 })} ha`

const metresText = (metres: number): string =>
  metres < 1000 ? `${metres} m` : `${Math.round(metres / 100) / 10} km`

/** Says where the grid reference of a site lies. */
export const pointText = ({ gridReference, metres }: NonNullable<SiteSurvey['point']>): string =>
  metres === 0
    ? `${gridReference}, within the boundary`
    : `${gridReference}, ${metresText(metres)} outside it`

/** Says how much of a site lies in each planning authority. */
export const authorityFacts = ({ authorities }: SiteSurvey): string | null =>
  authorities
    .filter(({ hectares }) => hectares > 0)
    .map(({ name, isOwn, hectares }) => `${name}${isOwn ? ' (its own)' : ''}: ${hectaresText(hectares)}`)
    .join(', ') || null

/** Says which boundary lies near a site, how far and in which direction. */
export const neighbourText = ({
  name,
  kind,
  metres,
  direction,
  sharedHectares,
}: SiteSurvey['neighbours'][number]): string => {
  const where = `to the ${DIRECTIONS[direction]}`
  const called = kind === 'project' ? name : `${name} (development)`
  if (sharedHectares > 0) return `${called}, ${where}: shares ${hectaresText(sharedHectares)} with it`
  return metres === 0 ? `${called}, ${where}: meets it` : `${called}, ${metresText(metres)} ${where}`
}

/** Text of a picture of a site for those who do not see it. */
export const pictureLabel = ({ neighbours }: SiteSurvey): string =>
  `Map of the boundary, north at the top${neighbours.length > 0 ? `, with ${neighbours.length} other ${neighbours.length === 1 ? 'boundary' : 'boundaries'}` : ''}. The list below says the same.`

/** Does more than rounding of a site lie in no planning authority? */
export const isBeyondEngland = ({ hectares, authorities }: SiteSurvey): boolean =>
  hectares - authorities.reduce((sum, one) => sum + one.hectares, 0) > 0.001
