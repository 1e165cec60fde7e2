import { z } from 'zod'
import { FIELD_REQUIRED } from '#domain/messages'
import type { BoundaryOf, ReadOutline, SiteBoundary } from '#domain/site-boundary'
import { areaSoFar, cornersOf, MOST_CORNERS, outlineOfCorners } from '#domain/site-corners'
import type { Actor } from '#domain/actor'
import { boxOf, type SiteOutline } from '#domain/site-outline'
import { type GridSquare, showGridReference } from '#domain/place/grid-reference'
import { showExactUnits, type Units } from '#domain/units'
import { farApart, inWords, squareSaid } from './place-fields.ts'
import { create, type Given, type Read, remove } from '../kit/changes.ts'
import { type Field, file, hinted, notStored, oneOf, optional, text, whereAvailable } from '../kit/fields.ts'

const HOW = ['File', 'Corners', 'None'] as const

const cornersRule = z
  .array(z.string().max(60, 'Give one place for each corner'), { error: FIELD_REQUIRED })
  .min(3, 'Give at least three corners')
  .max(MOST_CORNERS, `Give ${MOST_CORNERS} corners at most, or upload a file`)
  .meta({
    description:
      'The corners in their order, each a grid reference of eight or ten figures, or easting and northing in metres with a comma between',
  })

const same = (corners: string[]): string[] => corners

const corners: Field<string[], string[], 'drop'> = {
  type: 'Corners',
  label: 'Corners of the site',
  rule: cornersRule,
  storage: 'drop',
  toSaved: same,
  toDraft: same,
  hint: 'In the order in which a walk around the site passes them.',
}

const isRead = (answer: object): answer is ReadOutline => 'outline' in answer && 'system' in answer

type Line = Pick<SiteBoundary, 'outline' | 'area' | 'system' | 'documentId'>

const given = (answer: { id: string } | null, typed: readonly string[] | null): Line => {
  if (answer && isRead(answer))
    return { outline: answer.outline, area: answer.area, system: answer.system, documentId: answer.id }
  const drawn = outlineOfCorners(typed ?? [])
  if ('refused' in drawn) throw new Error(drawn.refused)
  return { ...drawn, system: null, documentId: null }
}

/** The outline that an accepted answer gives: a file that was read, or corners. */
export const outlineGiven = (answer: unknown): SiteOutline => {
  const isCorners = Array.isArray(answer)
  return given(isCorners ? null : (answer as { id: string }), isCorners ? answer.map(String) : null).outline
}

const hectares = (area: Units): string => `${showExactUnits(area)} ha`

const NOT_BY_HAND = `The boundary that there is has several areas, a hole, or more than ${MOST_CORNERS} corners. Correct it in a mapping program and upload it again, or go around the site here with one line.`

/** The form's first answers: the corners of a boundary that there is, where they can be corrected by hand. */
const firstCorners = (outline: SiteOutline | null) => {
  const its = outline && cornersOf(outline)
  return its ? { corners: its } : {}
}

/** The facts of the form: the boundary that there is. */
export const presentBoundary = async (read: Read, of: BoundaryOf) => {
  const boundary = await read.one('siteBoundary', of)
  return { outline: boundary?.outline ?? null, isFromFile: boundary ? boundary.system !== null : null }
}
type Present = Awaited<ReturnType<typeof presentBoundary>>

/** The questions of how the line around a site is given. */
const fields = {
  how: whereAvailable(
    notStored({
      ...oneOf('How do you give it?', HOW, {
        File: 'From a file',
        Corners: 'By its corners',
        None: 'Take the boundary away',
      }),
      about: {
        File: 'GeoJSON, KML, a zipped shapefile or a GeoPackage, as mapping programs save them',
        Corners: 'Grid references or latitude and longitude, typed or drawn',
        None: 'Everything else stays as it is',
      },
      hint: 'It can be corrected until the registration is complete.',
    }),
    (choice, _answers: object, { outline }: { outline?: unknown }) => choice !== 'None' || Boolean(outline),
  ),
  boundaryFile: hinted(
    {
      ...file('Boundary file', 'SiteBoundary', ['geojson', 'json', 'kml', 'zip', 'gpkg']),
      reads: 'outline' as const,
      partIn: 'boundaryLayer',
    },
    'The line around the site and nothing else, in British National Grid (EPSG:27700) or WGS 84 (EPSG:4326).',
  ),
  boundaryLayer: hinted(
    optional(notStored(text('Layer of the file'))),
    'Only where a GeoPackage has several layers and none of them is called “Red Line Boundary”.',
  ),
  corners,
}

interface Asked {
  how?: (typeof HOW)[number] | null
  corners?: string[] | null
}

/** How the line around a site is asked for, checked and shown, of whatever it is; `given` must be `presentBoundary` of it. */
export const boundaryForm = {
  fields,
  /** The boundary as it was given. */
  initial: (_subject: unknown, { outline, isFromFile }: Present) => ({
    ...(isFromFile !== null && { how: isFromFile ? ('File' as const) : ('Corners' as const) }),
    ...firstCorners(outline),
  }),
  show: {
    boundaryFile: ({ how }: Asked) => how === 'File',
    boundaryLayer: ({ how }: Asked) => how === 'File',
    corners: ({ how }: Asked) => how === 'Corners',
  },
  /** Refuses corners that make no outline. */
  check: ({ how, corners: typed }: Asked): { corners?: string } => {
    if (how !== 'Corners' || !typed) return {}
    const drawn = outlineOfCorners(typed)
    return 'refused' in drawn ? { corners: drawn.refused } : {}
  },
  /** Warns of a boundary that cannot be corrected by its corners. */
  warn: ({ how }: Asked, _subject: unknown, { outline }: Present): { corners?: string } =>
    how === 'Corners' && outline && !cornersOf(outline) ? { corners: NOT_BY_HAND } : {},
  /** The area so far, beside the corners. */
  beside: ({ corners: typed }: Asked): { corners?: string } => {
    const area = areaSoFar(typed ?? [])
    return area === null ? {} : { corners: `Area: ${hectares(area)}` }
  },
  done: ({ how }: Asked): string => (how === 'None' ? 'The boundary was taken away' : 'The boundary was set'),
}

/** Facts that a boundary is checked against before it is saved, and the boundary that it replaces. */
interface BoundaryRead {
  present: SiteBoundary | undefined
  square: GridSquare | null
}

/** Reads the boundary that there is, and the square in which the site is said to lie. */
export const readBoundary = async (
  read: Read,
  of: BoundaryOf,
  placed: Parameters<typeof squareSaid>[0],
): Promise<BoundaryRead> => ({
  present: await read.one('siteBoundary', of),
  square: await squareSaid(placed),
})

/** Refuses a boundary that is far from where the site is said to lie. */
export const refuseFar = (
  { how, boundaryFile, corners: typed }: Answered,
  { square }: BoundaryRead,
): { boundaryFile?: string; corners?: string } => {
  if (how === 'None') return {}
  const far = farApart(square, given(boundaryFile, typed).outline)
  if (far === null || square === null) return {}
  const message = `This boundary is ${inWords(far)} away from ${showGridReference(square)}, where the site is said to lie. Give the boundary of this site, or correct its location first.`
  return how === 'File' ? { boundaryFile: message } : { corners: message }
}

interface Answered {
  how: (typeof HOW)[number]
  boundaryFile: { id: string } | null
  corners: string[] | null
}

/** Sets the boundary of a thing in place of the present one, or takes that away. */
export const keepBoundary = (
  of: BoundaryOf,
  { how, boundaryFile, corners: typed }: Answered,
  { present }: BoundaryRead,
  { actor, now, newId }: Given & { actor: Actor },
) => {
  const away = present ? [remove('siteBoundary', present)] : []
  if (how === 'None') return away
  const its = given(boundaryFile, typed)
  const row = {
    projectId: null,
    requirementId: null,
    ...of,
    ...its,
    ...boxOf(its.outline),
    setBy: actor.userId ?? '',
    setAt: now,
  }
  return [...away, create('siteBoundary', { id: newId(), ...row })]
}
