import type { Obstacle } from '#actions/common/obstacle'
import type { Action } from '#actions/kit/action'
import type { Read } from '#actions/kit/changes'
import { checkAvailability } from '#actions/kit/available'
import type { Wizard } from '#actions/kit/wizard'
import { register as registerProject } from '#actions/project/register'
import { readWorkbook as readProjectWorkbook } from '#actions/project/fill-from-workbook'
import { registerNewProject } from '#actions/project/register-new-project'
import { setBoundary as setProjectBoundary } from '#actions/project/set-boundary'
import { register as registerRequirement } from '#actions/requirement/register'
import { readWorkbook as readRequirementWorkbook } from '#actions/requirement/fill-from-workbook'
import { registerNewCreditRequirement } from '#actions/requirement/register-new-credit-requirement'
import { setDevelopmentBoundary as setRequirementBoundary } from '#actions/requirement/set-boundary'
import type { Preparation, PreparationTask } from '#contract/project/preparation'
import { type PreparedKind, templateLink } from '#contract/nouns/registration'
import type { Actor } from '#domain/people/actor'
import { documentTemplateForTag } from '#domain/text/document-template'
import { capitalise } from '#domain/text/sentence'
import type { EntityOfKind } from '#domain/disclosure/entities'
import { registrationWindow } from '#domain/round/round'
import { readActionFacts } from '../runner/facts.ts'
import { lastWizardStep } from '../runner/wizard-steps.ts'
import type { ViewContext } from './kit/context.ts'
import { findObstacleRemovers } from './missing.ts'
import type { NextStepContext } from '../next/next.ts'
import { readCurrentAnswers } from './standing-answers.ts'
import { waitingSentence } from '../next/waits.ts'

/** For each kind: its wizard, the action that registers it, and the window for that. */
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
} as const satisfies Record<PreparedKind, { walk: Wizard; register: Action; window: string }>

/** Optional steps. */
const OPTIONAL: Readonly<Record<PreparedKind, readonly Action[]>> = {
  project: [setProjectBoundary, readProjectWorkbook],
  requirement: [setRequirementBoundary, readRequirementWorkbook],
}

/** Steps of the wizard after the draft exists and before registration, then the optional steps. */
const stepsOf = (kind: PreparedKind): Action[] => {
  const { walk } = PREPARED[kind]
  return [...walk.steps.filter(step => step.on === kind && step !== lastWizardStep(walk)), ...OPTIONAL[kind]]
}

/** True if an optional step has been done. Required steps count as done here: their obstacles show otherwise. */
const isDone = async (read: Read, kind: PreparedKind, step: Action, ownerId: string): Promise<boolean> => {
  if (step === setProjectBoundary)
    return (await read.one('siteBoundary', { projectId: ownerId })) !== undefined
  if (step === setRequirementBoundary)
    return (await read.one('siteBoundary', { requirementId: ownerId })) !== undefined
  if (!OPTIONAL[kind].includes(step)) return true
  return (await read.list('workbookReading', { ownerKind: kind, ownerId })).length > 0
}

/** Name of a task: the title of its action without the verb. */
const calledBy = ({ title }: Action): string => capitalise(title.slice(title.indexOf(' ') + 1))

/**
 * Tasks of a draft project or credit requirement; null once it is registered. Obstacles to registering are listed
 * under the task whose action removes them.
 */
export const readDraftPreparation = async <K extends PreparedKind>(
  kind: K,
  subject: EntityOfKind<K> & { status: string },
  { round, today, participation }: NextStepContext,
  reader: Actor,
  context: ViewContext,
): Promise<Preparation | null> => {
  if (subject.status !== 'Draft' || !round) return null
  const { register, window } = PREPARED[kind]
  const { read, now } = context
  const verdictOn = (step: Action) => checkAvailability(step, reader, subject, { round, today })
  const given = await readActionFacts(read, register, subject, reader, now)
  const obstacles = (given.obstacles ?? []) as Obstacle[]
  const others = obstacles.filter(one => one.kind !== kind || one.id !== subject.id)

  const taskOf = async (step: Action): Promise<PreparationTask[]> => {
    const missing = obstacles
      .filter(one => !others.includes(one) && one.action === step.name)
      .map(({ text }) => text)
    const may = step.when?.(subject, reader) ?? true
    if (may !== true && missing.length === 0) return []
    const [field] = Object.values(step.fields).filter(one => documentTemplateForTag(one.tag))
    const template = documentTemplateForTag(field?.tag)
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
        answers: may === true ? await readCurrentAnswers(read, step, { kind, subject }, reader, now) : [],
        templates: template ? [templateLink(template, kind, subject.id)] : [],
      },
    ]
  }

  const tasks = (await Promise.all(stepsOf(kind).map(taskOf))).flat()
  const blockedBy = (await Promise.all(others.map(one => findObstacleRemovers(one, reader, context)))).flat()
  const verdict = verdictOn(register)
  const whyNot =
    verdict === true || verdict.gate === 'who'
      ? others.map(({ text }) => text).join('. ') || null
      : (waitingSentence(kind, subject.status, undefined, { round, today, participation }) ?? verdict.why)
  const { start, end } = registrationWindow(round, window)
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
