import { actionsOn, wizardOf } from '#actions/index'
import { withOnlyChoices } from '#actions/common/only-choice'
import type { Action, Facts } from '#actions/kit/action'
import { available } from '#actions/kit/available'
import type { Read } from '#actions/kit/changes'
import { firstAnswers } from '#actions/kit/judge'
import { previousStep, type Wizard } from '#actions/kit/wizard'
import { urlOf } from '#contract/endpoint'
import type { ActionForm } from '#contract/form'
import { readFile } from '#contract/subject'
import { dayOf, type Instant } from '#domain/dates'
import { withoutSealed } from '#domain/disclosure'
import type { FileRef } from '#domain/filed-document'
import { calledOf } from './called.ts'
import { describe, settingsOf } from './describe.ts'
import { factsFor, filedAnswers, reusableFiles } from './facts.ts'
import { admit, type Wanted } from './gates.ts'
import { stepLink } from './wizard-steps.ts'

/** Which form is asked for, by whom. */
export interface FormRequest extends Wanted {
  wizardName?: string
  self: string
}

/** All that the form of an action needs but for what was entered before and who approves it and what to look at, for a reader to whom it is available. Throws `HttpError` by gate, as running it does. */
export const formOf = async (
  read: Read,
  now: Instant,
  request: FormRequest,
): Promise<Omit<ActionForm, 'draft' | 'approval' | 'laterNeeds' | 'warnings'>> => {
  const { actor, kind } = request
  const { action, subject, round } = await admit(read, request, now)
  const given = await factsFor(read, action, kind, subject, actor, now)
  const known = withoutSealed(kind, subject, actor, round?.status)
  const walk = wizardOf(action.name, request.wizardName)
  const here = new Set<Action>(actionsOn(kind))
  const isAvailable = (step: Action) =>
    here.has(step) && available(step, actor, subject, { round, today: dayOf(now) }) === true
  const before = walk && previousStep(walk, action, isAvailable)
  const present = {
    ...firstAnswers(action, known, given),
    ...withLinks(reusableFiles(action, await filedAnswers(read, action, kind, subject.id))),
  }
  const values = withOnlyChoices(action, present, given)
  const fields = await describe(read, action, values, given)
  const called = await calledOf(read, kind, subject)
  return {
    id: action.name,
    title: walk?.title ?? action.title,
    actionLabel: action.label ?? action.title,
    description: action.description ?? null,
    groups: (action.groups ?? []).map(group => ({
      ...group,
      fieldIds: [...group.fieldIds],
      description: group.description ?? null,
      defaultOpen: group.defaultOpen ?? true,
    })),
    fields,
    values,
    options: Object.fromEntries(
      fields.flatMap(({ id, options }) => (options === null ? [] : [[id, options]])),
    ),
    settings: settingsOf(action),
    declarations: given.declarations ?? [],
    steps: walk ? stepsOf(walk, action, known, given) : [],
    given,
    subject: { ...known, ...(called !== undefined && { name: called }) },
    version: subject.version,
    binds: action.binds ?? null,
    cannotCancel: walk?.cannotCancel ?? false,
    previous: walk && before ? stepLink(request.self, before, walk.name) : null,
  }
}

/** Files that are answers already, each to be read before it is left as it is. */
const withLinks = (files: Record<string, FileRef>) =>
  Object.fromEntries(
    Object.entries(files).map(([name, file]) => [
      name,
      { ...file, links: { self: urlOf(readFile, { params: { id: file.id } }) } },
    ]),
  )

/** All stages of a walk, those to come with them, though which of their actions is asked may still be open. */
const stepsOf = ({ stages }: Wizard, current: Action, subject: object, given: Facts) =>
  stages.map(({ title, steps }) => ({
    id: steps[0]?.name ?? '',
    title: typeof title === 'string' ? title : title(subject, given),
    current: steps.includes(current),
  }))
