import { CASE_TYPES, isAboutRequirement, type CaseType } from '#domain/case/case'
import { OPEN_CASE_STATUSES } from '#domain/case/case-status'
import { isOperator } from '#domain/people/actor'
import { SOLD_PROJECT_STATUSES, UNSIGNED_PROJECT_STATUSES, type Project } from '#domain/project/project'
import { SOLD_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import { isOneOf } from '#domain/values/narrow'
import { action } from '../kit/action.ts'
import { notStored, oneOfGiven, withHint, toChoice } from '../kit/fields.ts'
import { localAuthority, operator, owner } from '../kit/who.ts'
import { agentOfRound } from './parties.ts'
import { openCase, readCaseOpening, reporterOf, type CaseSubject } from './open-case.ts'
import { readDismissedReports, reportableTypes, reportFields, typeMessage } from './report-fields.ts'

const possibleTypes = ({ status }: Project): CaseType[] => [
  'DeliveryFailure',
  'LateDelivery',
  'Dispute',
  'IssuedInError',
  ...(isOneOf(UNSIGNED_PROJECT_STATUSES, status) ? (['WillNotSign'] as const) : []),
]

/** Reports a mishap with a sold project: it opens a case, and its units may be in doubt until the case is decided. */
export const reportProjectConcern = action({
  name: 'ReportConcern',
  on: 'project',
  title: 'Report a concern',
  description:
    'This opens a case. The market operator looks into it, and everyone who relies on the project gets a message.',
  who: [operator, owner, agentOfRound, localAuthority],
  from: SOLD_PROJECT_STATUSES,
  given: async (read, project, actor, today) => {
    const [open, dismissed] = await Promise.all([
      read.list('case', { projectId: project.id, status: OPEN_CASE_STATUSES }),
      readDismissedReports(read, [project.id], actor, today),
    ])
    return {
      types: reportableTypes(isOperator(actor), possibleTypes(project)),
      open: open.map(({ type }) => type),
      dismissed,
    }
  },
  fields: reportFields,
  check: ({ type }, { types, open, dismissed }) => ({
    type: typeMessage(type, { types, dismissed, isOpen: open.some(one => one === type) }),
  }),
  reads: (read, project) => readCaseOpening(read, { project }),
  effect: ({ subject, values, reads, ...context }) =>
    openCase(
      { project: subject },
      reads,
      { ...values, reporter: reporterOf(context.actor, 'owner') },
      context,
    ),
  done: 'Your concern has been reported',
})

const ABOUT_THIS = CASE_TYPES.filter(type => type !== 'WillNotSign')

/** Reports a mishap with the units of a requirement: it opens a case about the project that supplies them, or about its buyer. */
export const reportRequirementConcern = action({
  name: 'ReportConcern',
  on: 'requirement',
  title: 'Report a concern',
  description:
    'This opens a case. The market operator looks into it, and everyone who relies on the project gets a message.',
  who: [operator, owner, agentOfRound, localAuthority],
  from: SOLD_REQUIREMENT_STATUSES,
  given: async (read, requirement, actor, today) => {
    const credits = await read.list('credit', { requirementId: requirement.id })
    const ids = [...new Set(credits.map(({ projectId }) => projectId))].toSorted()
    const [projects, ofProjects, own, dismissed] = await Promise.all([
      read.list('project', { id: ids }),
      read.list('case', { projectId: ids, status: OPEN_CASE_STATUSES }),
      read.list('case', { requirementId: requirement.id, status: OPEN_CASE_STATUSES }),
      readDismissedReports(read, ids, actor, today),
    ])
    return {
      types: reportableTypes(isOperator(actor), ABOUT_THIS),
      projects: projects.map(toChoice),
      open: [...ofProjects, ...own].map(({ type, projectId }) => ({ type, projectId })),
      dismissed,
    }
  },
  fields: {
    type: reportFields.type,
    project: withHint(
      notStored(oneOfGiven('Which project?', 'projects')),
      'The project that supplies the units.',
    ),
    since: reportFields.since,
    what: reportFields.what,
  },
  initial: (_requirement, { projects }) => ({ project: projects.length === 1 ? projects[0]?.id : null }),
  show: { project: ({ type }) => !type || !isAboutRequirement(type) },
  check: ({ type, project }, { types, open, dismissed }) => {
    const isOpen = open.some(
      one => one.type === type && (isAboutRequirement(one.type) || one.projectId === project),
    )
    const its = dismissed.filter(({ projectId }) => projectId === project)
    return { type: typeMessage(type, { types, isOpen, dismissed: its }) }
  },
  reads: async (read, requirement, { project: id }) => {
    const project = id === null ? undefined : await read.one('project', id)
    const about: CaseSubject = project ? { project } : { requirement }
    return { about, opening: await readCaseOpening(read, about) }
  },
  effect: ({ values, reads: { about, opening }, ...context }) =>
    openCase(about, opening, { ...values, reporter: reporterOf(context.actor, 'holder') }, context),
  done: 'Your concern has been reported',
})
