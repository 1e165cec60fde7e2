import { PROJECT_COLUMNS } from '#contract/columns/project'
import { UNSETTLED_ROUND_STATUSES } from '#domain/round/round'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { CREDIT_TYPES, isNutrient } from '@credit-market/matching/problem/credit-type'
import { suppliableCreditTypes } from '#domain/project/suitability'
import { CHARACTER_AREA_NOTE, readAreaChoices, readRoundOfItem } from '../fields/areas.ts'
import {
  suggestAreas,
  initialCoordinates,
  locationColumns,
  precisionField,
  locationFields,
  readLocationFacts,
  readCoarsestPrecision,
  checkLocation,
  warnPrecision,
} from '../fields/place-fields.ts'
import { gainSiteReferenceField } from '../fields/references.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { limitToGiven, manyOf, oneOfGiven, optional, text } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE_PROJECT_STATUSES } from './editable.ts'

/** Sets the location of a project; its credits decide which parts are required. */
export const setLocation = action({
  name: 'SetLocation',
  on: 'project',
  title: 'Set location',
  description:
    'Which credits the land will supply, and where it is. The location decides which requirements the project can meet.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE_PROJECT_STATUSES,
  during: UNSETTLED_ROUND_STATUSES,
  given: async (read, project) => {
    const round = await readRoundOfItem(read, project)
    const type = project.typeId === null ? undefined : await read.one('projectType', project.typeId)
    return {
      creditTypes: suppliableCreditTypes(round, type).map(id => ({ id, name: CREDIT_TYPE_LABELS[id] })),
      ...(await readAreaChoices(read, round)),
      ...(await readCoarsestPrecision(read, round)),
    }
  },
  fields: {
    creditTypes: limitToGiven(
      manyOf(PROJECT_COLUMNS.creditTypes.label, CREDIT_TYPES, CREDIT_TYPE_LABELS),
      'creditTypes',
    ),
    ...locationFields,
    nca: { ...oneOfGiven(PROJECT_COLUMNS.nca.label, 'ncas'), note: CHARACTER_AREA_NOTE },
    subcatchment: oneOfGiven(PROJECT_COLUMNS.subcatchment.label, 'subcatchments'),
    lpa: oneOfGiven(PROJECT_COLUMNS.lpa.label, 'lpas'),
    nearAddress: optional(text(PROJECT_COLUMNS.nearAddress.label)),
    placePrecision: precisionField,
    threeWords: optional(text(PROJECT_COLUMNS.threeWords.label)),
    gainSiteRef: gainSiteReferenceField(),
  },
  initial: project => ({
    nca: project.ncaId,
    lpa: project.lpaId,
    subcatchment: project.subcatchmentId,
    coordinates: initialCoordinates(project),
  }),
  show: {
    nca: ({ creditTypes }) => creditTypes?.includes('Biodiversity') ?? false,
    subcatchment: ({ creditTypes }) => creditTypes?.some(isNutrient) ?? false,
  },
  warn: (answers, _project, given) => warnPrecision(answers, given),
  beside: answers => suggestAreas(answers, { lpa: 'lpa', nca: 'nca', subcatchment: 'subcatchment' }),
  reads: (read, project, values) => readLocationFacts(read, { projectId: project.id }, project, values),
  refuse: ({ reads }) => checkLocation(reads),
  effect: ({ subject, values, reads }) => {
    const { nca, lpa, subcatchment, coordinates: _, ...columns } = values
    const areas = { ncaId: nca, lpaId: lpa, subcatchmentId: subcatchment }
    return [
      update('project', subject, { ...columns, ...locationColumns(subject, values, reads.found), ...areas }),
    ]
  },
  done: 'The location has been saved',
})
