import { actionsOn, wizardOf } from '#actions/index'
import type { Action } from '#actions/kit/action'
import { available } from '#actions/kit/available'
import { nextStep } from '#actions/kit/wizard'
import type { ActionLink } from '#contract/form'
import { selfOf } from '#contract/nouns'
import { dayOf, type Instant } from '#domain/dates'
import type { Tx } from '../store/store.ts'
import { isCollection, roundOf } from './facts.ts'
import type { ActionRequest } from './prepare.ts'
import type { Place } from './runtime.ts'

/** Where a step of a wizard is asked and answered. */
export const stepLink = (self: string, step: Action, wizardName: string): ActionLink => ({
  id: step.name,
  links: { self: `${self}/action/${step.name}?wizard=${wizardName}` },
})

/** The step of the wizard that comes after an action, on what the action was about. */
export const nextAction = async (
  tx: Tx,
  { wizardName, actor }: ActionRequest,
  action: Action,
  { kind, id }: Place,
  now: Instant,
): Promise<ActionLink | null> => {
  const walk = wizardOf(action.name, wizardName)
  const subject = walk && !isCollection(kind) ? await tx.one(kind, id) : undefined
  if (!walk || !subject) return null
  const around = { round: await roundOf(tx, kind, subject), today: dayOf(now) }
  const here = new Set<Action>(actionsOn(kind))
  const step = nextStep(walk, action, one => here.has(one) && available(one, actor, subject, around) === true)
  return step ? stepLink(selfOf(kind, id), step, walk.name) : null
}
