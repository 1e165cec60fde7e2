import { actionsOn, findAction, wizards } from '#actions/index'
import type { Action, Answers, Facts } from '#actions/kit/action'
import type { AnyField, Choice } from '#actions/kit/fields'
import { firstAnswers, rowsOf, type DeclarationToMake } from '#actions/kit/judge'
import { available } from '#actions/kit/available'
import { previousStep, type Wizard } from '#actions/kit/wizard'
import type { Actor } from '#domain/actor'
import { dayOf, type Instant } from '#domain/dates'
import { type Kind, SETTING_KINDS, type SettingKind, type StoredKind, type SubjectOf } from '#domain/entities'
import { withoutSealed } from '#domain/sealed'
import type { ActionForm, FormField } from '#contract/form'
import type { Read } from '#actions/kit/changes'
import { collectionSubject, factsFor, filedAnswers, isCollection, roundOf, reusableFiles } from './facts.ts'
import { conflict, forbidden, notFound } from './refusals.ts'
import { stepLink } from './run-action.ts'
import { mayRead } from '#contract/read-access'

/** Which form is asked for, by whom. */
export interface FormRequest {
  actor: Actor
  kind: Kind
  subjectId: string
  actionName: string
  wizardName?: string
  self: string
}

/** All that the form of an action needs, for a reader to whom it is available. Throws `HttpError` by gate, as running it does. */
export const formOf = async (read: Read, now: Instant, request: FormRequest): Promise<ActionForm> => {
  const { actor, kind } = request
  const action = findAction(kind, request.actionName)
  if (!action) throw notFound()
  const subject = isCollection(kind)
    ? collectionSubject(kind)
    : ((await read.one(kind, request.subjectId)) as SubjectOf<Kind> | undefined)
  if (!subject || !(isCollection(kind) || mayRead(kind, subject as never, actor))) throw notFound()
  const around = { round: await roundOf(read, kind, subject), today: dayOf(now) }
  const verdict = available(action, actor, subject, around)
  if (verdict !== true)
    throw verdict.gate === 'who' ? forbidden(verdict.why) : conflict(verdict.why, verdict.gate)

  const given = await factsFor(read, action, kind, subject, actor, now)
  const known = withoutSealed(kind, subject, actor, around.round?.status)
  const walk = wizards.find(one => one.name === request.wizardName)
  const isAvailable = (step: Action) =>
    actionsOn(kind).includes(step) && available(step, actor, subject, around) === true
  const before = walk && previousStep(walk, action, isAvailable)
  const values = {
    ...firstAnswers(action, known, given),
    ...reusableFiles(action, await filedAnswers(read, action, kind, subject.id)),
  }
  return {
    id: action.name,
    title: action.title,
    actionLabel: action.label ?? action.title,
    description: action.description ?? null,
    groups: (action.groups ?? []).map(group => ({
      ...group,
      description: group.description ?? null,
      defaultOpen: group.defaultOpen ?? true,
    })),
    fields: Object.entries(action.fields).flatMap(([name, field]) => fieldsOf(name, field, values, given)),
    values,
    options: { ...optionsOf(action, given), ...(await heldChoices(read, action, values)) },
    settings: {},
    declarations: (given.declarations ?? []) as DeclarationToMake[],
    steps: walk ? stepsOf(walk, action) : [],
    given,
    subject: known as Record<string, unknown>,
    version: subject.version,
    cannotCancel: walk?.cannotCancel ?? false,
    previous: walk && before ? stepLink(request.self, before, walk.name) : null,
  }
}

/** All stages of a walk, those to come with them, though which of their actions is asked may still be open. */
const stepsOf = ({ stages }: Wizard, current: Action) =>
  stages.map(({ title, steps }) => ({
    id: steps[0]?.name ?? title,
    title,
    current: steps.includes(current),
  }))

const optionsOf = (action: Action, given: Facts): Record<string, readonly Choice[]> =>
  Object.fromEntries(
    Object.entries(action.fields).flatMap(([name, field]) => {
      const choices = field.choices ?? (field.among ? (given[field.among] as Choice[]) : undefined)
      return choices ? [[name, choices.map(({ id, name: called }) => ({ id, name: called }))]] : []
    }),
  )

/** What the subject holds already of a settings list but can no longer be chosen from it, by field. */
const heldChoices = async (
  read: Read,
  action: Action,
  values: Answers,
): Promise<Record<string, readonly Choice[]>> => {
  const held: Record<string, readonly Choice[]> = {}
  for (const [name, { source, refersTo }] of Object.entries(action.fields)) {
    const ids = [values[name] ?? []].flat() as string[]
    if (!source || !isSetting(refersTo) || ids.length === 0) continue
    const inactive = (await read.list(refersTo, { id: ids })).filter(one => !one.active)
    if (inactive.length > 0) held[name] = inactive.map(({ id, name: called }) => ({ id, name: called }))
  }
  return held
}

const isSetting = (kind: StoredKind | undefined): kind is SettingKind =>
  (SETTING_KINDS as readonly (StoredKind | undefined)[]).includes(kind)

/** One field as the interface describes it; a field asked per row becomes one for each row known so far. */
const fieldsOf = (id: string, field: AnyField, values: Answers, given: Facts): FormField[] =>
  field.perRow
    ? rowsOf(field, values, given).flatMap(row =>
        Object.entries(field.perRow?.fields ?? {}).map(([name, sub]) => ({
          ...describe(`${id}.${row.id}.${name}`, sub),
          label: `${row.name}: ${sub.label}`,
        })),
      )
    : [describe(id, field)]

const describe = (id: string, field: AnyField): FormField => ({
  id,
  label: field.label,
  type: field.type,
  optional: field.optional ?? false,
  readonly: false,
  hint: field.hint ?? null,
  prefix: field.prefix ?? null,
  suffix: field.suffix ?? null,
  rows: field.rows ?? null,
  accept: field.accept ?? null,
  multiple: field.type === 'SelectMulti',
  autocomplete: field.autocomplete ?? null,
  source: field.source ?? null,
  ifBlank: null,
})
