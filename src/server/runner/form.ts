import { actionsOfKind, wizardOf } from '#actions/index'
import { cacheReads } from '#actions/common/reading-once'
import { fillOnlyChoices } from '#actions/fields/presented'
import type { Action, ActionFacts } from '#actions/kit/action'
import { checkAvailability } from '#actions/kit/available'
import type { Read } from '#actions/kit/changes'
import { initialAnswers } from '#actions/kit/judge'
import { previousWizardStep, type Wizard } from '#actions/kit/wizard'
import { endpointUrl } from '#contract/kit/endpoint'
import type { ActionForm } from '#contract/kit/form'
import { readFile } from '#contract/subject/subject'
import { utcDayOf, type Instant } from '@credit-market/values/dates'
import { removeSealedAmounts } from '#domain/disclosure/disclosure'
import type { UploadedFileRef } from '#domain/text/filed-document'
import { nameSubjectByOrganisations } from './called.ts'
import { describeFields, settingsListAddresses } from './describe.ts'
import { readFormFacts, readFiledAnswers, readReusableFiles } from './facts.ts'
import { admitToAction, type ActionQuery } from './gates.ts'
import { wizardStepLink } from './wizard-steps.ts'

/** Request for a form, with its reader. */
export interface FormRequest extends ActionQuery {
  wizardName?: string
  self: string
}

/**
 * Returns all that the form of an action needs, except the draft, the approvers and the records to look at, for a
 * reader to whom it is available. Throws `HttpError` by gate, as running the action does.
 */
export const buildForm = async (
  uncached: Read,
  now: Instant,
  request: FormRequest,
): Promise<Omit<ActionForm, 'draft' | 'approval' | 'laterNeeds' | 'warnings'>> => {
  const read = cacheReads(uncached)
  const { actor, kind } = request
  const { action, subject, round } = await admitToAction(read, request, now)
  const given = await readFormFacts(read, action, kind, subject, actor, now)
  const known = removeSealedAmounts(kind, subject, actor, round?.status)
  const walk = wizardOf(action.name, request.wizardName)
  const here = new Set<Action>(actionsOfKind(kind))
  const isAvailable = (step: Action) =>
    here.has(step) && checkAvailability(step, actor, subject, { round, today: utcDayOf(now) }) === true
  const before = walk && previousWizardStep(walk, action, isAvailable)
  const present = {
    ...initialAnswers(action, known, given),
    ...withLinks(readReusableFiles(action, await readFiledAnswers(read, action, kind, subject.id))),
  }
  const values = fillOnlyChoices(action, present, given)
  const fields = await describeFields(read, action, values, given)
  const called = await nameSubjectByOrganisations(read, kind, subject)
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
    settings: settingsListAddresses(action),
    declarations: given.declarations ?? [],
    steps: walk ? stepsOf(walk, action, known, given) : [],
    given,
    subject: { ...known, ...(called !== undefined && { name: called }) },
    version: subject.version,
    binds: action.binds ?? null,
    cannotCancel: walk?.cannotCancel ?? false,
    previous: walk && before ? wizardStepLink(request.self, before, walk.name) : null,
  }
}

/** Files that are already answers, with links so that the reader can check them before leaving them as they are. */
const withLinks = (files: Record<string, UploadedFileRef>) =>
  Object.fromEntries(
    Object.entries(files).map(([name, file]) => [
      name,
      { ...file, links: { self: endpointUrl(readFile, { params: { id: file.id } }) } },
    ]),
  )

/** All stages of a wizard, including later ones, though it may still be undecided which of their actions applies. */
const stepsOf = ({ stages }: Wizard, current: Action, subject: object, given: ActionFacts) =>
  stages.map(({ title, steps }) => ({
    id: steps[0]?.name ?? '',
    title: typeof title === 'string' ? title : title(subject, given),
    current: steps.includes(current),
  }))
