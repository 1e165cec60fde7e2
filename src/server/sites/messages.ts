import { inWords } from '#actions/common/place-fields'
import { showExactUnits, type Units } from '#domain/units'

const hectares = (area: Units): string => `${showExactUnits(area)} ha`

/** Refusal of a boundary that lies wholly outside England. */
export const allOutsideEngland = (metres: number, nearest: string): string =>
  `This boundary lies outside England, ${inWords(metres)} from ${nearest} at the nearest. The market takes sites in England only. Check the corners, or the coordinate system of the file.`

/** Refusal of a boundary that lies wholly outside the areas in which a round trades. */
export const allOutsideRound = (round: string, metres: number, nearest: string): string =>
  `This boundary lies outside the areas of ${round}, ${inWords(metres)} from ${nearest} at the nearest. Give the boundary of this site, or register it in a round that trades there.`

/** A part of a site that lies outside an area. */
interface Outside {
  /** The part, and the whole of the site. */
  area: Units
  total: Units
  /** Metres from the area to the furthest corner. */
  metres: number
}

const partOf = ({ area, total }: Outside): string =>
  area >= total ? `All of the site (${hectares(total)}) lies` : `${hectares(area)} of ${hectares(total)} lie`

/** Warning of a boundary of which a part lies outside England. */
export const outsideEngland = (part: Outside, nearest: string): string =>
  `${partOf(part)} outside England by simplified outlines: in Wales, in Scotland or in the sea, up to ${inWords(part.metres)} from ${nearest}. The statutory register takes no site outside England.`

/** Warning of a boundary of which a part lies outside the planning authority that the site names. */
export const outsideAuthority = (
  part: Outside,
  authority: string,
  others: readonly { name: string; area: Units }[],
): string => {
  const elsewhere = others.map(({ name, area }) => `${hectares(area)} in ${name}`).join(', ')
  return `${partOf(part)} outside ${authority}, the planning authority of this site, up to ${inWords(part.metres)} beyond its border${elsewhere && `: ${elsewhere}`}. Correct the boundary, or the authority in the location.`
}

/** Warning of a boundary of which a part lies outside the subcatchment or character area that the site names. */
export const outsideArea = (
  part: Outside,
  called: string,
  kind: 'subcatchment' | 'national character area',
): string =>
  `${partOf(part)} outside ${called}, the ${kind} of this site, up to ${inWords(part.metres)} beyond its border.`

const KINDS = {
  lpa: 'planning authorities',
  nca: 'national character areas',
  subcatchment: 'subcatchments',
} as const

/** Warning of a boundary that lies outside all areas of a kind in which a round trades, or of which a part does. */
export const outsideRound = (
  isWhole: boolean,
  metres: number,
  kind: keyof typeof KINDS,
  round: string,
): string =>
  `${isWhole ? 'The site' : 'A part of the site'} lies outside the ${KINDS[kind]} of ${round}, up to ${inWords(metres)} beyond their borders.`
