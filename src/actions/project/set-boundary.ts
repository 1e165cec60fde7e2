import { z } from 'zod'
import { FIELD_REQUIRED } from '#domain/messages'
import { UNTIL_SETTLED } from '#domain/round'
import type { ReadOutline, SiteBoundary } from '#domain/site-boundary'
import { areaSoFar, cornersOf, MOST_CORNERS, outlineOfCorners } from '#domain/site-corners'
import { boxOf, type SiteOutline } from '#domain/site-outline'
import { showExactUnits, type Units } from '#domain/units'
import { action } from '../kit/action.ts'
import { create, remove } from '../kit/changes.ts'
import { type Field, file, hinted, notStored, oneOf, whereAvailable } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE } from './editable.ts'

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

type Given = Pick<SiteBoundary, 'outline' | 'area' | 'system' | 'documentId'>

const given = (answer: { id: string } | null, typed: readonly string[] | null): Given => {
  if (answer && isRead(answer))
    return { outline: answer.outline, area: answer.area, system: answer.system, documentId: answer.id }
  const drawn = outlineOfCorners(typed ?? [])
  if ('refused' in drawn) throw new Error(drawn.refused)
  return { ...drawn, system: null, documentId: null }
}

const hectares = (area: Units): string => `${showExactUnits(area)} ha`

const NOT_BY_HAND = `The boundary that there is has several areas, a hole, or more than ${MOST_CORNERS} corners. Correct it in a mapping program and upload it again, or go around the site here with one line.`

/** The form's first answers: the corners of a boundary that there is, where they can be corrected by hand. */
const firstAnswers = (outline: SiteOutline | null) => {
  const its = outline && cornersOf(outline)
  return its ? { corners: its } : {}
}

/** The line around a project's land: from a file, or by its corners; it may be taken away again. */
export const setBoundary = action({
  name: 'SetBoundary',
  on: 'project',
  title: 'Set site boundary',
  description:
    'The line around the land. Its area is worked out, and nobody else can be certified for the same ground. You can go on without it.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE,
  during: UNTIL_SETTLED,
  given: async (read, project) => {
    const boundary = await read.one('siteBoundary', { projectId: project.id })
    return { outline: boundary?.outline ?? null, isFromFile: boundary ? boundary.system !== null : null }
  },
  fields: {
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
          None: 'The project stays as it is otherwise',
        },
        hint: 'It can be corrected until the registration is complete.',
      }),
      (choice, _answers: object, { outline }: { outline?: unknown }) => choice !== 'None' || Boolean(outline),
    ),
    boundaryFile: hinted(
      {
        ...file('Boundary file', 'SiteBoundary', ['geojson', 'json', 'kml', 'zip', 'gpkg']),
        reads: 'outline' as const,
      },
      'The line around the site and nothing else, in British National Grid (EPSG:27700) or WGS 84 (EPSG:4326).',
    ),
    corners,
  },
  initial: (_project, { outline, isFromFile }) => ({
    ...(isFromFile !== null && { how: isFromFile ? ('File' as const) : ('Corners' as const) }),
    ...firstAnswers(outline),
  }),
  show: {
    boundaryFile: ({ how }) => how === 'File',
    corners: ({ how }) => how === 'Corners',
  },
  check: ({ how, corners: typed }) => {
    if (how !== 'Corners' || !typed) return {}
    const drawn = outlineOfCorners(typed)
    return 'refused' in drawn ? { corners: drawn.refused } : {}
  },
  warn: ({ how }, _project, { outline }) =>
    how === 'Corners' && outline && !cornersOf(outline) ? { corners: NOT_BY_HAND } : {},
  beside: ({ corners: typed }) => {
    const area = areaSoFar(typed ?? [])
    return area === null ? {} : { corners: `Area: ${hectares(area)}` }
  },
  reads: (read, project) => read.one('siteBoundary', { projectId: project.id }),
  effect: ({ subject, values, reads: present, actor, now, newId }) => {
    const away = present ? [remove('siteBoundary', present)] : []
    if (values.how === 'None') return away
    const its = given(values.boundaryFile, values.corners)
    const row = {
      ...its,
      ...boxOf(its.outline),
      projectId: subject.id,
      setBy: actor.userId ?? '',
      setAt: now,
    }
    return [...away, create('siteBoundary', { id: newId(), ...row })]
  },
  done: ({ how }) => (how === 'None' ? 'The boundary was taken away' : 'The boundary was set'),
})
