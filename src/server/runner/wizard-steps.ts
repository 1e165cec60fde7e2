import { actionsOn, wizardOf } from '#actions/index'
import type { Action } from '#actions/kit/action'
import { available } from '#actions/kit/available'
import type { Change } from '#actions/kit/changes'
import { nextStep, type Wizard } from '#actions/kit/wizard'
import type { ActionLink, Done } from '#contract/form'
import { selfOf } from '#contract/nouns'
import { checkAddress, type Prepared, registeredAddress } from '#contract/registration'
import { dayOf, type Instant } from '#domain/dates'
import type { Kind } from '#domain/entities'
import type { Tx } from '../store/store.ts'
import { isCollection, roundOf } from './facts.ts'
import type { ActionRequest } from './prepare.ts'
import type { Place } from './runtime.ts'

/** The step with which a wizard ends: it is taken on the page on which all answers are checked. */
export const lastStep = ({ steps }: Wizard): Action | undefined => steps.at(-1)

/** Where a step of a wizard is asked and answered. */
export const stepLink = (self: string, step: Action, wizardName: string): ActionLink => ({
  id: step.name,
  links: { self: `${self}/action/${step.name}?wizard=${wizardName}` },
})

/** What an action was about, and what came of it. */
interface Came {
  context: Place
  changes: readonly Change[]
}

/**
 * Where it goes on after an action: at the next step of the wizard, of which the last is taken on the page on which all answers
 * are checked; and on the page that tells of it once something has been registered.
 */
export const goingOn = async (
  tx: Tx,
  { wizardName, actor }: ActionRequest,
  action: Action,
  { context, changes }: Came,
  now: Instant,
): Promise<Pick<Done, 'nextAction' | 'page'>> => {
  const { kind, id } = context
  if (isPrepared(kind) && changes.some(change => change.change === 'move' && registers(change, context)))
    return { nextAction: null, page: registeredAddress(kind, context) }
  const walk = wizardOf(action.name, wizardName)
  const subject = walk && !isCollection(kind) ? await tx.one(kind, id) : undefined
  if (!walk || !subject) return { nextAction: null }
  const around = { round: await roundOf(tx, kind, subject), today: dayOf(now) }
  const here = new Set<Action>(actionsOn(kind))
  const step = nextStep(walk, action, one => here.has(one) && available(one, actor, subject, around) === true)
  return {
    nextAction: step ? stepLink(selfOf(kind, id), step, walk.name) : null,
    ...(isPrepared(kind) && isAllButChecked(walk, action, step) && { page: checkAddress(kind, context) }),
  }
}

const isPrepared = (kind: Kind): kind is Prepared => kind === 'project' || kind === 'requirement'

const registers = (
  { kind, id, to }: { kind: Kind; id: string; to: string },
  context: { kind: Kind; id: string },
): boolean => kind === context.kind && id === context.id && to === 'Provisional'

/** Is only the last step left, or can even that not be taken yet? What hinders it is told where answers are checked. */
const isAllButChecked = (walk: Wizard, action: Action, step: Action | undefined): boolean =>
  action !== lastStep(walk) && (step === undefined || step === lastStep(walk))
