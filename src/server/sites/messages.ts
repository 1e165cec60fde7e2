import { formatMetres } from '#actions/fields/place-fields'
import { showExactUnits, type Units } from '@credit-market/values/units'

const hectares = (area: Units): string => `${showExactUnits(area)} ha`

/** Refuses a boundary that is entirely outside England. */
export const outsideEnglandRefusalText = (metres: number, nearest: string): string =>
  `This boundary is outside England: its nearest point is ${formatMetres(metres)} from ${nearest}. The market only takes sites in England. Check the corners, or the coordinate system of the file.`

/** Refuses a boundary that is entirely outside the areas of a round. */
export const outsideRoundRefusalText = (round: string, metres: number, nearest: string): string =>
  `This boundary is outside the areas of ${round}: its nearest point is ${formatMetres(metres)} from ${nearest}. Check the boundary, or register the site in a round that trades there.`

/** The part of a site outside an area. */
interface Outside {
  /** That part and the whole site. */
  area: Units
  total: Units
  /** Metres from the area to the furthest corner. */
  metres: number
}

/** Says that a part of the site, or the whole site, is outside this. */
const partIsOutside = ({ area, total }: Outside, what: string): string =>
  area >= total
    ? `The whole site (${hectares(total)}) is outside ${what}`
    : `${hectares(area)} of ${hectares(total)} are outside ${what}`

/** Warns of a boundary that is partly outside England. */
export const outsideEnglandWarning = (part: Outside, nearest: string): string =>
  `${partIsOutside(part, 'England')} (in Wales, Scotland or the sea), up to ${formatMetres(part.metres)} from ${nearest}. We compare with a simplified border. The statutory register does not take sites outside England.`

/** Warns of a boundary that is partly outside the planning authority of the site. */
export const outsideAuthorityWarning = (
  part: Outside,
  authority: string,
  others: readonly { name: string; area: Units }[],
): string => {
  const elsewhere = others.map(({ name, area }) => `${hectares(area)} in ${name}`).join(', ')
  return `${partIsOutside(part, authority)}, the planning authority of this site, up to ${formatMetres(part.metres)} beyond its border${elsewhere && `: ${elsewhere}`}. Correct the boundary, or the planning authority of the site.`
}

/** Warns of a boundary that is partly outside the subcatchment or character area of the site. */
export const outsideAreaWarning = (
  part: Outside,
  called: string,
  kind: 'subcatchment' | 'national character area',
): string =>
  `${partIsOutside(part, called)}, the ${kind} of this site, up to ${formatMetres(part.metres)} beyond its border.`

const KINDS = {
  lpa: 'planning authorities',
  nca: 'national character areas',
  subcatchment: 'subcatchments',
} as const

/** Warns of a boundary that is entirely or partly outside a round's areas of one kind. */
export const outsideRoundWarning = (
  isWhole: boolean,
  metres: number,
  kind: keyof typeof KINDS,
  round: string,
): string =>
  isWhole
    ? `The site is outside the ${KINDS[kind]} of ${round}, up to ${formatMetres(metres)} beyond their borders.`
    : `Part of the site is outside the ${KINDS[kind]} of ${round}, up to ${formatMetres(metres)} beyond their borders.`
