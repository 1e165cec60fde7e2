import { PROJECT_COLUMNS } from '#contract/columns/project'
import { UNTIL_SETTLED } from '#domain/round'
import { CREDIT_TYPE_LABELS, CREDIT_TYPES, isNutrient } from '#domain/credit-type'
import { creditTypesFor } from '#domain/suitability'
import { areasOf, roundOf } from '../common/areas.ts'
import {
  besidePoint,
  firstCoordinates,
  placeColumns,
  precisionAsked,
  pointFields,
  placeRead,
  leastPrecisionIn,
  refusePlace,
  warnPrecision,
} from '../common/place-fields.ts'
import { gainSiteRef } from '../common/references.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { amongGiven, manyOf, oneOfGiven, optional, text } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE } from './editable.ts'

/** Where a project lies; what must be said depends on the credits it is to yield. */
export const setLocation = action({
  name: 'SetLocation',
  on: 'project',
  title: 'Set location',
  description:
    'Which credits the land is to yield, and where it lies. The place decides whose need the project can meet.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE,
  during: UNTIL_SETTLED,
  given: async (read, project) => {
    const round = await roundOf(read, project)
    const type = project.typeId === null ? undefined : await read.one('projectType', project.typeId)
    return {
      creditTypes: creditTypesFor(round, type).map(id => ({ id, name: CREDIT_TYPE_LABELS[id] })),
      ...(await areasOf(read, round)),
      ...(await leastPrecisionIn(read, round)),
    }
  },
  fields: {
    creditTypes: amongGiven(
      manyOf(PROJECT_COLUMNS.creditTypes.label, CREDIT_TYPES, CREDIT_TYPE_LABELS),
      'creditTypes',
    ),
    ...pointFields,
    nca: oneOfGiven(PROJECT_COLUMNS.nca.label, 'ncas'),
    subcatchment: oneOfGiven(PROJECT_COLUMNS.subcatchment.label, 'subcatchments'),
    lpa: oneOfGiven(PROJECT_COLUMNS.lpa.label, 'lpas'),
    nearAddress: optional(text(PROJECT_COLUMNS.nearAddress.label)),
    placePrecision: precisionAsked,
    threeWords: optional(text(PROJECT_COLUMNS.threeWords.label)),
    gainSiteRef: gainSiteRef(),
  },
  initial: project => ({
    nca: project.ncaId,
    lpa: project.lpaId,
    subcatchment: project.subcatchmentId,
    coordinates: firstCoordinates(project),
  }),
  show: {
    nca: ({ creditTypes }) => creditTypes?.includes('Biodiversity') ?? false,
    subcatchment: ({ creditTypes }) => creditTypes?.some(isNutrient) ?? false,
  },
  warn: (answers, _project, given) => warnPrecision(answers, given),
  beside: answers => besidePoint(answers, { lpa: 'lpa', nca: 'nca', subcatchment: 'subcatchment' }),
  reads: (read, project, values) => placeRead(read, { projectId: project.id }, project, values),
  refuse: ({ reads }) => refusePlace(reads),
  effect: ({ subject, values, reads }) => {
    const { nca, lpa, subcatchment, coordinates: _, ...columns } = values
    const areas = { ncaId: nca, lpaId: lpa, subcatchmentId: subcatchment }
    return [
      update('project', subject, { ...columns, ...placeColumns(subject, values, reads.found), ...areas }),
    ]
  },
})
