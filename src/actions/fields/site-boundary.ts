import { z } from 'zod'
import { FIELD_REQUIRED } from '#domain/values/messages'
import type { BoundaryOwner, OutlineReadResult, SiteBoundary } from '#domain/land/site-boundary'
import {
  areaOfCornersSoFar,
  outlineCorners,
  MAX_TYPED_CORNERS,
  outlineFromCorners,
} from '#domain/land/site-corners'
import type { Actor } from '#domain/people/actor'
import { gridBoundingBox, type SiteOutline } from '#domain/land/site-outline'
import { type GridSquare, formatGridReference } from '#domain/place/grid-reference'
import { showExactUnits, type Units } from '@credit-market/values/units'
import { distanceIfTooFar, formatMetres, statedGridSquare } from './place-fields.ts'
import { create, type EffectContext, type Read, remove } from '../kit/changes.ts'
import {
  type Field,
  file,
  withHint,
  notStored,
  oneOf,
  optional,
  text,
  limitToAvailable,
} from '../kit/fields.ts'

const HOW = ['File', 'Corners', 'None'] as const

const cornersRule = z
  .array(z.string().max(60, 'Enter one location for each corner'), { error: FIELD_REQUIRED })
  .min(3, 'Enter at least three corners')
  .max(MAX_TYPED_CORNERS, `Enter no more than ${MAX_TYPED_CORNERS} corners, or upload a file`)
  .meta({
    description:
      'The corners in order. Each corner is a grid reference of eight or ten figures, or easting and northing in metres separated by a comma',
  })

const same = (corners: string[]): string[] => corners

const corners: Field<string[], string[], 'drop'> = {
  type: 'Corners',
  label: 'Corners of the site',
  rule: cornersRule,
  storage: 'drop',
  toSaved: same,
  toDraft: same,
  hint: 'List them in order, as you would walk around the site.',
}

const isRead = (answer: object): answer is OutlineReadResult => 'outline' in answer && 'system' in answer

type Line = Pick<SiteBoundary, 'outline' | 'area' | 'system' | 'documentId'>

const given = (answer: { id: string } | null, typed: readonly string[] | null): Line => {
  if (answer && isRead(answer))
    return { outline: answer.outline, area: answer.area, system: answer.system, documentId: answer.id }
  const drawn = outlineFromCorners(typed ?? [])
  if ('refused' in drawn) throw new Error(drawn.refused)
  return { ...drawn, system: null, documentId: null }
}

/** The outline in an accepted answer: from a file that was read, or from corners. */
export const outlineFromAnswer = (answer: unknown): SiteOutline => {
  const isCorners = Array.isArray(answer)
  return given(isCorners ? null : (answer as { id: string }), isCorners ? answer.map(String) : null).outline
}

const hectares = (area: Units): string => `${showExactUnits(area)} ha`

const NOT_BY_HAND = `The current boundary has several areas, a hole, or more than ${MAX_TYPED_CORNERS} corners. Correct it in a mapping program and upload it again, or draw one line around the site here.`

/** Initial answers of the form: the corners of the current boundary, if it can be corrected by hand. */
const firstCorners = (outline: SiteOutline | null) => {
  const its = outline && outlineCorners(outline)
  return its ? { corners: its } : {}
}

/** Facts of the form: the current boundary. */
export const readBoundaryFacts = async (read: Read, of: BoundaryOwner) => {
  const boundary = await read.one('siteBoundary', of)
  return { outline: boundary?.outline ?? null, isFromFile: boundary ? boundary.system !== null : null }
}
type Present = Awaited<ReturnType<typeof readBoundaryFacts>>

/** Fields for the ways to give the boundary of a site. */
const fields = {
  how: limitToAvailable(
    notStored({
      ...oneOf('How do you want to add the boundary?', HOW, {
        File: 'Upload a file',
        Corners: 'Enter or draw the corners',
        None: 'Remove the boundary',
      }),
      about: {
        File: 'GeoJSON, KML, a zipped shapefile or a GeoPackage from a mapping program',
        Corners: 'Type grid references or latitude and longitude, or draw the corners on a map',
        None: 'This removes the boundary and nothing else',
      },
      hint: 'You can correct the boundary until the registration is complete.',
    }),
    (choice, _answers: object, { outline }: { outline?: unknown }) => choice !== 'None' || Boolean(outline),
  ),
  boundaryFile: withHint(
    {
      ...file('Boundary file', 'SiteBoundary', ['geojson', 'json', 'kml', 'zip', 'gpkg']),
      reads: 'outline' as const,
      partIn: 'boundaryLayer',
    },
    'The file must contain only the line around the site, in British National Grid (EPSG:27700) or WGS 84 (EPSG:4326).',
  ),
  boundaryLayer: withHint(
    optional(notStored(text('Layer of the file'))),
    'Enter this only if the file is a GeoPackage with several layers and none of them is called “Red Line Boundary”.',
  ),
  corners,
}

interface Asked {
  how?: (typeof HOW)[number] | null
  corners?: string[] | null
}

/** Fields, checks and preview for the boundary of a site of any kind; `given` must be its `readBoundaryFacts`. */
export const boundaryFormDefinition = {
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
  /** Refuses corners that do not form an outline. */
  check: ({ how, corners: typed }: Asked): { corners?: string } => {
    if (how !== 'Corners' || !typed) return {}
    const drawn = outlineFromCorners(typed)
    return 'refused' in drawn ? { corners: drawn.refused } : {}
  },
  /** Warns of a boundary that cannot be corrected by its corners. */
  warn: ({ how }: Asked, _subject: unknown, { outline }: Present): { corners?: string } =>
    how === 'Corners' && outline && !outlineCorners(outline) ? { corners: NOT_BY_HAND } : {},
  /** The area so far, next to the corners. */
  beside: ({ corners: typed }: Asked): { corners?: string } => {
    const area = areaOfCornersSoFar(typed ?? [])
    return area === null ? {} : { corners: `Area: ${hectares(area)}` }
  },
  done: ({ how }: Asked): string =>
    how === 'None' ? 'The boundary has been removed' : 'The boundary has been saved',
}

/** Facts to check a boundary against before it is saved, and the boundary that it replaces. */
interface BoundaryRead {
  present: SiteBoundary | undefined
  square: GridSquare | null
}

/** Reads the current boundary and the grid square of the site's stated location. */
export const readCurrentBoundary = async (
  read: Read,
  of: BoundaryOwner,
  placed: Parameters<typeof statedGridSquare>[0],
): Promise<BoundaryRead> => ({
  present: await read.one('siteBoundary', of),
  square: await statedGridSquare(placed),
})

/** Refuses a boundary that is far from the site's stated location. */
export const checkBoundaryNearGridSquare = (
  { how, boundaryFile, corners: typed }: Answered,
  { square }: BoundaryRead,
): { boundaryFile?: string; corners?: string } => {
  if (how === 'None') return {}
  const far = distanceIfTooFar(square, given(boundaryFile, typed).outline)
  if (far === null || square === null) return {}
  const message = `This boundary is ${formatMetres(far)} from ${formatGridReference(square)}, the location of the site. Upload the boundary of this site, or correct its location first.`
  return how === 'File' ? { boundaryFile: message } : { corners: message }
}

interface Answered {
  how: (typeof HOW)[number]
  boundaryFile: { id: string } | null
  corners: string[] | null
}

/** Replaces the current boundary of a subject, or removes it. */
export const boundaryChanges = (
  of: BoundaryOwner,
  { how, boundaryFile, corners: typed }: Answered,
  { present }: BoundaryRead,
  { actor, now, newId }: EffectContext & { actor: Actor },
) => {
  const away = present ? [remove('siteBoundary', present)] : []
  if (how === 'None') return away
  const its = given(boundaryFile, typed)
  const row = {
    projectId: null,
    requirementId: null,
    ...of,
    ...its,
    ...gridBoundingBox(its.outline),
    setBy: actor.userId ?? '',
    setAt: now,
  }
  return [...away, create('siteBoundary', { id: newId(), ...row })]
}
