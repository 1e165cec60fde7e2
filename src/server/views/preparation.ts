import type { Obstacle } from '#actions/common/obstacle'
import type { Action } from '#actions/kit/action'
import type { Read } from '#actions/kit/changes'
import { available } from '#actions/kit/available'
import type { Wizard } from '#actions/kit/wizard'
import { register as registerProject } from '#actions/project/register'
import { readWorkbook as readProjectWorkbook } from '#actions/project/read-workbook'
import { registerNewProject } from '#actions/project/register-new-project'
import { setBoundary as setProjectBoundary } from '#actions/project/set-boundary'
import { register as registerRequirement } from '#actions/requirement/register'
import { readWorkbook as readRequirementWorkbook } from '#actions/requirement/read-workbook'
import { registerNewCreditRequirement } from '#actions/requirement/register-new-credit-requirement'
import { setBoundary as setRequirementBoundary } from '#actions/requirement/set-boundary'
import type { Preparation, Task } from '#contract/preparation'
import { type Prepared, templateLink } from '#contract/registration'
import type { Actor } from '#domain/actor'
import { templateFor } from '#domain/document-template'
import type { SubjectOf } from '#domain/entities'
import { windowOf } from '#domain/round'
import { givenFor } from '../runner/facts.ts'
import { lastStep } from '../runner/wizard-steps.ts'
import type { ViewContext } from './context.ts'
import { blockingOf } from './missing.ts'
import type { Around } from './next.ts'
import { standingAnswers } from './standing-answers.ts'
import { waitOf } from './waits.ts'

/** The walk that prepares a thing, and what registers it in which window. */
const PREPARED = {
  project: {
    walk: registerNewProject,
    register: registerProject,
    window: 'projects',
  },
  requirement: {
    walk: registerNewCreditRequirement,
    register: registerRequirement,
    window: 'requirements',
  },
} as const satisfies Record<Prepared, { walk: Wizard; register: Action; window: string }>

/** What can be given besides. */
const OPTIONAL: Readonly<Record<Prepared, readonly Action[]>> = {
  project: [setProjectBoundary, readProjectWorkbook],
  requirement: [setRequirementBoundary, readRequirementWorkbook],
}

/** What the wizard asks of a thing once it is there, before the last step, and what can be given besides. */
const stepsOf = (kind: Prepared): Action[] => {
  const { walk } = PREPARED[kind]
  return [...walk.steps.filter(step => step.on === kind && step !== lastStep(walk)), ...OPTIONAL[kind]]
}

/** Has it been done, though nothing asks for it? */
const isDone = async (read: Read, kind: Prepared, step: Action, ownerId: string): Promise<boolean> => {
  if (step === setProjectBoundary)
    return (await read.one('siteBoundary', { projectId: ownerId })) !== undefined
  if (step === setRequirementBoundary)
    return (await read.one('siteBoundary', { requirementId: ownerId })) !== undefined
  if (!OPTIONAL[kind].includes(step)) return true
  return (await read.list('workbookReading', { ownerKind: kind, ownerId })).length > 0
}

/** A task is called by what its action sets: the title without its verb. */
const calledBy = ({ title }: Action): string => {
  const thing = title.slice(title.indexOf(' ') + 1)
  return thing.charAt(0).toUpperCase() + thing.slice(1)
}

/**
 * The tasks of a project or a credit requirement that is still a draft; null once it is none. What is missing is what
 * registering would refuse, given to the task whose action takes it away.
 */
export const preparationOf = async <K extends Prepared>(
  kind: K,
  subject: SubjectOf<K> & { status: string },
  { round, today, participation }: Around,
  reader: Actor,
  context: ViewContext,
): Promise<Preparation | null> => {
  if (subject.status !== 'Draft' || !round) return null
  const { register, window } = PREPARED[kind]
  const { read, now } = context
  const verdictOn = (step: Action) => available(step, reader, subject, { round, today })
  const given = await givenFor(read, register, subject, reader, now)
  const obstacles = (given.obstacles ?? []) as Obstacle[]
  const others = obstacles.filter(one => one.kind !== kind || one.id !== subject.id)

  const taskOf = async (step: Action): Promise<Task[]> => {
    const missing = obstacles
      .filter(one => !others.includes(one) && one.action === step.name)
      .map(({ text }) => text)
    const may = step.when?.(subject, reader) ?? true
    if (may !== true && missing.length === 0) return []
    const [field] = Object.values(step.fields).filter(one => templateFor(one.tag))
    const template = templateFor(field?.tag)
    return [
      {
        id: step.name,
        title: calledBy(step),
        purpose: step.description ?? null,
        state:
          may !== true
            ? 'cannot start yet'
            : missing.length > 0
              ? 'to do'
              : (await isDone(read, kind, step, subject.id))
                ? 'done'
                : 'optional',
        missing,
        why: may === true ? null : may,
        action: verdictOn(step) === true ? step.name : null,
        on: { kind, id: subject.id },
        answers: may === true ? await standingAnswers(read, step, { kind, subject }, reader, now) : [],
        templates: template ? [templateLink(template, kind, subject.id)] : [],
      },
    ]
  }

  const tasks = (await Promise.all(stepsOf(kind).map(taskOf))).flat()
  const blockedBy = (await Promise.all(others.map(one => blockingOf(one, reader, context)))).flat()
  const verdict = verdictOn(register)
  const whyNot =
    verdict === true || verdict.gate === 'who'
      ? others.map(({ text }) => text).join('. ') || null
      : (waitOf(kind, subject.status, undefined, { round, today, participation }) ?? verdict.why)
  const { start, end } = windowOf(round, window)
  const isOver = verdict !== true && end !== null && end < today
  const isLeft = tasks.some(({ state }) => state === 'to do' || state === 'cannot start yet')
  return {
    tasks,
    registering: {
      state: isLeft || whyNot !== null || verdict !== true ? 'cannot start yet' : 'to do',
      why: isLeft && !isOver ? [whyNot, 'Finish the tasks above first'].filter(Boolean).join('. ') : whyNot,
      action: verdict === true ? register.name : null,
      blockedBy,
      start,
      end,
    },
  }
}
